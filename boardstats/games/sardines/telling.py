"""Sunny Day Sardines: cards, orders, moves and events in words, for replays, decision logs and odds."""

from __future__ import annotations

from typing import Any

import numpy as np

from .edition import COLOURS, REGULAR, SPECIAL, Edition
from .orders import cards_of
from .state import DISCARD, EMPTY, FILL, GATHER, ON_PAY, PAY, SKIP


def card_name(fish: Any) -> str:
    """Return the name of a card by its fish of each colour: `blue`, `blue+blue`, `blue+pink`."""
    return "+".join(colour for colour, n in zip(COLOURS, fish, strict=True) for _ in range(n))


def order_name(kind: int, needs: Any, alike: int) -> str:
    """Return the name of an order: `2 blue + 2 orange`, `3 alike`, `3 different`."""
    if kind == REGULAR:
        return " + ".join(f"{n} {colour}" for colour, n in zip(COLOURS, needs, strict=True) if n)
    return f"{alike} {'alike' if kind == SPECIAL else 'different'}"


def _counted(n: Any, noun: str) -> str:
    return f"{int(n)} {noun}" if n == 1 else f"{int(n)} {noun}s"


def _card(box: Any, kind: Any) -> str:
    return card_name(box["fish"][kind])


def _order(box: Any, kind: Any) -> str:
    return f"{order_name(box['type'][kind], box['needs'][kind], box['alike'][kind])} ({_counted(box['points'][kind], 'point')})"


def _cards(box: Any, counts: Any) -> str:
    return ", ".join(_card(box, kind) for kind in range(box["kinds"]) for _ in range(counts[kind])) or "nothing"


def components(edition: Edition) -> list[str]:
    """Return the names of the orders, in the order of the table."""
    box = edition.box(2)
    return [order_name(box["type"][k], box["needs"][k], box["alike"][k]) for k in range(int(box["order_kinds"]))]


def score_name(edition: Edition) -> str:
    """Return what `score` is."""
    return "points of orders"


def move_name(move: Any) -> str:
    """Return a short name of a move; spaces and kinds of card are counted from 0."""
    kind, first, second = int(move["kind"]), int(move["first"]), int(move["second"])
    if kind == GATHER:
        return f"gather space {first}" + (f" and {second}" if second != EMPTY else "")
    if kind == FILL:
        return f"fill order {first}"
    if kind == DISCARD:
        return f"discard kind {first}"
    if kind == SKIP:
        return "pass"
    packed = np.uint64(move["cards"])
    paid = [f"{cards_of(packed, k)} of kind {k}" for k in range(16) if cards_of(packed, k)]
    return f"pay {' and '.join(paid)}"


def opening(s: Any, box: Any) -> list[str]:
    """Tell of the deal."""
    lines = [f"Seat {p} is dealt {_cards(box, s['hand'][p])}." for p in range(s["players"])]
    return [*lines, *_on_table(s, box)]


def _on_table(s: Any, box: Any) -> list[str]:
    market = ", ".join(_card(box, kind) for kind in s["market"][: box["market"]] if kind != EMPTY)
    orders = "; ".join(_order(box, kind) for kind in s["display"][: box["display"]] if kind != EMPTY)
    return [f"Market: {market or 'empty'}.", f"Orders: {orders or 'none'}."]


def ending(s: Any, box: Any) -> list[str]:
    """Tell of the end."""
    return [
        f"Seat {p} has {_counted(s['points'][p].sum(), 'point')} from {_counted(s['filled'][p], 'order')}, and "
        f"{int(s['fish'][p].sum())} fish left."
        for p in range(s["players"])
    ]


def tell(before: Any, after: Any, box: Any, move: Any) -> list[str]:
    """Tell of a move and what came of it, from the states before and after it."""
    p, kind, first, second = int(before["seat"]), int(move["kind"]), int(move["first"]), int(move["second"])
    if kind == GATHER:
        taken = [_card(box, before["market"][i]) for i in (first, second) if i != EMPTY]
        lines = [f"Seat {p} gathers {' and '.join(taken)}."]
    elif kind == FILL:
        lines = [f"Seat {p} fills the order {_order(box, before['display'][first])}."]
    elif kind == PAY:
        packed = np.uint64(move["cards"])
        lines = [f"Seat {p} pays {_cards(box, [cards_of(packed, k) for k in range(box['kinds'])])}."]
    elif kind == DISCARD:
        lines = [f"Seat {p} discards {_card(box, first)}."]
    else:
        lines = [f"Seat {p} can do nothing and passes."]
    if kind == FILL and after["decision"] == ON_PAY:
        return lines
    if after["shuffles"] > before["shuffles"]:
        lines.append("The discards are shuffled into a new deck.")
    if after["last_round"] > before["last_round"]:
        lines.append("The last order is turned up: the round is finished.")
    return lines if after["seat"] == p and not after["over"] else lines + _on_table(after, box)
