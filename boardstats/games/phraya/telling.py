"""Phraya: moves, places and cards in words, for replays, logs and results.

Islands are called a1 (north-west) to d4 (south-east); a section by the islands at its sides, a crossing by the islands to
its north-west and south-east.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .board import N_STALLS, SIZE, islands_of
from .edition import BONUSES, EFFECTS, GOODS, KING_ROWS, N_GOODS, N_KING_ROWS, PASSIVES, STALLS, Edition
from .state import (
    BARGE,
    BUDDHA_WORSHIPPED,
    BUY,
    BUY_BASKET,
    BUY_CARD,
    BUY_STALL,
    CASH,
    DELIVER,
    DROP,
    EMPTY,
    FOUND,
    HIRE,
    LAUNCH,
    MOVE_BOAT,
    OFFER,
    PLAY,
    REFRESH,
    ROW,
    SELL,
    STEER,
    SUPREMACY,
    TITHE,
    TITHE_COMPLETED,
)

_CONDITIONS = {
    TITHE_COMPLETED: "a row of the King's Chart is full",
    BUDDHA_WORSHIPPED: "a disk lies in the temple's last section",
    SUPREMACY: "a player has all stalls on the board",
}


def _island(i: int, j: int) -> str:
    return f"{'abcd'[j]}{i + 1}"


def section_name(section: int) -> str:
    """Return the name of a section: the islands at its sides.

    Examples
    --------
    >>> section_name(0)
    'a1-b1'
    """
    return "-".join(_island(*island) for island in islands_of(int(section)))


def crossing_name(crossing: int) -> str:
    """Return the name of a crossing: the islands to its north-west and south-east."""
    i, j = divmod(int(crossing), SIZE - 1)
    return f"{_island(i, j)}/{_island(i + 1, j + 1)}"


def _stall(v: Any, stall: int) -> str:
    island = _island(*islands_of(stall // 2)[stall % 2])
    return f"{STALLS[v['stall'][stall]]} stall of {island} at {section_name(stall // 2)}"


def _counted(n: Any, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _goods(counts: Iterable[Any]) -> str:
    """Return goods in words: `2 vegetable and 1 meat`."""
    return " and ".join(f"{n} {good}" for n, good in zip(counts, GOODS, strict=True) if n) or "nothing"


def _order(v: Any, order: int) -> str:
    goods, coins, points = _goods(v["order_goods"][order]), int(v["order_coins"][order]), int(v["order_points"][order])
    return f"{goods} for {_counted(coins, 'coin')} and {_counted(points, 'point')}"


def _basket(v: Any, kind: int) -> str:
    first, second = v["basket_goods"][kind]
    return f"{GOODS[first]} and {GOODS[second]} basket ({_counted(int(v['basket_price'][kind]), 'coin')})"


def _card(v: Any, card: int) -> str:
    """Return what is printed on a card: `the card "2 coins, merchant 0-2, prices +1 -1"`."""
    effect = dict(zip(EFFECTS, map(int, v["effect"][card]), strict=True))
    parts = [_counted(effect[what], what[:-1]) for what in ("coins", "flowers") if effect[what]]
    if effect["change_1"]:
        changes = [f"{effect[change]:+d}" for change in ("change_1", "change_2") if effect[change]]
        parts.append(f"merchant {_span(effect, 'merchant')}, prices {' '.join(changes)}")
    if effect["barge_high"]:
        blessing = [_counted(effect[f"blessing_{what}s"], what) for what in ("flower", "coin") if effect[f"blessing_{what}s"]]
        parts.append(f"barge {_span(effect, 'barge')}, blessing {' and '.join(blessing) or 'nothing'}")
    if effect["boat"]:
        parts.append(f"boat {effect['boat']}")
    for what, gained in (("goods", "flower"), ("flowers", "coin")):
        if effect[f"{what}_to_{gained}s"]:
            parts.append(f"{what} to {_counted(effect[f'{what}_to_{gained}s'], gained)} each")
    if effect["retrieval"]:
        parts.append("retrieval")
    if v["passive"][card]:
        parts.append(PASSIVES[v["passive"][card]].replace("_", " "))
    if v["bonus"][card] != EMPTY:
        parts.append(f"bonus {BONUSES[v['bonus'][card]].replace('_', ' ')}")
    return f'the card "{", ".join(parts) or "nothing"}"'


def _span(effect: Mapping[str, int], what: str) -> str:
    low, high = effect[f"{what}_low"], effect[f"{what}_high"]
    return str(low) if low == high else f"{low}-{high}"


def components(edition: Edition) -> list[str]:
    """Return the names of what seats take: market cards, then orders, in the order of the tables."""
    orders = edition.tables["orders"].to_dict("records")
    shown = [_goods(row[good] for good in GOODS) for row in orders]
    # Two orders may ask for the same goods: the later ones say which they are.
    told = [f"order {i + 1}: {goods}" for i, goods in enumerate(shown)]
    return [*(f"card {name}" for name in edition.tables["market_cards"]["card"]), *told]


def score_name(edition: Edition) -> str:
    """Return what `score` is."""
    return "victory points"


def move_name(move: Any) -> str:
    """Return a short name of a move; stalls, sections, crossings, cards and spaces are counted from 0."""
    kind, first, second, third = (int(move[name]) for name in ("kind", "first", "second", "third"))
    favors = f" with {_counted(third, 'favor')}" if third > 0 else ""
    names = {
        LAUNCH: f"launch at {section_name(first)}" if kind == LAUNCH else "",
        FOUND: f"first stall {first}",
        PLAY: f"play card {first}",
        STEER: f"merchant to space {first}, change good {second} first",
        BARGE: f"barge to crossing {first}",
        ROW: f"row to section {first}",
        DROP: "drop no more" if first == EMPTY else f"drop {GOODS[first % N_GOODS]}",
        CASH: f"cash {_counted(first, 'flower')}",
        REFRESH: "refresh" if first else "do not refresh",
        MOVE_BOAT: f"move to section {first}",
        BUY: f"buy {second} at stall {first}{favors}",
        SELL: f"sell {second} at stall {first}",
        BUY_BASKET: f"basket at stall {first} for {'a favor' if second else 'coins'}",
        HIRE: f"hire at stall {first} for {'a favor' if second == EMPTY else GOODS[second % N_GOODS]}",
        DELIVER: f"deliver at stall {first}",
        OFFER: f"offer {GOODS[second % N_GOODS]} at stall {first}{favors}",
        BUY_CARD: f"card {second} at stall {first} for {'flowers' if third else 'coins'}",
        BUY_STALL: f"acquire stall {second} at stall {first}",
        TITHE: f"tithe {KING_ROWS[first % N_KING_ROWS]} space {second}",
    }
    return names.get(kind, "end turn")


def opening(s: Any, box: Any) -> list[str]:
    """Tell of the set-up."""
    v = s["views"][0]
    kinds: dict[str, list[str]] = {}
    for stall in range(N_STALLS):
        island = _island(*islands_of(stall // 2)[stall % 2])
        mark = "*" if v["silhouette"][stall] else ""
        kinds.setdefault(STALLS[v["stall"][stall]], []).append(f"{island} at {section_name(stall // 2)}{mark}")
    lines = ["Stalls (island at section; * may be owned):"]
    lines += [f"  {kind}: {', '.join(kinds[kind])}" for kind in STALLS if kind in kinds]
    for stall in range(N_STALLS):
        if v["order_at"][stall] != EMPTY:
            lines.append(f"Order at the {_stall(v, stall)}: {_order(v, int(v['order_at'][stall]))}.")
        if v["basket_at"][stall] != EMPTY:
            lines.append(f"At the {_stall(v, stall)}: {_basket(v, int(v['basket_at'][stall]))}.")
    lines += [f"On display: {_card(v, card)}." for card in v["display"] if card != EMPTY]
    coins = ", ".join(f"seat {p} {v['coins'][p]}" for p in range(s["players"]))
    return [*lines, f"Coins: {coins}. {_prices(v)}", "", "Boats and first stalls"]


def _prices(v: Any) -> str:
    prices = [f"{good} {v['price'][g, v['price_box'][g]]}" for g, good in enumerate(GOODS)]
    return f"Prices: {', '.join(prices)}."


def ending(s: Any, box: Any) -> list[str]:
    """Tell of the end."""
    v = s["views"][0]
    met = [words for bit, words in _CONDITIONS.items() if v["conditions"] & bit]
    lines = [f"The game ends: {' and '.join(met)}."] if s["over"] else []
    for p in range(s["players"]):
        has = [_counted(int(v[name][p]), noun) for name, noun in (("coins", "coin"), ("flowers", "flower"), ("favors", "favor"))]
        made = [
            _counted(int(v[name][p].sum()), noun)
            for name, noun in (
                *(("orders", "order"), ("offerings", "temple offering")),
                *(("tithes", "royal offering"), ("stalls", "stall")),
            )
        ]
        lines.append(f"Seat {p} has {', '.join(has)} and {_goods(v['goods'][p])}; {', '.join(made)}.")
    return lines


def tell(before: Any, after: Any, box: Any, move: Any) -> list[str]:
    """Tell of a move and what came of it, from the states before and after it."""
    v, w, p = before["views"][0], after["views"][0], int(before["seat"])
    lines = [f"Seat {p} {_told(v, w, p, move)}."]
    for q in range(before["players"]):
        gained = [
            f"{what} {int(w[name][q]) - int(v[name][q]):+d}"
            for name, what in (("coins", "coins"), ("flowers", "flowers"), ("favors", "favors"))
            if w[name][q] != v[name][q]
        ]
        if gained:
            lines.append(f"  seat {q}: {', '.join(gained)}")
    if w["merchant_at"] != v["merchant_at"] or (w["price_box"] != v["price_box"]).any():
        lines.append(_prices(w))
    lines += _turned_up(v, w, move)
    lines += [f"Now {words}." for bit, words in _CONDITIONS.items() if w["conditions"] & ~v["conditions"] & bit]
    return lines


def _turned_up(v: Any, w: Any, move: Any) -> list[str]:
    """Tell of the order, the basket and the market card that took the place of another."""
    lines = []
    for stall in range(N_STALLS):
        if w["order_at"][stall] not in (EMPTY, v["order_at"][stall]):
            lines.append(f"New order: {_order(w, int(w['order_at'][stall]))}.")
    if int(move["kind"]) == BUY_BASKET and w["bag_left"] < v["bag_left"]:  # it may be of the same kind
        lines.append(f"New basket: {_basket(w, int(w['basket_at'][int(move['first'])]))}.")
    known = {EMPTY, *v["display"].tolist()}
    return lines + [f"New on display: {_card(w, card)}." for card in w["display"].tolist() if card not in known]


def _told(v: Any, w: Any, p: int, move: Any) -> str:
    """Return what a seat does, in words that go on from `Seat 0`."""
    kind, first, second, third = (int(move[name]) for name in ("kind", "first", "second", "third"))
    with_favors = f", {_counted(third, 'favor')} used" if third > 0 else ""
    if kind == LAUNCH:
        return f"launches the boat at {section_name(first)}"
    if kind == FOUND:
        return f"owns the {_stall(v, first)}"
    if kind == PLAY:
        return f"plays {_card(v, first)}" + (" and takes all cards back" if v["effect"][first, -1] else "")
    if kind == STEER:
        goods = [GOODS[g] for g in w["merchant"][first]]
        return f"moves the merchant to {' and '.join(goods)}, and changes {goods[second]} first"
    if kind == BARGE:
        return f"moves the barge to {crossing_name(first)}"
    if kind in (ROW, MOVE_BOAT):
        return f"moves to {section_name(first)}"
    if kind == DROP:
        return "drops no more goods" if first == EMPTY else f"drops 1 {GOODS[first]}"
    if kind == CASH:
        return f"cashes {_counted(first, 'flower')}"
    if kind == REFRESH:
        return f"puts {_card(v, int(v['display'][0]))} under the deck" if first else "leaves the market as it is"
    if kind == TITHE:
        cost = [
            _counted(int(v[f"king_{what}s"][first, second]), what)
            for what in ("coin", "flower")
            if v[f"king_{what}s"][first, second]
        ]
        goods = [_goods(v["king_goods"][first, second])] if v["king_goods"][first, second].any() else []
        return f"makes a royal offering of {' and '.join(cost + goods) or 'nothing'}"
    if kind == BUY:
        return f"buys {second} {GOODS[v['stall'][first]]} at the {_stall(v, first)}{with_favors}"
    if kind == SELL:
        return f"sells {second} {GOODS[v['stall'][first]]} at the {_stall(v, first)}"
    if kind == BUY_BASKET:
        return f"takes the {_basket(v, int(v['basket_at'][first]))}" + (", a favor used" if second else "")
    if kind == HIRE:
        return f"hires a rower for {'a favor' if second == EMPTY else GOODS[second]}"
    if kind == DELIVER:
        given = _goods(v["goods"][p] - w["goods"][p])
        return f"gives {given} for the order {_order(v, int(v['order_at'][first]))}"
    if kind == OFFER:
        return f"offers 1 {GOODS[second]} at the temple{with_favors}"
    if kind == BUY_CARD:
        return f"buys {_card(v, int(v['display'][second]))}"
    if kind == BUY_STALL:
        return f"acquires the {_stall(v, second)}"
    return "ends the turn"
