"""Where the components of Sriracha are, for tests/test_contract.py."""

from __future__ import annotations

import numpy as np

from boardstats.games.sriracha.state import FAILED_PROJECTS, IN_HAND, PILE, ROW


def in_play(s, box) -> list[int]:
    """Return the cubes of each colour, then how often each ship, then how often each tile, is somewhere."""
    players, ships, tiles = int(s["players"]), int(box["ships"]), int(box["tiles"])
    cubes = s["supply"].astype(np.int64) + s["cargo"] + s["warehouse"][:players].sum(axis=0)
    cubes += s["site_cubes"][:players].sum(axis=(0, 1))
    for site in range(int(box["sites"])):
        cubes[box["site_colour"][site]] += s["site_rewards"][:players, site].sum()
    where = s["where"][:ships]
    laid = [s["row"][r, : s["row_left"][r]] for r in range(2)]
    in_rows = np.bincount(np.concatenate(laid), minlength=ships)
    placed = np.where(where == ROW, in_rows, (where == PILE) | (where >= IN_HAND))
    seen = [s["row_tile"][r, : s["row_left"][r]] for r in range(2)] + [s["tile_deck"][: s["tiles_left"]]]
    # Tiles that were taken are on a site, completed, failed, or still in hand: they cannot be told from failed ones.
    counts = np.bincount(np.concatenate(seen), minlength=tiles) + s["taken"][:players, ships : ships + tiles].sum(axis=0)
    on_board = s["site_tile"][:players].ravel()
    done = s["taken"][:players, ships + tiles : ships + 2 * tiles].sum()
    held = (on_board >= 0).sum() + done + s["tally"][:players, FAILED_PROJECTS].sum() + (s["tile"] >= 0)
    return [*cubes.tolist(), *placed.tolist(), *counts.tolist(), int(held + np.concatenate(seen).size)]
