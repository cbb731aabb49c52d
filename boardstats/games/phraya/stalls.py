"""Phraya: interacting with stalls and with the King.

Rulebook: Actions; Market Stalls; Owning Stalls; Royal Offerings. Rulings:

* A bought good needs its place in the baskets at that moment.
* A favor frees one good of a purchase, a basket or a rower, or the flowers of one temple offering; favors and passive
  effects combine. The owner of a stall gets a flower whatever was paid, once per action.
* The passive effects of the card played apply by themselves: it never pays to leave them out.
* A royal offering may go to any empty space of the King's Chart, one in a turn; with no disk left there is none.
"""

from __future__ import annotations

import numpy as np

from ..._jit import inlined
from .board import EMPTY, N_STALLS
from .dealing import draw_basket, draw_order, hang_basket
from .edition import (
    BASKET,
    CHEAP,
    CHEAP_STALL,
    CHEAP_TEMPLE,
    FISH,
    IGNORE,
    MEAT,
    N_GOODS,
    N_KING_ROWS,
    RESTAURANT,
    SCRIBE,
    TEMPLE,
)
from .effects import close_display, gain_flowers, is_at, write
from .state import (
    BASKETS_BOUGHT,
    BOUGHT_GOODS,
    BUDDHA_WORSHIPPED,
    BUY,
    BUY_BASKET,
    BUY_CARD,
    BUY_STALL,
    CARDS_BOUGHT,
    DELIVER,
    END_TURN,
    FAVORS_USED,
    HIRE,
    IN_HAND,
    OFFER,
    OWNER_FLOWERS,
    ROWERS_HIRED,
    SELL,
    SOLD_GOODS,
    STALLS_BOUGHT,
    SUPREMACY,
    TITHE,
    TITHE_COMPLETED,
)

# ---- what things cost ------------------------------------------------------------------------------------------------


@inlined
def passive(v):
    """Return the passive effect of the card played, an index into PASSIVES."""
    return np.int64(v.passive[v.played])


@inlined
def price(v, g):
    """Return the current price of a good."""
    return np.int64(v.price[g, v.price_box[g]])


@inlined
def buying_price(v, g):
    """Return the price of a good to buy; a passive effect may make it the lowest."""
    return np.int64(v.price[g, 0]) if passive(v) == CHEAP + g else price(v, g)


@inlined
def needed(v, order, g):
    """Return how many of a good an order takes; a passive effect may ignore one."""
    n = np.int64(v.order_goods[order, g])
    return n - 1 if n > 0 and passive(v) == IGNORE + g else n


@inlined
def temple_column(v, g):
    """Return the leftmost empty column of a good on the Temple Chart, or EMPTY."""
    for column in range(v.columns):
        if v.temple_disk[g, column] == EMPTY:
            return column
    return EMPTY


@inlined
def temple_price(v, column):
    """Return the flowers that an offering costs."""
    cost = np.int64(v.temple_flowers[column])
    return max(0, cost - v.temple_discount) if passive(v) == CHEAP_TEMPLE else cost


@inlined
def stall_price(v):
    """Return the coins that a stall costs."""
    return np.int64(v.stall_discount_price) if passive(v) == CHEAP_STALL else np.int64(v.stall_price)


# ---- what may be done ------------------------------------------------------------------------------------------------


@inlined
def write_actions(v, p, moves):
    """Write what may be done at the stalls beside the boat and with the King; ending the turn comes last."""
    n, section = 0, np.int64(v.boat[p])
    for side in range(2):
        if not v.visited[side]:
            n = _write_stall(v, p, 2 * section + side, moves, n)
    if is_at(section, v.barge) and not v.tithed and v.disks_left[p]:
        n = _write_tithes(v, p, moves, n)
    return write(moves, n, END_TURN, EMPTY, EMPTY, EMPTY)


@inlined
def _write_stall(v, p, stall, moves, n):
    kind = np.int64(v.stall[stall])
    if kind < N_GOODS:
        return _write_trades(v, p, stall, moves, n)
    if kind == BASKET:
        return _write_baskets(v, p, stall, moves, n)
    if kind == RESTAURANT:
        return write(moves, n, DELIVER, stall, EMPTY, EMPTY) if can_deliver(v, p, stall) else n
    if kind == TEMPLE:
        return _write_offerings(v, p, stall, moves, n)
    if kind == SCRIBE:
        return _write_market(v, p, stall, moves, n)
    if v.stalls_left[p] and v.coins[p] >= stall_price(v):
        for other in range(N_STALLS):
            if v.silhouette[other] and v.owner[other] == EMPTY:
                n = write(moves, n, BUY_STALL, stall, other, EMPTY)
    return n


