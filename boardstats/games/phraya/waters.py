"""Phraya: how far it is on the water, for the strategy `merchant`."""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from .board import MAX_STEPS, N_SECTIONS, sailing

_MOST = 4  # rowers that the table of turns tells apart
FAR = 9  # turns to where no boat gets


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


_EXACTLY, _WITHIN, _TURNS = sailing().astype(np.int64), _within(), _turns()


@kernel
def exactly(barge, section, sections):
    """Return where a boat gets that goes so many sections, as bits; other boats are left out of account."""
    return _EXACTLY[barge, section, min(sections, MAX_STEPS)]


@kernel
def within(barge, section, rowers):
    """Return where a boat may stop in one turn, as bits; other boats are left out of account."""
    return _WITHIN[barge, section, min(rowers, MAX_STEPS)]


@kernel
def turns_to(barge, rowers, section, other):
    """Return in how many turns a boat gets from one section to another."""
    return np.int64(_TURNS[barge, min(rowers, _MOST), section, other])
