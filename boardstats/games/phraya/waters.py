"""Phraya: how far it is on the water, and where stalls of a kind are, for the strategy `merchant`."""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from .board import MAX_STEPS, N_CROSSINGS, N_SECTIONS, N_STALLS, sailing

_MOST = 4  # rowers that the table of turns tells apart
FAR = 9  # turns to where no boat gets
_BYTE, _PLACES, _NONE = 8, 7, 255  # places of a kind are packed: up to seven stalls, one a byte


def _within() -> np.ndarray:
    """Return where a boat may stop in one turn: sections as bits, by place of the barge, section, and rowers."""
    reach = sailing().astype(np.int64)
    for steps in range(1, MAX_STEPS + 1):
        reach[:, :, steps] |= reach[:, :, steps - 1]
    for section in range(N_SECTIONS):
        reach[:, section, :] &= ~(1 << section)
    return reach


def _turns() -> np.ndarray:
    """Return the turns that a boat takes, by place of the barge, rowers, section from and section to."""
    steps = (_within()[:, :, : _MOST + 1, None] >> np.arange(N_SECTIONS) & 1).astype(bool).transpose(0, 2, 1, 3)
    turns = np.full(steps.shape, FAR, np.int8)
    there = np.broadcast_to(np.eye(N_SECTIONS, dtype=bool), steps.shape)
    for turn in range(1, FAR):
        there = there @ steps
        turns[there & (turns == FAR)] = turn
    return turns


_WITHIN, _TURNS = _within(), _turns()
assert _WITHIN.shape[:2] == (N_CROSSINGS, N_SECTIONS)


@kernel
def within(barge, section, rowers):
    """Return where a boat may stop in one turn, as bits; other boats are left out of account."""
    return _WITHIN[barge, section, min(rowers, MAX_STEPS)]


@kernel
def turns_to(barge, rowers, section, other):
    """Return in how many turns a boat gets from one section to another."""
    return np.int64(_TURNS[barge, min(rowers, _MOST), section, other])


@kernel
def places_of(view, kind):
    """Return the stalls of a kind, packed."""
    places, n = np.int64(-1), 0
    for stall in range(N_STALLS):
        if view.stall[stall] == kind and n < _PLACES:
            places ^= np.int64(_NONE ^ stall) << (_BYTE * n)
            n += 1
    return places


@kernel
def place(places, i):
    """Return a stall of packed ones; 255: there is none."""
    return places >> (_BYTE * i) & _NONE


@kernel
def nearest(view, places, section):
    """Return in how many turns the own boat gets from a section to the nearest of some stalls."""
    least, rowers = np.int64(FAR), np.int64(view.rowers[view.seat])
    for i in range(_PLACES):
        stall = place(places, i)
        if stall == _NONE:
            break
        least = min(least, turns_to(np.int64(view.barge), rowers, section, stall >> 1))
    return least