@inlined
def _write_trades(v, p, stall, moves, n):
    g = np.int64(v.stall[stall])
    each, coins, favors = buying_price(v, g), np.int64(v.coins[p]), np.int64(v.favors[p])
    most = min(np.int64(v.room[p, g]) - v.goods[p, g], np.int64(v.goods_left[g]))
    for bought in range(1, most + 1):
        for used in range((bought if bought < favors else favors) + 1):
            if (bought - used) * each <= coins:
                n = write(moves, n, BUY, stall, bought, used)
    for sold in range(1, v.goods[p, g] + 1):
        n = write(moves, n, SELL, stall, sold, EMPTY)
    return n


@inlined
def _write_baskets(v, p, stall, moves, n):
    kind = np.int64(v.basket_at[stall])
    if kind != EMPTY and v.baskets[p] < v.basket_spaces:
        if v.coins[p] >= v.basket_price[kind]:
            n = write(moves, n, BUY_BASKET, stall, 0, EMPTY)
        if v.favors[p]:
            n = write(moves, n, BUY_BASKET, stall, 1, EMPTY)
    if v.rowers[p] < v.max_rowers and v.rowers_left:
        for g in range(FISH, MEAT + 1):
            if v.goods[p, g]:
                n = write(moves, n, HIRE, stall, g, EMPTY)
        if v.favors[p]:
            n = write(moves, n, HIRE, stall, EMPTY, EMPTY)
    return n


@inlined
def can_deliver(v, p, stall):
    """Return whether a player has the goods of the order on a restaurant stall."""
    order = np.int64(v.order_at[stall])
    if order == EMPTY:
        return False
    for g in range(N_GOODS):
        if v.goods[p, g] < needed(v, order, g):
            return False
    return True


@inlined
def _write_offerings(v, p, stall, moves, n):
    for g in range(N_GOODS):
        if v.goods[p, g] and v.disks_left[p]:
            column = temple_column(v, g)
            if column != EMPTY:
                cost = temple_price(v, column)
                if v.flowers[p] >= cost:
                    n = write(moves, n, OFFER, stall, g, 0)
                if cost and v.favors[p]:
                    n = write(moves, n, OFFER, stall, g, 1)
    return n


@inlined
def _write_market(v, p, stall, moves, n):
    for place in range(v.display.shape[0]):
        card = np.int64(v.display[place])
        if card != EMPTY:
            if v.coins[p] >= v.cost_coins[card]:
                n = write(moves, n, BUY_CARD, stall, place, 0)
            if v.flowers[p] >= v.cost_flowers[card]:
                n = write(moves, n, BUY_CARD, stall, place, 1)
    return n


@inlined
def _write_tithes(v, p, moves, n):
    for row in range(N_KING_ROWS):
        for space in range(v.king_spaces[row]):
            if v.king_disk[row, space] == EMPTY and can_tithe(v, p, row, space):
                n = write(moves, n, TITHE, row, space, EMPTY)
    return n


@inlined
def can_tithe(v, p, row, space):
    """Return whether a player can pay for a space of the King's Chart."""
    if v.coins[p] < v.king_coins[row, space] or v.flowers[p] < v.king_flowers[row, space]:
        return False
    for g in range(N_GOODS):
        if v.goods[p, g] < v.king_goods[row, space, g]:
            return False
    return True


# ---- doing it --------------------------------------------------------------------------------------------------------


@inlined
def act(s, box, p, move):
    """Carry out an action; returns nothing: `conditions` of the view tells whether the game may be over."""
    v = s.views[0]
    kind, first, second, third = move.kind, np.int64(move.first), np.int64(move.second), np.int64(move.third)
    if kind == TITHE:
        _tithe(s, p, first, second)
        return
    v.visited[first & 1] = 1
    if kind == BUY:
        _buy(s, p, first, second, third)
    elif kind == SELL:
        _sell(s, p, first, second)
    elif kind == DELIVER:
        _deliver(s, box, p, first)
    elif kind == OFFER:
        _offer(s, p, second, third)
    elif kind == BUY_BASKET:
        _buy_basket(s, box, p, first, second)
    elif kind == HIRE:
        _hire(s, p, second)
    elif kind == BUY_CARD:
        _buy_card(s, box, p, second, third)
    else:
        v.coins[p] -= stall_price(v)
        s.tally[p, STALLS_BOUGHT] += 1
        put_stall(v, p, second)


