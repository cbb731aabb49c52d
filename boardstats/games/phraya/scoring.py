"""Phraya: the results of a game.

Rulebook: End of the Game. `counting` adds up the score pad, `pads` scores what a user types in.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..._jit import kernel
from ...game import game_result, seat_result
from ...ranking import rank_by, rank_seats
from .counting import CARD, COIN, KING, ORDER, STALL, TEMPLE, TOTAL, disks_of, total_up
from .edition import GOODS, MAX_SECTIONS, N_BONUSES, N_GOODS, N_KING_ROWS, PRICE_ROUNDS
from .state import (
    BARGE_MOVES,
    BASKETS_BOUGHT,
    BLESSINGS,
    BLOCKED_TURNS,
    BOUGHT_GOODS,
    BUDDHA_WORSHIPPED,
    CARDS_BOUGHT,
    EMPTY,
    FAVORS_USED,
    OWNER_FLOWERS,
    PRICE_CHANGES,
    RETRIEVALS,
    ROWERS_HIRED,
    SOLD_GOODS,
    STALLS_BOUGHT,
    SUPREMACY,
    TITHE_COMPLETED,
)

SEAT_RESULT = seat_result(
    coin_points="points for coins, the goods on the boat sold",
    temple_points="points of the Temple Chart: offerings, majorities of the sections, penalties",
    order_points="points of restaurant orders",
    card_points="points of market cards",
    king_points="points of the King's Chart: most disks, and sets",
    stall_points="points of the stall majorities",
    coins_left="coins at the end, the goods on the boat sold",
    flowers_left="flowers at the end (decide ties second)",
    favors_left="Royal Favors at the end (decide ties first)",
    orders_filled="restaurant orders filled",
    temple_offerings="offerings in the temple",
    royal_offerings="offerings to the King",
    **{f"{good}_stalls": f"{good} stalls owned at the end, without cards" for good in GOODS},
    cards_bought="market cards bought",
    stalls_bought="stalls bought",
    baskets_bought="baskets bought, or had for a favor",
    rowers_hired="rowers hired",
    goods_bought="goods bought, or had for a favor",
    goods_sold="goods sold at stalls before the end",
    favors_used="Royal Favors used",
    flowers_from_stalls="flowers gained because others traded at the own stalls",
    blessings="own stalls that the King blessed, be it that the supply had no flower left",
    retrievals="turns spent to take back the cards played",
    price_changes="boxes by which prices were moved",
    barge_moves="moves of the barge made",
    blocked_turns="turns begun with the boat blocked by the barge",
)
GAME_RESULT = game_result(
    tithe_completed=("1: a row of the King's Chart was full", np.int8),
    buddha_worshipped=("1: a disk lay in the last section of the Temple Chart", np.int8),
    supremacy=("1: a player had all stalls on the board", np.int8),
    **{f"final_{good}_price": (f"price of {good} at the end", np.int8) for good in GOODS},
    **{
        f"{good}_price": (f"price of {good} after each of the first rounds; 0: the game was over", np.int8, PRICE_ROUNDS)
        for good in GOODS
    },
)


@kernel
def fill_pad(s, box, p):
    """Write what a seat has into its score pad, the goods on its boat sold at the prices of the moment."""
    v, pad = s.views[0], s.pads[p]
    pad.coins, pad.flowers, pad.favors = v.coins[p], v.flowers[p], v.favors[p]
    pad.orders, pad.order_vp = v.orders[p], v.order_vp[p]
    for good in range(N_GOODS):
        pad.coins += np.int64(v.goods[p, good]) * box.price[good, v.price_box[good]]
        pad.offerings[good], pad.stalls[good] = v.offerings[p, good], v.stalls[p, good]
    for section in range(MAX_SECTIONS):
        pad.section_disks[section] = v.section_disks[p, section]
    for row in range(N_KING_ROWS):
        pad.tithes[row] = v.tithes[p, row]
    for bonus in range(N_BONUSES):
        pad.bonuses[bonus] = 0
    for card in range(box.cards):
        if v.cards[p, card] and box.bonus[card] != EMPTY:
            pad.bonuses[box.bonus[card]] += 1


@kernel
def write_seat(s, r, p):
    """Write the results of a seat whose pad is filled and totalled up."""
    pad = s.pads[p]
    r.turns = s.turns[p]
    r.coin_points, r.temple_points, r.order_points = s.items[p, COIN], s.items[p, TEMPLE], s.items[p, ORDER]
    r.card_points, r.king_points, r.stall_points = s.items[p, CARD], s.items[p, KING], s.items[p, STALL]
    r.score = s.items[p, TOTAL]
    r.coins_left, r.flowers_left, r.favors_left, r.orders_filled = pad.coins, pad.flowers, pad.favors, pad.orders
    r.temple_offerings, r.royal_offerings = 0, disks_of(pad)
    for good in range(N_GOODS):
        r.temple_offerings += pad.offerings[good]
    r.vegetable_stalls, r.fruit_stalls, r.fish_stalls, r.meat_stalls = (
        pad.stalls[0], pad.stalls[1], pad.stalls[2], pad.stalls[3],
    )  # fmt: skip
    r.cards_bought, r.stalls_bought = s.tally[p, CARDS_BOUGHT], s.tally[p, STALLS_BOUGHT]
    r.baskets_bought, r.rowers_hired = s.tally[p, BASKETS_BOUGHT], s.tally[p, ROWERS_HIRED]
    r.goods_bought, r.goods_sold = s.tally[p, BOUGHT_GOODS], s.tally[p, SOLD_GOODS]
    r.favors_used, r.flowers_from_stalls = s.tally[p, FAVORS_USED], s.tally[p, OWNER_FLOWERS]
    r.blessings, r.retrievals = s.tally[p, BLESSINGS], s.tally[p, RETRIEVALS]
    r.price_changes, r.barge_moves = s.tally[p, PRICE_CHANGES], s.tally[p, BARGE_MOVES]
    r.blocked_turns = s.tally[p, BLOCKED_TURNS]


@kernel
def write_results(s, box, seats, game):
    """Write the results of a game: one record a seat, one for the game."""
    players, v = seats.shape[0], s.views[0]
    for p in range(players):
        fill_pad(s, box, p)
    total_up(s.pads[:players], box, s.items[:players])
    for p in range(players):
        write_seat(s, seats[p], p)
        s.keys[p, 0], s.keys[p, 1], s.keys[p, 2] = s.items[p, TOTAL], s.pads[p].favors, s.pads[p].flowers
    rank_seats(s.keys, seats)
    game.finished = 1
    game.turns = s.turn
    game.tithe_completed = (v.conditions & TITHE_COMPLETED) != 0
    game.buddha_worshipped = (v.conditions & BUDDHA_WORSHIPPED) != 0
    game.supremacy = (v.conditions & SUPREMACY) != 0
    game.final_vegetable_price, game.final_fruit_price = box.price[0, v.price_box[0]], box.price[1, v.price_box[1]]
    game.final_fish_price, game.final_meat_price = box.price[2, v.price_box[2]], box.price[3, v.price_box[3]]
    for i in range(PRICE_ROUNDS):
        game.vegetable_price[i], game.fruit_price[i] = s.prices[0, i], s.prices[1, i]
        game.fish_price[i], game.meat_price[i] = s.prices[2, i], s.prices[3, i]


def rank(score: npt.ArrayLike, favors: npt.ArrayLike, flowers: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Rank the seats of a game with its tie-breaks: 1 is best, equals share a rank.

    Parameters
    ----------
    score, favors, flowers : int array_like, shape (..., players)
        Points, Royal Favors left, flowers left.

    Returns
    -------
    int array, shape (..., players)

    Examples
    --------
    >>> rank([85, 85, 90, 85], [1, 2, 0, 1], [5, 0, 0, 5]).tolist()
    [3, 2, 1, 3]
    """
    return rank_by(score=score, favors=favors, flowers=flowers)
