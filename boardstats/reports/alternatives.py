"""The other editions in which a report asks whether a finding still holds; each changes one thing that is in doubt.

What is assumed of a box is varied first, then what a designer might vary. An edition's name says what differs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..edition import BaseEdition
from ..game import load

_COLOURS = ("red", "yellow", "green", "blue")


def alternatives(name: str) -> dict[str, BaseEdition]:
    """Return the alternative editions of a game by what differs.

    Examples
    --------
    >>> list(alternatives("phraya"))[:2]
    ['prices=raised', 'prices=shared']
    """
    edition = load(name).edition()
    made = _changed(edition, *_OPTIONS.get(name, ()))
    for label, (table, change) in _TABLES.get(name, {}).items():
        made[label] = edition.with_table(table, change(edition.tables[table].copy())).replace(name=label)
    return made


def _changed(edition: BaseEdition, *changes: Mapping[str, Any]) -> dict[str, BaseEdition]:
    return {", ".join(f"{key}={value}" for key, value in change.items()): edition.replace(**change) for change in changes}


_OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "sirvam": ({"king": "eleven"}, {"king": "skull"}, {"king": "fish"}, {"king": "purple"}, {"full": True}),
    "sardines": ({"hand_limit": 5}, {"hand_limit": 7}, {"market_size": 4}, {"market_size": 6}),
    "sriracha": ({"warehouse_slots": 2}, {"warehouse_slots": 4}, {"cubes": 16}, {"cubes": 24}),
    "phraya": ({"prices": "raised"}, {"prices": "shared"}, {"board": "fixed"}, {"coins_per_seat": 0}),
}


# ---- component tables ------------------------------------------------------------------------------------------------


def _exchanged_effects(effects: Any) -> Any:
    effects["effect"] = effects["effect"].replace({"look": "swap", "swap": "look"})
    return effects


def _fewer_doubles(sardines: Any) -> Any:
    double = sardines[["blue", "green", "orange", "pink"]].sum(axis=1) == 2
    sardines.loc[double, "count"] -= 1
    sardines.loc[~double, "count"] += 3
    return sardines


def _dearer_sets(orders: Any) -> Any:
    orders.loc[orders["type"] != "regular", "points"] += 1
    return orders


def _ships_reversed(ships: Any) -> Any:
    ships[list(_COLOURS)] = ships[list(_COLOURS)].to_numpy()[::-1]
    return ships


def _ships_alike(ships: Any) -> Any:
    """Give every ship two materials, of colours that follow one another."""
    for i in range(len(ships)):
        cargo = {_COLOURS[i % 4], _COLOURS[(i + 1 + i // 4 % 2) % 4]}
        ships.loc[ships.index[i], list(_COLOURS)] = [int(colour in cargo) for colour in _COLOURS]
    return ships


def _dearer_orders(orders: Any) -> Any:
    orders["points"] += 2
    return orders


_TABLES: dict[str, dict[str, tuple[str, Callable[[Any], Any]]]] = {
    "sirvam": {"look and swap exchanged": ("effects", _exchanged_effects), "no effects": ("effects", lambda table: table[:0])},
    "sardines": {"fewer doubles": ("sardines", _fewer_doubles), "sets 1 point dearer": ("orders", _dearer_sets)},
    "sriracha": {"ships reversed": ("ships", _ships_reversed), "ships alike": ("ships", _ships_alike)},
    "phraya": {"orders 2 points dearer": ("orders", _dearer_orders)},
}
