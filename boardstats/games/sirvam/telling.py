"""Sirvam o Rei: moves and events in words, for replays and decision logs."""

from __future__ import annotations

from typing import Any

from .edition import KINGS, Edition
from .state import (
    CALL,
    DECLINE,
    DISCARD,
    DRAW,
    IN_PANTRY,
    LOOK,
    MISTAKES,
    OFFER,
    ON_LOOKED,
    ON_TAKE,
    PASS,
    PENALTIES,
    PUT_IN,
    REPLACE,
    SWAP,
    TAKE,
    THROW,
    THROWN,
)

_NAMES = {
    DRAW: "draw",
    CALL: "call the banquet",
    DISCARD: "discard",
    REPLACE: "replace place {place}",
    PASS: "pass",
    THROW: "throw place {place}",
    DECLINE: "decline",
    LOOK: "look at seat {player} place {place}",
    OFFER: "offer place {place}",
    SWAP: "swap with seat {player} place {place}",
    PUT_IN: "put in helper {helper}",
    TAKE: "take helper {helper}",
}


def components(edition: Edition) -> list[str]:
    """Return the recipe values of the box, ascending."""
    recipes = edition.tables["recipes"]
    return [str(value) for value in sorted(recipes["value"][recipes["count"] > 0])]


def score_name(edition: Edition) -> str:
    """Return what `score` is under an edition."""
    if edition.full:
        return "helpers won"
    return {"skull": "lowest recipe in hand", "fish": "sea creatures in hand"}.get(edition.king, "total of the hand")


def move_name(move: Any) -> str:
    """Return a short name of a move; places and seats are counted from 0."""
    return _NAMES[int(move["kind"])].format(**{name: int(move[name]) for name in ("player", "place", "helper")})


def _value(box: Any, kind: Any) -> int:
    return int(box["value"][kind])


def _card(s: Any, box: Any, seat: int, place: int, viewer: int | None) -> str:
    """Return a recipe by its value, or, to a viewer who does not know it, by its place alone."""
    known = viewer is None or s["knowers"][seat, place] >> viewer & 1
    return f"the {_value(box, s['hand'][seat, place]) if known else 'card'} in place {place}"


def _hand(s: Any, box: Any, seat: int) -> str:
    return " ".join(str(_value(box, kind)) for kind in s["hand"][seat, : s["cards"][seat]])


def opening(s: Any, box: Any) -> list[str]:
    """Tell of a deal: the king, every hand, and what each seat looked at."""
    k = int(s["round"])
    lines = [f"{f'Game {k + 1} of 3. ' if box['full'] else ''}The {KINGS[s['king']]} king is at the table."]
    for p in range(s["players"]):
        seen = [str(i) for i in range(s["cards"][p]) if s["knowers"][p, i] >> p & 1]
        looked = f"; looks at place{'s' if len(seen) > 1 else ''} {' and '.join(seen)}" if seen else ""
        lines.append(f"Seat {p} is dealt {_hand(s, box, p)}{looked}.")
    return lines


def ending(s: Any, box: Any) -> list[str]:
    """Tell of the end: in a basic game all hands, in a full game the helpers."""
    if box["full"]:
        return [f"Seat {p} has won {_helpers(s['helpers_won'][p])}." for p in range(s["players"])]
    return _served(s, box)


def _served(s: Any, box: Any) -> list[str]:
    why = "The pile has run out" if s["pile_left"] == 0 else "The banquet begins"
    totals = [sum(_value(box, kind) for kind in s["hand"][p, : s["cards"][p]]) for p in range(s["players"])]
    hands = [f"Seat {p} reveals {_hand(s, box, p)}: total {totals[p]}." for p in range(s["players"])]
    return [f"{why}: the king is served.", *hands]


def tell(before: Any, after: Any, box: Any, move: Any) -> list[str]:
    """Tell of a move and what came of it, from the states before and after it."""
    p, kind, place = int(before["seat"]), int(move["kind"]), int(move["place"])
    lines = [] if kind == PASS else [f"Seat {p} {_act(before, after, box, p, kind, place, move)}."]
    still_asked = after["decision"] == IN_PANTRY and after["turn"] == before["turn"] and not after["over"]
    if before["decision"] == IN_PANTRY and not still_asked:
        lines += _pantry(before, after)
    if after["decision"] == ON_TAKE and before["decision"] != ON_TAKE:
        lines += _served(after, box)
    if after["round"] != before["round"]:
        lines += ["", *opening(after, box)]
    return lines


def move_in_words(s: Any, box: Any, move: Any) -> str:
    """Return a move as a replay tells it, but for what the seat that decides does not know."""
    p, kind = int(s["seat"]), int(move["kind"])
    return "passes" if kind == PASS else _act(s, None, box, p, kind, int(move["place"]), move)


def _helpers(n: Any) -> str:
    return f"{int(n)} helper{'' if n == 1 else 's'}"


def _act(before: Any, after: Any, box: Any, p: int, kind: int, place: int, move: Any) -> str:
    """Return what a seat does, in words that go on from `Seat 0`; before it is done (`after` is None), by what it knows."""
    viewer = p if after is None else None
    if kind == DRAW:
        return "draws" if after is None else f"draws {_value(box, after['drawn'])}"
    if kind == CALL:
        return "calls the banquet: “Sirvam o Rei!”"
    if kind == DISCARD:
        return f"discards the {_value(box, before['drawn'])}"
    if kind == REPLACE:
        known = viewer is None or before["knowers"][p, place] >> p & 1
        old = f"the {_value(box, before['hand'][p, place])}" if known else "what lies there, unseen"
        return f"puts the {_value(box, before['drawn'])} in place {place} and discards {old}"
    if kind == THROW:
        known = "" if before["knowers"][p, place] >> p & 1 else ", unseen"
        return f"throws {_card(before, box, p, place, viewer)}{known}"
    if kind == LOOK:
        q = int(move["player"])
        return f"looks at {_card(before, box, q, place, viewer)} {'of its own' if q == p else f'of seat {q}'}"
    if kind == OFFER and before["decision"] == ON_LOOKED:
        q, there = int(before["looked_player"]), int(before["looked_place"])
        return f"swaps {_card(before, box, p, place, viewer)} for {_card(before, box, q, there, viewer)} of seat {q}"
    if kind == OFFER:
        return f"offers {_card(before, box, p, place, viewer)} for a swap"
    if kind == SWAP:
        q = int(move["player"])
        own = _card(before, box, p, int(before["looked_place"]), viewer)
        return f"swaps {own} for {_card(before, box, q, place, viewer)} of seat {q}"
    if kind == DECLINE:
        return "leaves the effect unused"
    if kind == PUT_IN:
        return f"puts a card with {_helpers(move['helper'])} in, in secret"
    return f"takes the card with {_helpers(move['helper'])}"


def _pantry(before: Any, after: Any) -> list[str]:
    lines = []
    for q in range(before["players"]):
        gone, wrong, drawn = (int(after["tally"][q, what] - before["tally"][q, what]) for what in (THROWN, MISTAKES, PENALTIES))
        if gone:
            lines.append(f"Seat {q} is the fastest and gets rid of it.")
        if wrong:
            lines.append(f"Seat {q} was mistaken{' and draws a penalty card' if drawn else '; no card is left for the penalty'}.")
    return lines
