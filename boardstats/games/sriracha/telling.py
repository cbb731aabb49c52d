"""Sriracha: moves and cards in words, for replays, logs and results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from .edition import COLOURS, N_COLOURS, N_ROWS, Edition
from .scoring import missing, picture_bonus
from .state import (
    BID,
    BITS,
    BUILD,
    COMPLETE,
    DISCARD,
    EMPTY,
    EXCHANGE,
    FROM_SHIP,
    IN_HAND,
    PAY,
    PLACE,
    SHORT,
    STORE,
    TAKE,
)


def _materials(counts: Iterable[Any]) -> str:
    """Return materials by colour in words: `2 red and 1 blue`."""
    return " and ".join(f"{n} {colour}" for n, colour in zip(counts, COLOURS, strict=True) if n) or "nothing"


def _tile(box: Any, tile: Any) -> str:
    points, rewards = int(box["points"][tile]), int(box["rewards"][tile])
    return (
        f"tile {tile + 1} (picture {box['picture'][tile] + 1}: {_materials(box['needs'][tile])}; {_counted(points, 'point')}, "
        f"{_counted(rewards, 'reward')})"
    )


def _counted(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _ship(box: Any, ship: Any) -> str:
    return f"ship {box['number'][ship]} ({_materials(box['cargo'][ship])})"


def _site(box: Any, site: int) -> str:
    return f"{COLOURS[box['site_colour'][site]]} site"


def components(edition: Edition) -> list[str]:
    """Return the names of what seats take: ships, tiles, and tiles that they completed, in the order of the tables."""
    ships = [f"ship {number}" for number in edition.tables["ships"]["number"]]
    tiles = [f"tile {i + 1}" for i in range(len(edition.tables["tiles"]))]
    return [*ships, *tiles, *(f"{tile} completed" for tile in tiles)]


def score_name(edition: Edition) -> str:
    """Return what `score` is."""
    return "points"


def move_name(move: Any) -> str:
    """Return a short name of a move; ships, rows, places and sites are counted from 0."""
    kind, first, second, third = (int(move[name]) for name in ("kind", "first", "second", "third"))
    if kind == BID:
        return f"bid the ship of index {first}"
    if kind == TAKE:
        return f"take row {first} place {second}"
    if kind == PAY:
        return f"pay {_materials(_paid(move))}"
    if kind == PLACE:
        return f"place on site {first}"
    if kind == COMPLETE:
        return f"complete site {first}"
    if kind == BUILD:
        return f"move {COLOURS[second]} from {'ship' if third == FROM_SHIP else 'warehouse'} to site {first}"
    if kind == STORE:
        return f"store {COLOURS[first]}"
    if kind == EXCHANGE:
        return f"exchange 2 {COLOURS[first]} ({third} from warehouse) for {COLOURS[second]}"
    return f"discard {COLOURS[first]}" if kind == DISCARD else "stop"


def _paid(move: Any) -> list[int]:
    return [(int(move["cubes"]) >> (BITS * c)) & ((1 << BITS) - 1) for c in range(N_COLOURS)]


def opening(s: Any, box: Any) -> list[str]:
    """Tell of the deal."""
    return [*_hands(s, box), *_rows(s, box), "Bids:"]


def _hands(s: Any, box: Any) -> list[str]:
    ships = [np.flatnonzero(s["where"][: box["ships"]] == IN_HAND + p) for p in range(s["players"])]
    return [f"Seat {p} holds {', '.join(_ship(box, ship) for ship in held)}." for p, held in enumerate(ships)]


def _rows(s: Any, box: Any) -> list[str]:
    lines = []
    for r in range(N_ROWS):
        laid = [f"{_ship(box, s['row'][r, i])} with {_tile(box, s['row_tile'][r, i])}" for i in range(int(s["row_left"][r]))]
        lines += [f"Row {r + 1}, from the port:"] + [f"  {place}: {what}" for place, what in enumerate(laid)]
    return lines


def ending(s: Any, box: Any) -> list[str]:
    """Tell of the end."""
    lines = []
    for p in range(s["players"]):
        lacks = sum(int(missing(s, box, p, site)) for site in range(int(box["sites"])))
        bonus = int(picture_bonus(s["pictures"][p], int(box["set_size"]), int(box["set_points"])))
        lines.append(
            f"Seat {p}: {_counted(int(s['completed'][p]), 'project')} for {_counted(int(s['points'][p]), 'point')}, {bonus} for "
            f"pictures; {s['failed'][p]} lost for failed and {lacks} for unfinished projects."
        )
    return lines


def tell(before: Any, after: Any, box: Any, move: Any) -> list[str]:
    """Tell of a move and what came of it, from the states before and after it."""
    p, kind, first, second = int(before["seat"]), int(move["kind"]), int(move["first"]), int(move["second"])
    if kind == BID:
        return _told_bid(after, box, p, first)
    if kind == TAKE:
        ship, tile, fare = before["row"][first, second], before["row_tile"][first, second], second
        lines = [f"Seat {p} takes {_ship(box, ship)} and {_tile(box, tile)}{f' for a fare of {fare}' if fare else ''}."]
    elif kind == PAY:
        lines = [f"Seat {p} pays {_materials(_paid(move))}."]
    elif kind == PLACE:
        rewards = int(after["site_rewards"][p, first])
        lines = [f"Seat {p} places the tile on the {_site(box, first)}; {_counted(rewards, 'reward')} laid out."]
    elif kind == COMPLETE:
        lines = [f"Seat {p} completes {_tile(box, before['site_tile'][p, first])} on the {_site(box, first)}."]
    elif kind == BUILD:
        source = "" if move["third"] == FROM_SHIP else " from the warehouse"
        lines = [f"Seat {p} moves 1 {COLOURS[second]}{source} to the {_site(box, first)}."]
    elif kind == STORE:
        lines = [f"Seat {p} stores 1 {COLOURS[first]}."]
    elif kind == EXCHANGE:
        lines = [f"Seat {p} exchanges 2 {COLOURS[first]} for 1 {COLOURS[second]}."]
    elif kind == DISCARD:
        lines = [f"Seat {p} discards 1 {COLOURS[first]}."]
    else:
        lines = _told_stop(before, after, box, p)
    short = int(after["tally"][p, SHORT]) - int(before["tally"][p, SHORT])
    return lines + [f"The supply is short of {short}."] * (short > 0)


def _told_bid(after: Any, box: Any, p: int, ship: int) -> list[str]:
    lines = [f"Seat {p} bids {_ship(box, ship)}."]
    if after["order"][0] != EMPTY:
        lines.append(f"The turn order is {', '.join(f'seat {q}' for q in after['order'][: after['players']])}.")
    return lines


def _told_stop(before: Any, after: Any, box: Any, p: int) -> list[str]:
    lines = []
    if before["tile"] != EMPTY:
        lines.append(f"Seat {p} has no site for {_tile(box, before['tile'])}: it fails.")
    left = _materials(before["cargo"])
    lines.append(f"Seat {p} ends the turn" + (f", and returns {left}." if any(before["cargo"]) else "."))
    if after["over"]:
        return lines
    if after["round"] > before["round"]:
        lines += ["", f"Round {after['round'] + 1}", *_hands(after, box), *_rows(after, box)]
    if after["order"][0] == EMPTY:
        lines += ["", "Bids:"]
    return lines
