"""Sirvam o Rei restated slowly and plainly, so that whole games can be compared with it decision by decision.

Written from the rulebook, section by section: A Setup, B Player's Turn and Storing in the Pantry, C Starting the
Banquet and End of the Game, D Full Game, E Winning the Game, F Kings. A match is one generator that stops wherever a
player is asked something, so that the rules stand here in the order in which they are played.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from boardstats.games.sirvam.edition import Edition
from tests.reference_streams import CHANCE, RACE, SHUFFLE, Stream

ON_TURN, ON_DRAWN, IN_PANTRY, ON_LOOK, ON_OFFER, ON_SWAP, ON_LOOKED, ON_PUT_IN, ON_TAKE = range(9)
DRAW, CALL, DISCARD, REPLACE, PASS, THROW, DECLINE, LOOK, OFFER, SWAP, PUT_IN, TAKE = range(12)
REPLACED, THROWN, MISTAKES, PENALTIES, LOOKS, SWAPS, CALLED = range(7)  # columns of the tally

KINGS = ["bell", "eleven", "skull", "fish", "purple"]
BELL, ELEVEN, SKULL, FISH, PURPLE = range(5)
EFFECTS = ["none", "look", "swap", "look_swap"]
BANQUET, PILE_RAN_OUT = range(2)

NOBODY = NOTHING = -1
UNKNOWN = 99

# Room in a view.
SEATS, PLACES, KINDS = 6, 32, 16


class Move(NamedTuple):
    kind: int
    player: int
    place: int = NOTHING
    helper: int = NOTHING


Asking = Generator[None, Move, Move]  # stops at one decision and returns the move
Play = Generator[None, Move, None]  # stops at any number of decisions


@dataclass(eq=False)
class Recipe:
    """One recipe card, wherever it lies; `seen_by` are the seats that know which it is, and never forget it."""

    kind: int
    value: int
    seen_by: set[int] = field(default_factory=set)


def placing(king: int, values: list[int], sea: int) -> tuple[int, ...]:
    """Return what a king ranks a hand with `sea` sea creatures by: the smaller, the better (F - Kings)."""
    total = sum(values)
    if king == ELEVEN:
        return (0, 11 - total) if total <= 11 else (1, total - 11)
    if king == SKULL:
        return (-min(values),)
    if king == FISH:
        return (sea, total)
    return (total,)


class Game:
    """A basic game or, if the edition says so, a full game: the match of three games with Helper cards.

    Attributes
    ----------
    seat, decision : int
        Who is asked, and what (`ON_TURN` …).
    over : bool
        True when nobody is asked any more.
    """

    def __init__(self, edition: Edition, players: int, seed: int, game: int) -> None:
        self.edition, self.players, self.seed, self.game = edition, players, seed, game
        self.everyone = set(range(players))
        rows = [row for row in edition.tables["recipes"].to_dict("records") if row["count"] > 0]
        rows.sort(key=lambda row: row["value"])
        effects = {row["value"]: row["effect"] for row in edition.tables["effects"].to_dict("records")}
        self.value = [int(row["value"]) for row in rows]  # by kind, as all these
        self.count = [int(row["count"]) for row in rows]
        self.sea = [int(row["sea_creature"]) for row in rows]
        self.effect = [EFFECTS.index(effects.get(row["value"], "none")) for row in rows]

        # The match.
        self.games = 3 if edition.full else 1
        self.kings = self._choose_kings()
        self.race = Stream(seed, game, RACE)
        self.helpers = list(edition.helpers)  # what the cards of a set show
        self.helpers_left = [[1, 1, 1] for _ in range(players)]  # by seat and card of the set
        self.piles_opened: list[list[int]] = []  # by game: what all together put in
        self.helpers_won = [0] * players
        self.twos_won = [0] * players
        self.ended: list[int] = []  # by game of the match
        self.callers: list[int] = []
        self.pile_at_end: list[int] = []
        self.turns = [0] * players
        self.hand_total = [0] * players
        self.tally = [[0] * 7 for _ in range(players)]
        self.taken = [[0] * KINDS for _ in range(players)]

        self.over = False
        self._moves: list[Move] = []
        self._match = self._play_match()
        next(self._match)

    # ---- what the caller does ------------------------------------------------------------------------------------

    def legal(self) -> list[tuple[int, int, int, int]]:
        """Return the legal moves of the seat that is asked: (kind, player, place, helper)."""
        return list(self._moves)

    def play(self, move: tuple[int, int, int, int]) -> None:
        """Play a legal move and go on to the next decision, or to the end."""
        move = Move(*map(int, move))
        if move not in self._moves:
            raise ValueError(f"{move} is not legal now")
        try:
            self._match.send(move)
        except StopIteration:
            self.over = True
            self._moves = []

    def _ask(self, seat: int, decision: int, moves: list[Move]) -> Asking:
        self.seat, self.decision, self._moves = seat, decision, moves
        self.asked[seat] = decision
        return (yield)

    # ---- the match -----------------------------------------------------------------------------------------------

    def _play_match(self) -> Play:
        for number in range(self.games):
            self.round = number  # game of the match
            self._set_up()
            ended = yield from self._play_turns()
            yield from self._serve_the_king(ended)

    def _choose_kings(self) -> list[int]:
        """Name the king of each game: A (the bell, or a named one) and D (kings are drawn)."""
        if not self.edition.full:
            return [KINGS.index(self.edition.king or "bell")]
        if self.edition.kings:
            return [KINGS.index(king) for king in self.edition.kings]
        drawn = [BELL, ELEVEN, SKULL, FISH, PURPLE]
        Stream(self.seed, self.game, CHANCE).shuffle(drawn)
        return drawn[: self.games]

    def _set_up(self) -> None:
        """Shuffle, deal, and let each player look at the bottom row (A - Setup)."""
        self.king = self.kings[self.round]
        self.box = [Recipe(k, self.value[k]) for k in range(len(self.value)) for _ in range(self.count[k])]
        self.pile = list(self.box)  # its top is the end of the list
        Stream(self.seed, self.game, SHUFFLE + self.round).shuffle(self.pile)
        self.hands: list[list[Recipe]] = [[] for _ in range(self.players)]
        self.active = self.round % self.players
        for seat in [self.active, *self._others_from(self.active)]:
            for place in range(self.edition.dealt):
                recipe = self.pile.pop()
                if place >= self.edition.dealt - self.edition.looked_at:
                    recipe.seen_by.add(seat)
                self.hands[seat].append(recipe)

        self.turn = 0
        self.caller = NOBODY
        self.drawn: Recipe | None = None
        self.discards: list[Recipe] = []  # with the recipes thrown at them
        self.discard: Recipe | None = None  # the one last discarded
        self.chosen = (NOBODY, NOTHING)  # player and place of the recipe looked at or offered by an effect in use
        self.asked = [ON_TURN] * self.players  # what each seat was last asked
        self.put_in: dict[int, int] = {}  # secretly: seat -> card of the set
        self.helper_pile = [0, 0, 0]  # open

    def _others_from(self, seat: int) -> list[int]:
        """Return the other seats, clockwise from a seat's neighbour."""
        return [(seat + i) % self.players for i in range(1, self.players)]

    def _neighbour(self, seat: int) -> int:
        return (seat + 1) % self.players

    # ---- a turn (B - Player's Turn) ------------------------------------------------------------------------------

    def _play_turns(self) -> Generator[None, Move, int]:
        """Take turns until the king is served; return what ended the game."""
        while True:
            yield from self._take_turn()
            if not self.pile:
                return PILE_RAN_OUT
            if self._neighbour(self.active) == self.caller:
                return BANQUET
            self.active = self._neighbour(self.active)

    def _take_turn(self) -> Play:
        me = self.active
        self.turn += 1
        self.turns[me] += 1
        moves = [Move(DRAW, me)]
        if self.caller == NOBODY:
            moves.append(Move(CALL, me))
        move = yield from self._ask(me, ON_TURN, moves)
        if move.kind == CALL:
            yield from self._call_banquet()
            return

        self.drawn = self.pile.pop()
        self.drawn.seen_by.add(me)
        moves = [Move(DISCARD, me)] + [Move(REPLACE, me, place) for place in range(len(self.hands[me]))]
        move = yield from self._ask(me, ON_DRAWN, moves)
        drawn, self.drawn = self.drawn, None
        if move.kind == REPLACE:
            old, self.hands[me][move.place] = self.hands[me][move.place], drawn
            self.tally[me][REPLACED] += 1
            self.taken[me][drawn.kind] += 1
            self._discard(old)
            yield from self._store_in_pantry()
        else:
            self._discard(drawn)
            yield from self._store_in_pantry()
            yield from self._use_effect(drawn)

    def _discard(self, recipe: Recipe) -> None:
        recipe.seen_by |= self.everyone
        self.discards.append(recipe)
        self.discard = recipe

    def _use_effect(self, recipe: Recipe) -> Play:
        effect = EFFECTS[self.effect[recipe.kind]]
        if effect == "look":
            yield from self._look()
        elif effect == "swap":
            yield from self._swap_unseen()
        elif effect == "look_swap":
            yield from self._look()
            if self.chosen[0] not in (NOBODY, self.active):
                yield from self._swap_looked_at()
        self.chosen = (NOBODY, NOTHING)

    def _look(self) -> Play:
        """Look at any recipe on the table, or decline."""
        me = self.active
        moves = [Move(DECLINE, me)]
        for player in range(self.players):
            moves += [Move(LOOK, player, place) for place in range(len(self.hands[player]))]
        move = yield from self._ask(me, ON_LOOK, moves)
        if move.kind == LOOK:
            self.hands[move.player][move.place].seen_by.add(me)
            self.chosen = (move.player, move.place)
            self.tally[me][LOOKS] += 1

    def _swap_unseen(self) -> Play:
        """Swap an own recipe with another player's, neither looked at, or decline."""
        me = self.active
        move = yield from self._ask(me, ON_OFFER, self._offers())
        if move.kind == DECLINE:
            return
        self.chosen = (me, move.place)
        moves = []
        for player in range(self.players):
            if player != me:
                moves += [Move(SWAP, player, place) for place in range(len(self.hands[player]))]
        move = yield from self._ask(me, ON_SWAP, moves)
        self._swap(self.chosen, (move.player, move.place))

    def _swap_looked_at(self) -> Play:
        """Swap an own recipe with the one just looked at, or decline."""
        move = yield from self._ask(self.active, ON_LOOKED, self._offers())
        if move.kind == OFFER:
            self._swap((self.active, move.place), self.chosen)

    def _offers(self) -> list[Move]:
        me = self.active
        return [Move(DECLINE, me)] + [Move(OFFER, me, place) for place in range(len(self.hands[me]))]

    def _swap(self, one: tuple[int, int], other: tuple[int, int]) -> None:
        """Let two recipes (player, place) change places; who knows them goes on knowing them."""
        (p, i), (q, j) = one, other
        self.hands[p][i], self.hands[q][j] = self.hands[q][j], self.hands[p][i]
        self.tally[self.active][SWAPS] += 1

    # ---- storing in the pantry (B) -------------------------------------------------------------------------------

    def _store_in_pantry(self) -> Play:
        """Let the others throw a matching recipe, but not their last; all decide before anything is revealed."""
        throws: dict[int, int] = {}  # seat -> place, clockwise from the discarder
        for seat in self._others_from(self.active):
            places = range(len(self.hands[seat]))
            if len(places) >= 2:
                moves = [Move(PASS, seat)] + [Move(THROW, seat, place) for place in places]
                move = yield from self._ask(seat, IN_PANTRY, moves)
                if move.kind == THROW:
                    throws[seat] = move.place

        right: list[int] = []
        wrong: list[int] = []
        for seat, place in throws.items():
            thrown = self.hands[seat][place]
            thrown.seen_by |= self.everyone
            (right if thrown.value in self._matching_values() else wrong).append(seat)
        if right:
            fastest = self._race(right)
            self._remove(fastest, throws[fastest])
            self.tally[fastest][THROWN] += 1
        for seat in wrong:
            self.tally[seat][MISTAKES] += 1
            if self.pile:
                self.hands[seat].append(self.pile.pop())
                self.tally[seat][PENALTIES] += 1

    def _matching_values(self) -> tuple[int, int]:
        """Return the values that match the discard, low and high (F: under the purple king, its two neighbours)."""
        if self.discard is None:
            return UNKNOWN, UNKNOWN
        if self.king != PURPLE:
            return self.discard.value, self.discard.value
        k = self.discard.kind
        low = self.value[k - 1] if k > 0 else UNKNOWN
        high = self.value[k + 1] if k + 1 < len(self.value) else UNKNOWN
        return low, high

    def _race(self, seats: list[int]) -> int:
        """Return the fastest of the seats, drawn in proportion to their speeds; one alone is fastest undrawn."""
        speed = self.edition.speed
        x = self.race.below(sum(speed[seat] for seat in seats)) if len(seats) > 1 else 0
        for seat in seats:
            if x < speed[seat]:
                return seat
            x -= speed[seat]
        raise AssertionError("x is below the sum of the speeds")

    def _remove(self, seat: int, place: int) -> None:
        """Take a recipe from a hand; the last one of that hand moves into its place."""
        hand = self.hands[seat]
        self.discards.append(hand[place])
        hand[place] = hand[-1]
        hand.pop()

    # ---- the banquet (C, D) --------------------------------------------------------------------------------------

    def _call_banquet(self) -> Play:
        """Start the banquet; in the full game all players put a Helper card in at once."""
        self.caller = self.active
        self.tally[self.active][CALLED] += 1
        if self.edition.full:
            yield from self._put_in_helpers(self.caller)

    def _put_in_helpers(self, first: int) -> Play:
        """Let each player secretly choose a card of the own set that is not used yet."""
        for seat in [first, *self._others_from(first)]:
            left = [card for card in range(3) if self.helpers_left[seat][card]]
            move = yield from self._ask(seat, ON_PUT_IN, [Move(PUT_IN, seat, helper=self.helpers[c]) for c in left])
            card = next(card for card in left if self.helpers[card] == move.helper)
            self.helpers_left[seat][card] = 0
            self.put_in[seat] = card

    def _serve_the_king(self, ended: int) -> Play:
        """Reveal and rank the hands; in the full game, take Helper cards in the order of finish."""
        first = self._neighbour(self.active) if self.caller == NOBODY else self.caller
        if self.edition.full and self.caller == NOBODY:
            yield from self._put_in_helpers(first)
        self.ended.append(ended)
        self.callers.append(self.caller)
        self.pile_at_end.append(len(self.pile))
        for seat in range(self.players):
            self.hand_total[seat] += sum(self._hand_values(seat))
        if self.edition.full:
            yield from self._take_helpers(first)

    def _take_helpers(self, first: int) -> Play:
        for hand in self.hands:
            for recipe in hand:
                recipe.seen_by |= self.everyone
        for card in self.put_in.values():
            self.helper_pile[card] += 1
        self.piles_opened.append(list(self.helper_pile))
        clockwise = [first, *self._others_from(first)]
        for seat in sorted(clockwise, key=self._placing):  # sorted() leaves ties in clockwise order
            cards = [card for card in range(3) if self.helper_pile[card]]
            move = yield from self._ask(seat, ON_TAKE, [Move(TAKE, seat, helper=self.helpers[card]) for card in cards])
            card = next(card for card in cards if self.helpers[card] == move.helper)
            self.helper_pile[card] -= 1
            self.helpers_won[seat] += move.helper
            self.twos_won[seat] += move.helper == 2

    def _hand_values(self, seat: int) -> list[int]:
        return [recipe.value for recipe in self.hands[seat]]

    def _sea_creatures(self, seat: int) -> int:
        return sum(self.sea[recipe.kind] for recipe in self.hands[seat])

    def _placing(self, seat: int) -> tuple[int, ...]:
        return placing(self.king, self._hand_values(seat), self._sea_creatures(seat))

    # ---- what a seat knows, and how it ended ---------------------------------------------------------------------

    def view(self, seat: int) -> dict[str, Any]:
        """Return what a seat may know: plain numbers and lists, filled up to the room there is."""
        mine = seat == self.active
        looked_player, looked_place = self.chosen if mine else (NOBODY, NOTHING)
        low, high = self._matching_values()
        known = [[UNKNOWN] * PLACES for _ in range(SEATS)]
        knowers = [[0] * PLACES for _ in range(SEATS)]
        for player, hand in enumerate(self.hands):
            for place, recipe in enumerate(hand):
                knowers[player][place] = sum(1 << p for p in recipe.seen_by)
                if seat in recipe.seen_by:
                    known[player][place] = recipe.value
        unseen = [0] * len(self.value)
        for recipe in self.box:
            unseen[recipe.kind] += seat not in recipe.seen_by
        return {
            "turn": self.turn,
            "seat": seat,
            "players": self.players,
            "decision": self.asked[seat],
            "active": self.active,
            "king": self.king,
            "game": self.round,
            "games": self.games,
            "caller": self.caller,
            "pile": len(self.pile),
            "drawn": self.drawn.value if mine and self.drawn else UNKNOWN,
            "discard": self.discard.value if self.discard else UNKNOWN,
            "match_low": low,
            "match_high": high,
            "looked_player": looked_player,
            "looked_place": looked_place,
            "cards": _filled([len(hand) for hand in self.hands], SEATS),
            "known": known,
            "knowers": knowers,
            "kinds": len(self.value),
            "value": _filled(self.value, KINDS),
            "unseen": _filled(unseen, KINDS),
            "effect": _filled(self.effect, KINDS),
            "sea": _filled(self.sea, KINDS),
            "speed": _filled(self.edition.speed, SEATS),
            "helpers": list(self.helpers),
            "helpers_left": list(self.helpers_left[seat]),
            "helper_pile": list(self.helper_pile),
            "helper_piles": [*self.piles_opened, *([0, 0, 0] for _ in range(3 - len(self.piles_opened)))],
            "helpers_won": _filled(self.helpers_won, SEATS),
            "twos_won": _filled(self.twos_won, SEATS),
        }

    def result(self) -> dict[str, Any]:
        """Return how the match ended: by game of the match, by seat, and who won (C - End of the Game, E)."""
        seats = range(self.players)
        totals = [sum(self._hand_values(seat)) for seat in seats]
        lowest = [min(self._hand_values(seat)) for seat in seats]
        sea = [self._sea_creatures(seat) for seat in seats]
        if self.edition.full:
            score = self.helpers_won
            placings: list[tuple[int, ...]] = [(-self.helpers_won[seat], -self.twos_won[seat]) for seat in seats]
        else:
            score = lowest if self.king == SKULL else sea if self.king == FISH else totals
            placings = [self._placing(seat) for seat in seats]
        rank = [1 + sum(other < mine for other in placings) for mine in placings]
        return {
            "kings": list(self.kings),
            "ended": list(self.ended),
            "callers": list(self.callers),
            "pile_at_end": list(self.pile_at_end),
            "turns": list(self.turns),
            "hand_total": list(self.hand_total),
            "tally": [list(counts) for counts in self.tally],
            "taken": [list(counts) for counts in self.taken],
            "helpers_won": list(self.helpers_won),
            "twos_won": list(self.twos_won),
            "lowest": lowest,
            "sea": sea,
            "cards": [len(hand) for hand in self.hands],
            "score": list(score),
            "rank": rank,
            "share": [Fraction(int(r == 1), rank.count(1)) for r in rank],
        }


def _filled(numbers: Any, room: int) -> list[int]:
    """Return the numbers with zeros after them, `room` in all."""
    return [int(number) for number in numbers] + [0] * (room - len(numbers))
