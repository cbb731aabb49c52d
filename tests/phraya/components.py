"""Where the components of Phraya are, for tests/test_contract.py."""

from __future__ import annotations

import numpy as np


def in_play(s, box) -> list[int]:
    """Return flowers, favors, rowers, goods, disks and stalls by seat, market cards, orders and baskets, wherever they are."""
    v, players = s["views"][0], int(s["players"])
    seats = slice(0, players)
    counts = [int(v["flowers"][seats].sum() + v["flowers_left"]), int(v["favors"][seats].sum() + v["favors_left"])]
    counts.append(int(v["rowers"][seats].sum() + v["rowers_left"]))
    counts += (v["goods"][seats].sum(axis=0) + v["goods_left"]).tolist()
    for p in range(players):
        disks = (v["temple_disk"] == p).sum() + (v["king_disk"] == p).sum()
        counts += [int(disks + v["disks_left"][p]), int((v["owner"] == p).sum() + v["stalls_left"][p])]
    first, last = int(box["basics"]), int(box["cards"])
    held = (v["cards"][seats] > 0).sum(axis=0)[first:last]
    lying = np.concatenate([v["display"][v["display"] >= 0], s["market_deck"][: v["deck_left"]]])
    counts += (held + np.bincount(lying, minlength=last)[first:last]).tolist()
    stacked = np.concatenate([s["stack"][t, : v["stack_left"][t]] for t in range(4)] + [s["removed"][s["removed"] >= 0]])
    orders = np.concatenate([stacked, v["order_at"][v["order_at"] >= 0]])
    n = int(box["orders"])
    counts += (np.bincount(orders, minlength=n) + s["taken"][seats, last - first : last - first + n].sum(axis=0)).tolist()
    baskets = np.concatenate([s["bag"][: v["bag_left"]], v["basket_at"][v["basket_at"] >= 0]])
    kinds = int(box["basket_kinds"])
    return [*counts, *(np.bincount(baskets, minlength=kinds) + s["basket_tiles"][seats, :kinds].sum(axis=0)).tolist()]
