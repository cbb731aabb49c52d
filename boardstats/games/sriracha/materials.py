"""Sriracha: counting construction materials, for the built-in strategies.

Cubes by colour are one whole number with eight bits for each colour, so that what a project lacks is found for all
colours at once. No more than 60 cubes of a colour are in the box, so that the highest of the eight bits is free.
"""

from __future__ import annotations

import numpy as np

from ..._jit import inlined
from .edition import N_COLOURS
from .state import BITS, EMPTY

BYTE = 8  # bits for a colour
ONE_OF_EACH = 0x01010101  # N_COLOURS bytes
_HIGHEST = 0x80808080  # bit of each byte
_LAST = 24  # where the last byte begins


@inlined
def pack(row):
    """Return cubes by colour as one number."""
    cubes = np.int64(0)
    for c in range(N_COLOURS):
        cubes |= np.int64(row[c]) << (BYTE * c)
    return cubes


@inlined
def one(c):
    """Return one cube of a colour."""
    return np.int64(1) << (BYTE * c)


@inlined
def of(cubes, c):
    """Return how many cubes there are of a colour."""
    return (cubes >> (BYTE * c)) & 0xFF


@inlined
def count(cubes):
    """Return how many cubes there are in all."""
    return (cubes * ONE_OF_EACH >> _LAST) & 0xFF


@inlined
def less(cubes, taken):
    """Return what is left of some cubes when others are taken away, of no colour less than none."""
    rest = (cubes | _HIGHEST) - taken
    enough = rest & _HIGHEST
    return rest & (enough - (enough >> (BYTE - 1)))


@inlined
def paid(move):
    """Return the cubes that a payment pays."""
    packed, cubes = np.int64(move.cubes), np.int64(0)
    for c in range(N_COLOURS):
        cubes |= ((packed >> (BITS * c)) & 0xF) << (BYTE * c)
    return cubes


@inlined
def lacking(view, site):
    """Return what the project on an own site lacks; nothing where there is none."""
    p = np.int64(view.seat)
    tile = np.int64(view.site_tile[p, site])
    if tile == EMPTY:
        return np.int64(0)
    return pack(view.needs[tile]) - pack(view.site_cubes[p, site])


@inlined
def carried(view, ship):
    """Return what comes onto a ship that is taken now: its cargo, as far as the supply has it."""
    cubes = np.int64(0)
    for c in range(N_COLOURS):
        cubes |= min(np.int64(view.ship_cargo[ship, c]), np.int64(view.supply[c])) << (BYTE * c)
    return cubes
