"""Phraya restated slowly and plainly, so that whole games can be compared with it decision by decision.

Written from the rulebook, section by section: Set Up, The Turn (Playing a Card, Movement, Actions), the stalls, The Royal
Barge, End of the Game; and from the rulings where the rulebook is silent. A game is one generator that stops wherever a
player is asked something, so that the rules stand here in the order in which they are played. Cards are known by their
number (basic cards, then market cards), orders and kinds of basket by their rows in the tables, prices by their box.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from boardstats.games.phraya.edition import Edition
from tests.phraya import reference_scoring, reference_view
from tests.phraya.reference_board import (
    CROSSINGS_OF,
    LEADING_OUT,
    MIDDLE,
    PARTS,
    SECTIONS_AT,
    STALLS,
    barge_reach,
    boat_reach,
    is_blocked,
    put_together,
)
from tests.phraya.reference_box import EACH_GOOD, GOODS, Box
from tests.reference_streams import CHANCE, SHUFFLE, Stream

ON_BOAT, ON_FIRST_STALL, ON_CARD, ON_MERCHANT, ON_BARGE, ON_ROWING = range(6)
ON_GOODS, ON_FLOWERS, ON_REFRESH, ON_MOVE, ON_ACTION = range(6, 11)
LAUNCH, FOUND, PLAY, STEER, BARGE, ROW, DROP, CASH, REFRESH, MOVE_BOAT = range(10)
BUY, SELL, BUY_BASKET, HIRE, DELIVER, OFFER, BUY_CARD, BUY_STALL, TITHE, END_TURN = range(10, 20)
EMPTY = -1

FISH, MEAT = 2, 3
N_TYPES = 4
COIN, FLOWER = 0, 1  # what a market card is paid with


class Move(NamedTuple):
    kind: int
    first: int = EMPTY
    second: int = EMPTY
    third: int = EMPTY


@dataclass
class Board:
    """What a player has, and what is counted of it."""

    coins: int
    stalls_left: int
    disks_left: int
    rowers: int
    hand: list[int]
    discard: list[int] = field(default_factory=list)
    baskets: list[tuple[int, int]] = field(default_factory=list)  # the goods of each
    goods: list[int] = field(default_factory=lambda: [0] * len(GOODS))
    boat: int = EMPTY
    flowers: int = 0
    favors: int = 0
    orders: list[int] = field(default_factory=list)
    cards_taken: list[int] = field(default_factory=list)
    turns: int = 0
    cards_bought: int = 0
    stalls_bought: int = 0
    baskets_bought: int = 0
    rowers_hired: int = 0
    goods_bought: int = 0
    goods_sold: int = 0
    favors_used: int = 0
    flowers_from_stalls: int = 0
    blessings: int = 0
    retrievals: int = 0
    price_changes: int = 0
    barge_moves: int = 0
    blocked_turns: int = 0

    @property
    def cards(self) -> list[int]:
        return self.hand + self.discard

    @property
    def room(self) -> list[int]:
        """Goods of each kind that the baskets hold at most."""
        return [sum(basket.count(good) for basket in self.baskets) for good in EACH_GOOD]


Asking = Generator[None, Move, Move]  # stops at one decision and returns the move
Play = Generator[None, Move, None]  # stops at any number of decisions


class Game:
    """A game for two to four players.

    Attributes
    ----------
    seat, decision : int
        Who is asked, and what (`ON_BOAT` …).
    over : bool
        True when the game has ended.
    """

    NOTED_ROUNDS = 20

    def __init__(self, edition: Edition, players: int, seed: int, game: int) -> None:
        self.edition, self.players, self.seed, self.game = edition, players, seed, game
        self.box = Box(edition)
        self.turn = 0
        self.played = EMPTY  # the card of this turn
        self.blocked = self.tithed = 0
        self.visited = [0, 0]  # the stalls at the boat, in this turn
        self.prices_noted: list[list[int]] = [[] for _ in GOODS]
        self._set_up()
        self.over = False
        self._moves: list[Move] = []
        self._game = self._play()
        next(self._game)

    # ---- what the caller does ------------------------------------------------------------------------------------

    def legal(self) -> list[tuple[int, int, int, int]]:
        """Return the legal moves of the seat that is asked: (kind, first, second, third)."""
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
        return (yield)

    def view(self, seat: int) -> dict[str, Any]:
        """Return what a seat knows; it is the same for all."""
        return reference_view.view(self)

    def result(self) -> dict[str, Any]:
        """Return how the game ended."""
        return reference_scoring.result(self)

    # ---- Set Up --------------------------------------------------------------------------------------------------

    def _shuffled(self, pile: Iterable[int], number: int) -> list[int]:
        """Return a shuffled pile; its top is its end."""
        pile = list(pile)
        Stream(self.seed, self.game, number).shuffle(pile)
        return pile

    def _set_up(self) -> None:
        edition = self.edition
        self._assemble()
        self.barge, self.merchant_at, self.boxes = MIDDLE, 0, [edition.start_box - 1] * len(GOODS)
        self.goods_left = list(self.box.goods)
        self.rowers_left, self.favors_left, self.flowers_left = edition.rower_tiles, edition.favors, edition.flowers
        self.boards = [
            Board(
                coins=edition.start_coins + seat * edition.coins_per_seat,
                stalls_left=edition.stalls - (self.players - 2),
                disks_left=edition.disks,
                rowers=edition.start_rowers,
                hand=list(range(self.box.basics)),
            )
            for seat in range(self.players)
        ]
        self.deck = self._shuffled(range(self.box.basics, len(self.box.cards)), SHUFFLE)
        self.deck_known = 0  # cards that were put under the deck
        self.display = [self._draw_card() for _ in range(edition.display)]
        kinds = [kind for kind, n in enumerate(self.box.basket_counts) for _ in range(n)]
        self.bag = self._shuffled(kinds, SHUFFLE + 1)
        self._give_baskets()
        self.basket_at = {stall: self._draw_basket() for stall in self._stalls_of("basket")}
        of_types = [[order for order, printed in enumerate(self.box.orders) if printed.type == t] for t in range(N_TYPES)]
        self.stacks = [self._shuffled(of_a_type, SHUFFLE + 2 + t) for t, of_a_type in enumerate(of_types)]
        self.removed = [stack.pop() for stack in self.stacks if stack and self.players == 2]
        self.order_at = {stall: self._draw_order() for stall in self._stalls_of("restaurant")}
        self.temple_disks = [[EMPTY] * len(self.box.column_flowers) for _ in GOODS]
        self.king_disks = [[EMPTY] * len(row) for row in self.box.king]

    def _assemble(self) -> None:
        parts, backs = list(range(len(PARTS))), [0] * len(PARTS)
        if self.edition.board == "random":
            stream = Stream(self.seed, self.game, CHANCE)
            stream.shuffle(parts)
            backs = [stream.below(2) for _ in parts]
        market = put_together(self.box.board, parts, backs)
        self.kind = [market[stall][0] for stall in range(len(STALLS))]
        self.silhouette = [market[stall][1] for stall in range(len(STALLS))]
        self.owner = [EMPTY] * len(STALLS)

    def _stalls_of(self, kind: str) -> list[int]:
        return [stall for stall in range(len(STALLS)) if self.kind[stall] == kind]

    def _draw_card(self) -> int:
        card = self.deck.pop() if self.deck else EMPTY
        self.deck_known = min(self.deck_known, len(self.deck))
        return card

    def _draw_basket(self) -> int:
        return self.bag.pop() if self.bag else EMPTY

    def _draw_order(self) -> int:
        """Draw from the first stack that has an order left."""
        return next((stack.pop() for stack in self.stacks if stack), EMPTY)

    def _give_baskets(self) -> None:
        """Give printed baskets, or (Advanced Optional: Starting Boats) two tiles each, and coins for cheaper ones."""
        if self.edition.boats == "standard":
            for board in self.boards:
                board.baskets = list(self.box.boat)
            return
        dealt = [[self.box.baskets[self._draw_basket()] for _ in range(2)] for _ in self.boards]
        worth = [reference_scoring.split(sum(basket.price for basket in baskets), 2) for baskets in dealt]
        for board, baskets, value in zip(self.boards, dealt, worth, strict=True):
            board.baskets = [basket.goods for basket in baskets]
            board.coins += max(worth) - value

    def _place_boats_and_stalls(self) -> Play:
        """Place boats in playing order, then first stalls in reverse order."""
        for seat in range(self.players):
            free = [section for section in LEADING_OUT if section not in self._other_boats(seat)]
            move = yield from self._ask(seat, ON_BOAT, [Move(LAUNCH, section) for section in free])
            self.boards[seat].boat = move.first
        for seat in reversed(range(self.players)):
            move = yield from self._ask(seat, ON_FIRST_STALL, [Move(FOUND, stall) for stall in self._vacant_stalls()])
            self._place_stall(seat, move.first)

    def _other_boats(self, me: int) -> list[int]:
        return [board.boat for seat, board in enumerate(self.boards) if seat != me]

    def _vacant_stalls(self) -> list[int]:
        return [stall for stall in range(len(STALLS)) if self.silhouette[stall] and self.owner[stall] == EMPTY]

    def _place_stall(self, me: int, stall: int) -> None:
        self.owner[stall] = me
        self.boards[me].stalls_left -= 1

    # ---- The Turn ------------------------------------------------------------------------------------------------

    def _play(self) -> Play:
        yield from self._place_boats_and_stalls()
        while True:
            for seat in range(self.players):
                yield from self._take_turn(seat)
                if self._is_ended():
                    return
            for g, noted in enumerate(self.prices_noted):
                if len(noted) < self.NOTED_ROUNDS:
                    noted.append(self.price(g))

    def _take_turn(self, me: int) -> Play:
        board = self.boards[me]
        self.turn += 1
        board.turns += 1
        self.played, self.visited, self.tithed = EMPTY, [0, 0], 0
        self.blocked = int(is_blocked(board.boat, self.barge))
        board.blocked_turns += self.blocked
        yield from self._play_card(me)
        if self.box.cards[self.played].effects["retrieval"]:
            yield from self._retrieve(me)
            return
        yield from self._carry_out(me, self.box.cards[self.played].effects)
        yield from self._move(me)
        yield from self._act(me)

    # ---- Playing a Card ------------------------------------------------------------------------------------------

    def _play_card(self, me: int) -> Play:
        board = self.boards[me]
        playable = sorted(board.hand)
        if self.blocked:
            playable = [card for card in playable if self.box.cards[card].effects["barge_high"]] or playable
        move = yield from self._ask(me, ON_CARD, [Move(PLAY, card) for card in playable])
        self.played = move.first
        board.hand.remove(self.played)
        board.discard.append(self.played)

    def _retrieve(self, me: int) -> Play:
        """Take back all cards, with a coin for each; the market may be refreshed."""
        board = self.boards[me]
        board.retrievals += 1
        board.coins += len(board.discard)
        board.hand, board.discard = board.cards, []
        if self.display[0] != EMPTY:
            move = yield from self._ask(me, ON_REFRESH, [Move(REFRESH, yes) for yes in range(2)])
            if move.first:
                self.deck.insert(0, self.display[0])
                self.deck_known += 1
                self._take_from_display(0)

    def _take_from_display(self, place: int) -> int:
        """Take a market card; the others slide to the left, and one is drawn to the last place."""
        card = self.display.pop(place)
        cards = [other for other in self.display if other != EMPTY] + [self._draw_card()]
        self.display = cards + [EMPTY] * (self.edition.display - len(cards))
        return card

    def _carry_out(self, me: int, effects: dict[str, int]) -> Play:
        """Carry out the immediate effects of a card."""
        self.boards[me].coins += effects["coins"]
        self._take_flowers(me, effects["flowers"])
        if effects["change_1"]:
            yield from self._steer_merchant(me, effects)
        if effects["barge_high"]:
            yield from self._move_barge(me, effects)
        if effects["boat"]:
            yield from self._row(me, effects["boat"])
        if effects["goods_to_flowers"]:
            yield from self._drop_goods(me, effects["goods_to_flowers"])
        if effects["flowers_to_coins"] and self.boards[me].flowers:
            yield from self._cash_flowers(me, effects["flowers_to_coins"])

    def _take_flowers(self, seat: int, n: int) -> int:
        """Take flowers from the supply, as far as there are any, and return how many."""
        n = min(n, self.flowers_left)
        self.flowers_left -= n
        self.boards[seat].flowers += n
        return n

    def _pay(self, me: int, coins: int = 0, flowers: int = 0, favors: int = 0) -> None:
        board = self.boards[me]
        board.coins -= coins
        board.flowers -= flowers
        self.flowers_left += flowers
        board.favors -= favors
        self.favors_left += favors
        board.favors_used += favors

    def _give_goods(self, me: int, goods: Iterable[int]) -> None:
        """Return goods, counted by kind, to the supply."""
        for g, n in enumerate(goods):
            self.boards[me].goods[g] -= n
            self.goods_left[g] += n

    def _row(self, me: int, steps: int) -> Play:
        """Move the boat an exact number of sections, if that is possible."""
        sections = self._where_to(me, [steps])
        if sections:
            move = yield from self._ask(me, ON_ROWING, [Move(ROW, section) for section in sections])
            self.boards[me].boat = move.first

    def _drop_goods(self, me: int, flowers: int) -> Play:
        goods = self.boards[me].goods
        while any(goods):
            moves = [Move(DROP, g) for g in EACH_GOOD if goods[g]]
            move = yield from self._ask(me, ON_GOODS, [*moves, Move(DROP, EMPTY)])
            if move.first == EMPTY:
                return
            self._give_goods(me, one(move.first))
            self._take_flowers(me, flowers)

    def _cash_flowers(self, me: int, coins: int) -> Play:
        moves = [Move(CASH, n) for n in range(self.boards[me].flowers + 1)]
        move = yield from self._ask(me, ON_FLOWERS, moves)
        self._pay(me, flowers=move.first)
        self.boards[me].coins += move.first * coins

    # ---- The Merchant --------------------------------------------------------------------------------------------

    def price(self, good: int) -> int:
        """Return the current price of a good."""
        return self.box.chart[good][self.boxes[good]]

    def _steer_merchant(self, me: int, effects: dict[str, int]) -> Play:
        route, steps = len(self.box.merchant), range(effects["merchant_low"], effects["merchant_high"] + 1)
        spaces = {(self.merchant_at + way * n) % route for n in steps for way in (-1, 1)}
        moves = [Move(STEER, space, which) for space in sorted(spaces) for which in range(2)]
        move = yield from self._ask(me, ON_MERCHANT, moves)
        self.merchant_at = move.first
        goods = self.box.merchant[move.first]
        for good, change in ((goods[move.second], effects["change_1"]), (goods[1 - move.second], effects["change_2"])):
            before = self.boxes[good]
            self.boxes[good] = min(max(before + change, 0), len(self.box.chart[good]) - 1)
            self.boards[me].price_changes += abs(self.boxes[good] - before)

    # ---- The Royal Barge -----------------------------------------------------------------------------------------

    def _move_barge(self, me: int, effects: dict[str, int]) -> Play:
        """Move the barge an exact number of crossings, not so that the mover is blocked; then the King blesses."""
        steps = range(effects["barge_low"], effects["barge_high"] + 1)
        crossings = set().union(*(barge_reach(self.barge, n) for n in steps))
        crossings = {crossing for crossing in crossings if not is_blocked(self.boards[me].boat, crossing)} or crossings
        move = yield from self._ask(me, ON_BARGE, [Move(BARGE, crossing) for crossing in sorted(crossings)])
        self.barge = move.first
        self.boards[me].barge_moves += 1
        in_range = [stall for section in SECTIONS_AT[self.barge] for stall in (2 * section, 2 * section + 1)]
        for k in range(self.players):
            seat = (me + k) % self.players
            for _ in [stall for stall in in_range if self.owner[stall] == seat]:
                self._take_flowers(seat, effects["blessing_flowers"])
                self.boards[seat].coins += effects["blessing_coins"]
                self.boards[seat].blessings += 1

    # Royal Offerings.

    def _tithes(self, me: int) -> list[Move]:
        board = self.boards[me]
        if self.tithed or not board.disks_left or self.barge not in CROSSINGS_OF[board.boat]:
            return []
        return [
            Move(TITHE, row, space)
            for row, spaces in enumerate(self.box.king)
            for space, cost in enumerate(spaces)
            if self.king_disks[row][space] == EMPTY
            and (board.coins >= cost.coins and board.flowers >= cost.flowers)
            and all(have >= n for have, n in zip(board.goods, cost.goods, strict=True))
        ]

    def _tithe(self, me: int, move: Move) -> None:
        cost = self.box.king[move.first][move.second]
        self._pay(me, coins=cost.coins, flowers=cost.flowers)
        self._give_goods(me, cost.goods)
        self.king_disks[move.first][move.second] = me
        self.boards[me].disks_left -= 1
        self.tithed = 1
        if self.favors_left:
            self.favors_left -= 1
            self.boards[me].favors += 1

    # ---- Movement ------------------------------------------------------------------------------------------------

    def _where_to(self, me: int, numbers_of_steps: Iterable[int]) -> list[int]:
        """List the sections a boat may move to: not those with a boat, and not its own."""
        own = self.boards[me].boat
        sections = set().union(*(boat_reach(own, steps, self.barge) for steps in numbers_of_steps))
        return sorted(sections - {own, *self._other_boats(me)})

    def _move(self, me: int) -> Play:
        sections = self._where_to(me, range(1, self.boards[me].rowers + 1))
        if sections:
            move = yield from self._ask(me, ON_MOVE, [Move(MOVE_BOAT, section) for section in sections])
            self.boards[me].boat = move.first

    # ---- Actions -------------------------------------------------------------------------------------------------

    def _act(self, me: int) -> Play:
        actions = {
            BUY: self._buy, SELL: self._sell, BUY_BASKET: self._buy_basket, HIRE: self._hire, DELIVER: self._deliver,
            OFFER: self._offer, BUY_CARD: self._buy_card, BUY_STALL: self._buy_stall, TITHE: self._tithe,
        }  # fmt: skip
        while not self._is_ended():
            move = yield from self._ask(me, ON_ACTION, self._actions(me))
            if move.kind == END_TURN:
                return
            actions[move.kind](me, move)
            if move.kind != TITHE:
                self.visited[move.first % 2] = 1

    def _actions(self, me: int) -> list[Move]:
        moves: list[Move] = []
        for side in range(2):
            stall = 2 * self.boards[me].boat + side
            if not self.visited[side]:
                moves += self._interactions(me, stall)
        return [*moves, *self._tithes(me), Move(END_TURN)]

    def _interactions(self, me: int, stall: int) -> list[Move]:
        if self.kind[stall] in GOODS:
            return self._trades(me, stall)
        of_a_kind = {
            "basket": self._baskets_and_rowers, "restaurant": self._deliveries, "temple": self._offerings,
            "scribe": self._cards, "administration": self._stalls,
        }  # fmt: skip
        return of_a_kind[self.kind[stall]](me, stall)

    def _has_passive(self, passive: str) -> bool:
        return self.box.cards[self.played].passive == passive

    # Goods Stall.

    def _buying_price(self, good: int) -> int:
        return self.box.chart[good][0] if self._has_passive(f"cheap_{GOODS[good]}") else self.price(good)

    def _trades(self, me: int, stall: int) -> list[Move]:
        board, good = self.boards[me], GOODS.index(self.kind[stall])
        most = min(board.room[good] - board.goods[good], self.goods_left[good])
        buys = [
            Move(BUY, stall, n, favors)
            for n in range(1, most + 1)
            for favors in range(min(n, board.favors) + 1)
            if (n - favors) * self._buying_price(good) <= board.coins
        ]
        return buys + [Move(SELL, stall, n) for n in range(1, board.goods[good] + 1)]

    def _buy(self, me: int, move: Move) -> None:
        board, good = self.boards[me], GOODS.index(self.kind[move.first])
        self._pay(me, coins=(move.second - move.third) * self._buying_price(good), favors=move.third)
        self.goods_left[good] -= move.second
        board.goods[good] += move.second
        board.goods_bought += move.second
        self._reward_owner(me, move.first)

    def _sell(self, me: int, move: Move) -> None:
        board, good = self.boards[me], GOODS.index(self.kind[move.first])
        self._give_goods(me, one(good, move.second))
        board.coins += move.second * self.price(good)
        board.goods_sold += move.second
        self._reward_owner(me, move.first)

    def _reward_owner(self, me: int, stall: int) -> None:
        owner = self.owner[stall]
        if owner not in (EMPTY, me):
            self.boards[owner].flowers_from_stalls += self._take_flowers(owner, 1)

    # Basket Stall.

    def _baskets_and_rowers(self, me: int, stall: int) -> list[Move]:
        board, moves = self.boards[me], []
        kind = self.basket_at[stall]
        if kind != EMPTY and len(board.baskets) < self.edition.basket_spaces:
            moves += [Move(BUY_BASKET, stall, 0)] * (board.coins >= self.box.baskets[kind].price)
            moves += [Move(BUY_BASKET, stall, 1)] * (board.favors > 0)
        if board.rowers < self.edition.max_rowers and self.rowers_left > 0:
            moves += [Move(HIRE, stall, good) for good in (FISH, MEAT) if board.goods[good]]
            moves += [Move(HIRE, stall, EMPTY)] * (board.favors > 0)
        return moves

    def _buy_basket(self, me: int, move: Move) -> None:
        basket = self.box.baskets[self.basket_at[move.first]]
        self._pay(me, coins=0 if move.second else basket.price, favors=move.second)
        self.boards[me].baskets.append(basket.goods)
        self.boards[me].baskets_bought += 1
        self.basket_at[move.first] = self._draw_basket()

    def _hire(self, me: int, move: Move) -> None:
        if move.second == EMPTY:
            self._pay(me, favors=1)
        else:
            self._give_goods(me, one(move.second))
        self.rowers_left -= 1
        self.boards[me].rowers += 1
        self.boards[me].rowers_hired += 1

    # Restaurant Stall.

    def _goods_needed(self, order: int) -> list[int]:
        ignored = [int(self._has_passive(f"ignore_{good}")) for good in GOODS]
        return [max(n - less, 0) for n, less in zip(self.box.orders[order].goods, ignored, strict=True)]

    def _deliveries(self, me: int, stall: int) -> list[Move]:
        order, goods = self.order_at[stall], self.boards[me].goods
        if order == EMPTY or any(have < n for have, n in zip(goods, self._goods_needed(order), strict=True)):
            return []
        return [Move(DELIVER, stall)]

    def _deliver(self, me: int, move: Move) -> None:
        order = self.order_at[move.first]
        self._give_goods(me, self._goods_needed(order))
        self.boards[me].coins += self.box.orders[order].coins
        self.boards[me].orders.append(order)
        self.order_at[move.first] = self._draw_order()

    # Temple Stall.

    def _leftmost(self, good: int) -> int:
        row = self.temple_disks[good]
        return row.index(EMPTY) if EMPTY in row else EMPTY

    def _offering_cost(self, good: int) -> int:
        discount = self.edition.temple_discount if self._has_passive("cheap_temple") else 0
        return max(self.box.column_flowers[self._leftmost(good)] - discount, 0)

    def _offerings(self, me: int, stall: int) -> list[Move]:
        board, moves = self.boards[me], []
        for good in EACH_GOOD:
            if board.goods[good] and board.disks_left and self._leftmost(good) != EMPTY:
                cost = self._offering_cost(good)
                moves += [Move(OFFER, stall, good, 0)] * (board.flowers >= cost)
                moves += [Move(OFFER, stall, good, 1)] * (cost > 0 and board.favors > 0)
        return moves

    def _offer(self, me: int, move: Move) -> None:
        good = move.second
        self._pay(me, flowers=0 if move.third else self._offering_cost(good), favors=move.third)
        self._give_goods(me, one(good))
        self.temple_disks[good][self._leftmost(good)] = me
        self.boards[me].disks_left -= 1

    # Scribe Stall.

    def _cards(self, me: int, stall: int) -> list[Move]:
        board, moves = self.boards[me], []
        for place, card in enumerate(self.display):
            if card != EMPTY:
                moves += [Move(BUY_CARD, stall, place, COIN)] * (board.coins >= self.box.cards[card].coins)
                moves += [Move(BUY_CARD, stall, place, FLOWER)] * (board.flowers >= self.box.cards[card].flowers)
        return moves

    def _buy_card(self, me: int, move: Move) -> None:
        card = self._take_from_display(move.second)
        if move.third == COIN:
            self._pay(me, coins=self.box.cards[card].coins)
        else:
            self._pay(me, flowers=self.box.cards[card].flowers)
        board = self.boards[me]
        board.hand.append(card)
        board.cards_taken.append(card)
        board.cards_bought += 1

    # Administration Stall.

    def _stall_price(self) -> int:
        return self.edition.stall_discount_price if self._has_passive("cheap_stall") else self.edition.stall_price

    def _stalls(self, me: int, stall: int) -> list[Move]:
        board = self.boards[me]
        if not board.stalls_left or board.coins < self._stall_price():
            return []
        return [Move(BUY_STALL, stall, vacant) for vacant in self._vacant_stalls()]

    def _buy_stall(self, me: int, move: Move) -> None:
        self._pay(me, coins=self._stall_price())
        self._place_stall(me, move.second)
        self.boards[me].stalls_bought += 1

    # ---- End of the Game -----------------------------------------------------------------------------------------

    def tithe_is_completed(self) -> bool:
        return any(EMPTY not in row for row in self.king_disks)

    def buddha_is_worshipped(self) -> bool:
        return any(self.section_disks(seat)[-1] for seat in range(self.players))

    def market_is_ruled(self) -> bool:
        return any(board.stalls_left == 0 for board in self.boards)

    def conditions(self) -> list[bool]:
        return [self.tithe_is_completed(), self.buddha_is_worshipped(), self.market_is_ruled()]

    def _is_ended(self) -> bool:
        return sum(self.conditions()) >= 2

    def stalls_owned(self, seat: int) -> list[int]:
        """Return how many stalls of each good a seat has on the board."""
        return [sum(self.owner[stall] == seat for stall in self._stalls_of(good)) for good in GOODS]

    def offerings(self, seat: int) -> list[int]:
        """Return the disks of a seat on the Temple Chart, by good."""
        return [row.count(seat) for row in self.temple_disks]

    def section_disks(self, seat: int) -> list[int]:
        """Return the disks of a seat in each section of the Temple Chart."""
        disks = [self.box.column_section[c] for row in self.temple_disks for c, disk in enumerate(row) if disk == seat]
        return [disks.count(section) for section in range(len(self.box.section_points))]

    def tithes(self, seat: int) -> list[int]:
        """Return the disks of a seat in each row of the King's Chart."""
        return [row.count(seat) for row in self.king_disks]


def one(good: int, n: int = 1) -> list[int]:
    """Return goods counted by kind: so many of one good."""
    return [n * (g == good) for g in EACH_GOOD]
