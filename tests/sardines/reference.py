"""Sunny Day Sardines restated slowly and plainly, so that whole games can be compared with it decision by decision.

Written from the rulebook, section by section: Setup, Turn Overview (Gather Sardines, Complete an Order), Order Types,
End of Turn, End of Game, Scoring, Tiebreakers. A game is one generator that stops wherever a player is asked
something, so that the rules stand here in the order in which they are played. Every pile, hand and scoring area is a
list of kinds: a sardine card's kind is its row in the table `sardines`, an order's kind its row in `orders`.
"""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from boardstats.games.sardines.edition import Edition
from tests.reference_streams import CHANCE, SHUFFLE, Stream

ON_TURN, ON_PAY, ON_DISCARD = range(3)
GATHER, FILL, PAY, DISCARD, SKIP = range(5)

COLOURS = ["blue", "green", "orange", "pink"]
TYPES = ["regular", "special", "mixed_bag"]
REGULAR, SPECIAL, MIXED_BAG = range(3)

NOTHING = EMPTY = -1

# Room in a view.
SEATS, KINDS, ORDER_KINDS, MARKET, DISPLAY = 4, 16, 32, 10, 8


class Move(NamedTuple):
    cards: int
    kind: int
    first: int = NOTHING
    second: int = NOTHING


class Order(NamedTuple):
    """What an order card shows: fish by colour (regular), or a number of fish alike (special) or different."""

    type: int
    needs: list[int]
    number: int
    points: int

    @property
    def fish(self) -> int:
        """How many fish the order asks for."""
        return sum(self.needs) if self.type == REGULAR else self.number

    def is_covered_by(self, fish: list[int]) -> bool:
        """Say whether fish, counted by colour, are enough (Order Types)."""
        if self.type == REGULAR:
            return all(fish[colour] >= self.needs[colour] for colour in range(len(COLOURS)))
        if self.type == SPECIAL:
            return any(of_a_colour >= self.number for of_a_colour in fish)
        return sum(of_a_colour > 0 for of_a_colour in fish) >= self.number


Asking = Generator[None, Move, Move]  # stops at one decision and returns the move
Play = Generator[None, Move, None]  # stops at any number of decisions


def packed(cards: tuple[int, ...]) -> int:
    """Return cards, given as kinds, as one number: how many of kind k stands in its four bits from 4 k on."""
    return sum(1 << (4 * kind) for kind in cards)