@inlined
def use_favors(s, p, n):
    v = s.views[0]
    v.favors[p] -= n
    v.favors_left += n
    s.tally[p, FAVORS_USED] += n


@inlined
def give_goods(v, p, g, n):
    """Return goods to the supply."""
    v.goods[p, g] -= n
    v.goods_left[g] += n


@inlined
def pay_flowers(v, p, n):
    v.flowers[p] -= n
    v.flowers_left += n


@inlined
def _reward_owner(s, p, stall):
    v = s.views[0]
    owner = np.int64(v.owner[stall])
    if owner != EMPTY and owner != p:
        s.tally[owner, OWNER_FLOWERS] += gain_flowers(v, owner, 1)


@inlined
def _buy(s, p, stall, n, favors):
    v = s.views[0]
    g = np.int64(v.stall[stall])
    v.coins[p] -= (n - favors) * buying_price(v, g)
    use_favors(s, p, favors)
    give_goods(v, p, g, -n)
    s.tally[p, BOUGHT_GOODS] += n
    _reward_owner(s, p, stall)


@inlined
def _sell(s, p, stall, n):
    v = s.views[0]
    g = np.int64(v.stall[stall])
    v.coins[p] += n * price(v, g)
    give_goods(v, p, g, n)
    s.tally[p, SOLD_GOODS] += n
    _reward_owner(s, p, stall)


@inlined
def _deliver(s, box, p, stall):
    v = s.views[0]
    order = np.int64(v.order_at[stall])
    for g in range(N_GOODS):
        give_goods(v, p, g, needed(v, order, g))
    v.coins[p] += v.order_coins[order]
    v.order_vp[p] += v.order_points[order]
    v.orders[p] += 1
    s.taken[p, box.cards - box.basics + order] += 1
    v.order_at[stall] = draw_order(s)


@inlined
def _offer(s, p, g, favors):
    v = s.views[0]
    column = temple_column(v, g)
    if favors:
        use_favors(s, p, favors)
    else:
        pay_flowers(v, p, temple_price(v, column))
    give_goods(v, p, g, 1)
    v.temple_disk[g, column] = p
    v.disks_left[p] -= 1
    v.offerings[p, g] += 1
    section = np.int64(v.temple_section[column])
    v.section_disks[p, section] += 1
    if section == v.n_sections - 1:
        v.conditions |= BUDDHA_WORSHIPPED


@inlined
def _buy_basket(s, box, p, stall, favors):
    v = s.views[0]
    kind = np.int64(v.basket_at[stall])
    use_favors(s, p, favors)
    if not favors:
        v.coins[p] -= v.basket_price[kind]
    hang_basket(s, box, p, kind)
    s.tally[p, BASKETS_BOUGHT] += 1
    v.basket_at[stall] = draw_basket(s)


@inlined
def _hire(s, p, good):
    v = s.views[0]
    if good == EMPTY:
        use_favors(s, p, 1)
    else:
        give_goods(v, p, good, 1)
    v.rowers[p] += 1
    v.rowers_left -= 1
    s.tally[p, ROWERS_HIRED] += 1


@inlined
def _buy_card(s, box, p, place, by_flowers):
    v = s.views[0]
    card = np.int64(v.display[place])
    if by_flowers:
        pay_flowers(v, p, np.int64(v.cost_flowers[card]))
    else:
        v.coins[p] -= v.cost_coins[card]
    v.cards[p, card] = IN_HAND
    s.tally[p, CARDS_BOUGHT] += 1
    s.taken[p, card - box.basics] += 1
    close_display(s, place)


@inlined
def put_stall(v, p, stall):
    """Put a stall piece of a player on the board."""
    v.owner[stall] = p
    v.stalls[p, v.stall[stall]] += 1
    v.stalls_left[p] -= 1
    if v.stalls_left[p] == 0:
        v.conditions |= SUPREMACY


@inlined
def _tithe(s, p, row, space):
    v = s.views[0]
    v.tithed = 1
    v.coins[p] -= v.king_coins[row, space]
    pay_flowers(v, p, np.int64(v.king_flowers[row, space]))
    for g in range(N_GOODS):
        give_goods(v, p, g, np.int64(v.king_goods[row, space, g]))
    v.king_disk[row, space] = p
    v.disks_left[p] -= 1
    v.tithes[p, row] += 1
    if v.favors_left:
        v.favors[p] += 1
        v.favors_left -= 1
    for other in range(v.king_spaces[row]):
        if v.king_disk[row, other] == EMPTY:
            return
    v.conditions |= TITHE_COMPLETED
