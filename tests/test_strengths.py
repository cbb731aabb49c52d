"""How strong the strategies are: the table, row by row, beside plain simulations."""

from __future__ import annotations

from typing import Any

import pytest

import boardstats as bs
from boardstats.errors import BoardstatsError
from boardstats.lab.strengths import line_ups


def test_each_row_is_a_simulation_of_its_line_up() -> None:
    table = bs.strength("sardines", games=200, seed=4, players=[2, 3])
    assert table[["better", "players", "seats"]].to_numpy().tolist() == [
        [better, players, seats] for better in ("greedy", "planner") for players, seats in ((2, 1), (3, 1), (3, 2))
    ]
    for row in table.to_dict("records"):
        (split,) = (each for each in line_ups(row["players"]) if sum(each) == row["seats"])
        names = [(row["worse"], row["better"])[entry] for entry in split]
        run = bs.simulate("sardines", 200, players=row["players"], seed=4, strategies=names, rotate=True)
        told = run.summary().loc[("strategy", row["better"])]
        assert row["win_share"] == told["win_share"]
        assert row["clear"] == (told["win_share_low"] > 1 / row["players"])


def test_the_searcher_meets_the_best_in_the_standard_variant() -> None:
    table = bs.strength("sirvam", games=20, players=[3], playouts=30)
    assert table[["better", "worse", "variant", "seats"]].to_numpy().tolist() == [
        ["searcher(playouts=30)", "sharp", "bell", 1], ["searcher(playouts=30)", "sharp", "bell", 2],
    ]  # fmt: skip


@pytest.mark.parametrize(("asked", "words"), [({"players": [7]}, "7"), ({"playouts": 0}, "1 playout"), ({"games": 0}, "games")])
def test_bad_input_is_one_line(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(BoardstatsError, match=words) as raised:
        bs.strength("sirvam", **asked)
    assert "\n" not in str(raised.value)