class Game:
    """A game for two to four players; seat 0 starts.

    Attributes
    ----------
    seat, decision : int
        Who is asked, and what (`ON_TURN` …).
    over : bool
        True when nobody is asked any more.
    """

    def __init__(self, edition: Edition, players: int, seed: int, game: int) -> None:
        self.edition, self.players, self.seed, self.game = edition, players, seed, game
        sardines = edition.tables["sardines"].to_dict("records")
        orders = edition.tables["orders"].to_dict("records")
        self.fish = [[int(row[colour]) for colour in COLOURS] for row in sardines]  # by kind
        self.orders = [
            Order(TYPES.index(row["type"]), [int(row[c]) for c in COLOURS], int(row["fish"]), int(row["points"]))
            for row in orders
        ]
        self.count = [int(row["count"]) for row in sardines]
        self.order_count = [int(row["count"]) for row in orders]

        self.turn = 0
        self.turns = [0] * players
        self.asked = [ON_TURN] * players  # what each seat was last asked
        self.shuffles = 0  # of the discard pile
        self.paying_for = NOTHING  # space of the display
        self.overpaid = [0] * players
        self.passes = [0] * players
        self.gathered: list[list[int]] = [[] for _ in range(players)]
        self.discarded = [0] * players
        self._set_up()

        self.over = False
        self._moves: list[Move] = []
        self._game = self._play_rounds()
        next(self._game)

    # ---- what the caller does ------------------------------------------------------------------------------------

    def legal(self) -> list[tuple[int, int, int, int]]:
        """Return the legal moves of the seat that is asked: (cards, kind, first, second)."""
        return list(self._moves)

    def play(self, move: tuple[int, int, int, int]) -> None:
        """Play a legal move and go on to the next decision, or to the end."""
        move = Move(*map(int, move))
        if move not in self._moves:
            raise ValueError(f"{move} is not legal now")
        try:
            self._game.send(move)
        except StopIteration:
            self.over = True
            self._moves = []

    def _ask(self, seat: int, decision: int, moves: list[Move]) -> Asking:
        self.seat, self.decision, self._moves = seat, decision, moves
        self.asked[seat] = decision
        return (yield)

    # ---- Setup ---------------------------------------------------------------------------------------------------

    def _set_up(self) -> None:
        """Shuffle both decks, deal to each player, reveal the market and the orders."""
        self.deck = [kind for kind, count in enumerate(self.count) for _ in range(count)]  # its top is the end
        Stream(self.seed, self.game, SHUFFLE).shuffle(self.deck)
        self.order_deck = [kind for kind, count in enumerate(self.order_count) for _ in range(count)]
        Stream(self.seed, self.game, CHANCE).shuffle(self.order_deck)
        self.discards: list[int] = []
        self.hands = [[self.deck.pop() for _ in range(self.edition.dealt)] for _ in range(self.players)]
        self.known: list[list[int]] = [[] for _ in range(self.players)]  # the part of each hand that all have seen
        self.market = [self.deck.pop() for _ in range(self.edition.market_size)]
        self.display = [self.order_deck.pop() for _ in range(self.edition.display_size)]
        self.scoring_areas: list[list[int]] = [[] for _ in range(self.players)]

    # ---- Turn Overview -------------------------------------------------------------------------------------------

    def _play_rounds(self) -> Play:
        """Play rounds until the last order card is revealed, and that round to its end (End of Game)."""
        while True:
            for seat in range(self.players):
                yield from self._take_turn(seat)
            if self._last_order_is_revealed():
                return

    def _last_order_is_revealed(self) -> bool:
        return not self.order_deck

    def _take_turn(self, me: int) -> Play:
        """Gather or complete an order; pass if neither is possible; then end the turn."""
        self.turn += 1
        self.turns[me] += 1
        actions = self._gatherings() + self._fillable_orders(me)
        move = yield from self._ask(me, ON_TURN, actions or [Move(0, SKIP)])
        if move.kind == GATHER:
            self._gather(me, [space for space in (move.first, move.second) if space != NOTHING])
        elif move.kind == FILL:
            yield from self._complete_order(me, move.first)
        else:
            self.passes[me] += 1
        self._refill()
        yield from self._discard_down_to_the_limit(me)

    # ---- Gather Sardines -----------------------------------------------------------------------------------------

    def _gatherings(self) -> list[Move]:
        """List the ways to take exactly two fish; of those that take the same kinds, only the first."""
        moves: list[Move] = []
        listed: list[list[int]] = []
        singles = [space for space, kind in enumerate(self.market) if kind != EMPTY and sum(self.fish[kind]) == 1]
        for a, kind in enumerate(self.market):
            if kind == EMPTY:
                continue
            takings = [(a, b) for b in singles if b > a] if a in singles else [(a, NOTHING)]
            for first, second in takings:
                kinds = sorted(self.market[space] for space in (first, second) if space != NOTHING)
                if kinds not in listed:
                    listed.append(kinds)
                    moves.append(Move(0, GATHER, first, second))
        return moves

    def _gather(self, me: int, spaces: list[int]) -> None:
        for space in spaces:
            kind = self.market[space]
            self.market[space] = EMPTY
            self.hands[me].append(kind)
            self.known[me].append(kind)
            self.gathered[me].append(kind)

    # ---- Complete an Order ---------------------------------------------------------------------------------------

    def _fillable_orders(self, me: int) -> list[Move]:
        """List the orders on display that the whole hand covers; of equal ones, only the first."""
        moves: list[Move] = []
        listed: list[int] = []
        for space, kind in enumerate(self.display):
            if kind == EMPTY or kind in listed:
                continue
            if self.orders[kind].is_covered_by(self._fish_on(self.hands[me])):
                listed.append(kind)
                moves.append(Move(0, FILL, space))
        return moves

    def _complete_order(self, me: int, space: int) -> Play:
        """Pay with cards, which cannot be split, and move the order to the scoring area."""
        self.paying_for = space
        kind = self.display[space]
        order = self.orders[kind]
        payments = {packed(cards): cards for cards in self._payments(me, order)}
        move = yield from self._ask(me, ON_PAY, [Move(cards, PAY) for cards in payments])
        payment = payments[move.cards]
        for card in payment:
            self._discard(me, card)
        self.overpaid[me] += sum(self._fish_on(payment)) - order.fish
        self.display[space] = EMPTY
        self.scoring_areas[me].append(kind)
        self.paying_for = NOTHING

    def _payments(self, me: int, order: Order) -> list[tuple[int, ...]]:
        """Return every set of cards that covers an order and from which no card can be left out, the cheapest first."""
        hand = sorted(self.hands[me])
        sets = {cards for n in range(1, len(hand) + 1) for cards in combinations(hand, n)}

        def is_enough(cards: tuple[int, ...]) -> bool:
            return order.is_covered_by(self._fish_on(cards))

        def can_leave_one_out(cards: tuple[int, ...]) -> bool:
            return any(is_enough(cards[:i] + cards[i + 1 :]) for i in range(len(cards)))

        payments = [cards for cards in sets if is_enough(cards) and not can_leave_one_out(cards)]
        return sorted(payments, key=lambda cards: (sum(self._fish_on(cards)), len(cards), packed(cards)))

    def _fish_on(self, cards: list[int] | tuple[int, ...]) -> list[int]:
        """Return how many fish cards show, by colour."""
        return [sum(self.fish[kind][colour] for kind in cards) for colour in range(len(COLOURS))]

    def _discard(self, me: int, kind: int) -> None:
        """Discard a card of a kind: one that all have seen, if there is one; else one that was dealt."""
        self.hands[me].remove(kind)
        if kind in self.known[me]:
            self.known[me].remove(kind)
        self.discards.append(kind)

    # ---- End of Turn ---------------------------------------------------------------------------------------------

    def _refill(self) -> None:
        """Fill empty spaces of the market, then of the display, as far as there are cards."""
        for space, kind in enumerate(self.market):
            if kind == EMPTY:
                if not self.deck:
                    self._shuffle_discards()
                if self.deck:
                    self.market[space] = self.deck.pop()
        for space, kind in enumerate(self.display):
            if kind == EMPTY and self.order_deck:
                self.display[space] = self.order_deck.pop()

    def _shuffle_discards(self) -> None:
        """Make the discard pile, if there is one, the new deck."""
        if self.discards:
            self.shuffles += 1
            self.deck, self.discards = sorted(self.discards), []
            Stream(self.seed, self.game, SHUFFLE + self.shuffles).shuffle(self.deck)

    def _discard_down_to_the_limit(self, me: int) -> Play:
        while len(self.hands[me]) > self.edition.hand_limit:
            kinds = sorted(set(self.hands[me]))
            move = yield from self._ask(me, ON_DISCARD, [Move(0, DISCARD, kind) for kind in kinds])
            self._discard(me, move.first)
            self.discarded[me] += 1

    # ---- what a seat knows ---------------------------------------------------------------------------------------

    def view(self, seat: int) -> dict[str, Any]:
        """Return what a seat may know: plain numbers and lists, filled up to the room there is."""
        pays = self.paying_for != NOTHING and seat == self.seat
        others = [other for other in range(self.players) if other != seat]
        hidden = [len(self.hands[p]) - len(self.known[p]) for p in range(self.players)]
        hidden[seat] = 0
        known = [_counted(cards, KINDS) for cards in self.known]
        known[seat] = _counted(self.hands[seat], KINDS)
        unseen = _counted(self.deck, KINDS)
        for other in others:
            for kind in self.hands[other]:
                unseen[kind] += 1
            for kind in self.known[other]:
                unseen[kind] -= 1
        return {
            "turn": self.turn,
            "seat": seat,
            "players": self.players,
            "decision": self.asked[seat],
            "last_round": int(self._last_order_is_revealed()),
            "hand_limit": self.edition.hand_limit,
            "kinds": len(self.fish),
            "order_kinds": len(self.orders),
            "deck": len(self.deck),
            "orders_left": len(self.order_deck),
            "order": self.display[self.paying_for] if pays else NOTHING,
            "market": _filled(self.market, MARKET, EMPTY),
            "display": _filled(self.display, DISPLAY, EMPTY),
            "hand": _counted(self.hands[seat], KINDS),
            "known": _filled(known, SEATS, [0] * KINDS),
            "hidden": _filled(hidden, SEATS, 0),
            "cards": _filled([len(hand) for hand in self.hands], SEATS, 0),
            "points": _filled([sum(self._points(p)) for p in range(self.players)], SEATS, 0),
            "filled": _filled([len(area) for area in self.scoring_areas], SEATS, 0),
            "unseen": unseen,
            "discards": _counted(self.discards, KINDS),
            "unseen_orders": _counted(self.order_deck, ORDER_KINDS),
            "fish": _filled([list(fish) for fish in self.fish], KINDS, [0] * len(COLOURS)),
            "type": _filled([order.type for order in self.orders], ORDER_KINDS, 0),
            "needs": _filled([list(order.needs) for order in self.orders], ORDER_KINDS, [0] * len(COLOURS)),
            "alike": _filled([order.number for order in self.orders], ORDER_KINDS, 0),
            "worth": _filled([order.points for order in self.orders], ORDER_KINDS, 0),
        }

    # ---- Scoring, Tiebreakers ------------------------------------------------------------------------------------

    def _points(self, seat: int) -> list[int]:
        """Return the points of a seat's completed orders by their type."""
        orders = [self.orders[kind] for kind in self.scoring_areas[seat]]
        return [sum(order.points for order in orders if order.type == t) for t in range(len(TYPES))]

    def result(self) -> dict[str, Any]:
        """Return how the game ended, by seat, and who won."""
        seats = range(self.players)
        points = [self._points(seat) for seat in seats]
        score = [sum(by_type) for by_type in points]
        filled = [len(area) for area in self.scoring_areas]
        fish_left = [sum(self._fish_on(hand)) for hand in self.hands]
        gathered = [[sum(self.fish[kind]) for kind in cards] for cards in self.gathered]  # fish on each card
        merits = list(zip(score, filled, fish_left, strict=True))  # the larger, the better
        rank = [1 + sum(other > mine for other in merits) for mine in merits]
        return {
            "points": points,
            "filled": filled,
            "overpaid": list(self.overpaid),
            "passes": list(self.passes),
            "singles": [fish.count(1) for fish in gathered],
            "doubles": [fish.count(2) for fish in gathered],
            "discarded": list(self.discarded),
            "fish_left": fish_left,
            "cards_left": [len(hand) for hand in self.hands],
            "turns": list(self.turns),
            "taken": [_counted(area, ORDER_KINDS) for area in self.scoring_areas],
            "shuffles": self.shuffles,
            "last_round": int(self._last_order_is_revealed()),
            "score": score,
            "rank": rank,
            "share": [Fraction(int(r == 1), rank.count(1)) for r in rank],
        }


def _counted(cards: list[int], room: int) -> list[int]:
    """Return how many of each kind there are, with room for so many kinds."""
    counts = [0] * room
    for kind in cards:
        counts[kind] += 1
    return counts


def _filled(values: list[Any], room: int, with_what: Any) -> list[Any]:
    """Return the values with others after them, `room` in all."""
    return values + [with_what] * (room - len(values))
