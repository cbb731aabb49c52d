"""Real games: the form, its scores, every kind of bad cell, and the comparison with simulated games."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import boardstats as bs
from boardstats.cli import main
from boardstats.game import GAMES, load
from boardstats.sittings.forms import FORMS, as_text, as_typed
from boardstats.sittings.overlay import Sittings
from boardstats.stats import wilson

every_game = pytest.mark.parametrize("name", GAMES)

FILLED = {
    "sirvam": "table,seat,player,king,card_1,card_2,card_3\nFri,0,Ann,bell,1,4,-1\nFri,1,Bob,bell,9,0,\nFri,2,Cy,bell,2,2,\n",
    "sardines": "table,seat,player,regular_orders,regular_points,special_orders,special_points,fish_left\n"
    "1,0,Ann,3,9,1,4,2\n1,1,Bob,4,13,0,,4\n",
    "sriracha": "table,seat,player,project_points,picture_1,picture_2,failed,missing,warehouse_left,last_ship\n"
    "1,0,Ann,20,3,2,4,3,1,7\n1,1,Bob,12,2,1,,,2,20\n",
    "phraya": "table,seat,player,coins,favors,flowers,vegetable_offerings,section_1_disks,coins_tithes\n"
    "1,0,Ann,17,1,0,2,2,1\n1,1,Bob,12,2,1,,,\n",
}


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read(name: str, text: str, **edition: object) -> Sittings:
    Path("form.csv").write_text(text, encoding="utf-8")
    return bs.read_table(name, "form.csv", **edition)  # type: ignore[arg-type]


def command(*arguments: str) -> str:
    result = CliRunner().invoke(main, list(arguments), prog_name="boardstats")
    assert result.exit_code == 0, result.output
    return result.stdout


# ---- the form --------------------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("score_only", [False, True])
def test_a_form_can_be_filled_in_and_read(name: str, score_only: bool) -> None:
    path = bs.table_template(name, "form.csv", players=3, tables=2, score_only=score_only)
    blank = pd.read_csv(path, dtype=str, keep_default_na=False)
    assert blank["table"].tolist() == ["1"] * 3 + ["2"] * 3
    assert blank["seat"].tolist() == ["0", "1", "2"] * 2
    with pytest.raises(bs.BoardstatsError, match="no row is filled in"):
        bs.read_table(name, path)
    blank["player"] = ["Ann", "Bob", "Cy", "", "", ""]
    for column in blank.columns[blank.columns.get_loc("player") + 1 :]:
        if column != "king" and (column == "card_1" or not column.startswith("card_")):
            blank.loc[:2, column] = ["7", "20", "2"] if column == "last_ship" else ["0", "0", "0"]
    blank.to_csv(path, index=False)
    sittings = bs.read_table(name, path)
    assert sittings.games == 1
    assert sittings.frame["player"].tolist() == ["Ann", "Bob", "Cy"]
    assert sittings.frame["win_share"].sum() == pytest.approx(1)
    assert sittings.frame.columns[:3].tolist() == ["table", "seat", "player"]


@every_game
def test_every_game_has_a_form_whose_columns_are_documented(name: str) -> None:
    cells = FORMS[name].cells(load(name).edition())
    assert any(cell.needed for cell in cells)
    assert len({cell.name for cell in cells}) == len(cells)
    assert set(FORMS) == set(GAMES)


def test_a_form_with_names_keeps_spreadsheets_from_calculating() -> None:
    names = ["=1+1", "+Bob", "-Cy", "@Dee", "Ann"]
    path = bs.table_template("sirvam", "form.csv", players=names, score_only=True)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["player"] for row in rows] == ["'=1+1", "'+Bob", "'-Cy", "'@Dee", "Ann"]
    text = path.read_text()
    for score in range(5):
        text = text.replace("bell,\n", f"bell,{score - 1}\n", 1)
    sittings = read("sirvam", text)
    assert sittings.frame["player"].tolist() == names
    sittings.to_csv("scored.csv")
    with Path("scored.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["player"] for row in rows] == ["'=1+1", "'+Bob", "'-Cy", "'@Dee", "Ann"]
    assert [row["score"] for row in rows] == ["-1", "0", "1", "2", "3"]  # a number is no formula


@pytest.mark.parametrize("text", ["=a", "+a", "-a", "@a", "Ann", "'", "'a", "a=b", "=", "''=a"])
def test_text_comes_back_as_it_was(text: str) -> None:
    assert as_typed(str(as_text(text))) == text or text == "''=a"
    assert not str(as_text(text)).startswith(("=", "+", "-", "@"))


def test_nothing_is_overwritten_and_a_name_must_be_right() -> None:
    bs.table_template("sirvam", "form.csv")
    with pytest.raises(bs.BoardstatsError, match=r"form\.csv: exists already"):
        bs.table_template("sirvam", "form.csv")
    for players in (1, 7, ["Ann"], ["Ann", "Ann"], ["Ann", " "], "Ann,Bob"):
        with pytest.raises(bs.BoardstatsError, match="players"):
            bs.table_template("sirvam", "other.csv", players=players)
    with pytest.raises(bs.BoardstatsError, match=r"must end in \.csv"):
        bs.table_template("sirvam", "other.xlsx")
    with pytest.raises(bs.BoardstatsError, match="Did you mean 'sardines'"):
        bs.table_template("sardine", "other.csv")
    with pytest.raises(bs.BoardstatsError, match=r"must be a bs\.sirvam\.Edition"):
        bs.table_template("sirvam", "other.csv", edition=bs.sardines.Edition())
    assert [path.name for path in Path().iterdir()] == ["form.csv"]


# ---- scores ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("king", bs.sirvam.KINGS)
def test_hands_are_scored_and_ranked_by_the_games_own_rules(king: str) -> None:
    hands = [[1, 4, -1, 5], [9, 2, 99, 99], [3, 3, 4, 99]]
    lines = [f"1,{p},P{p},{king}," + ",".join("" if card == 99 else str(card) for card in hand) for p, hand in enumerate(hands)]
    frame = read("sirvam", "table,seat,player,king,card_1,card_2,card_3,card_4\n" + "\n".join(lines)).frame
    items = bs.sirvam.score(hands, king)
    assert frame["score"].tolist() == items[:, -1].tolist()
    assert frame["rank"].tolist() == bs.sirvam.rank(hands, king).tolist()
    assert frame[["hand_total", "lowest_card", "sea_creatures"]].to_numpy().tolist() == items[:, :3].tolist()
    assert frame["cards"].tolist() == [4, 2, 3]


def test_the_other_games_are_scored_by_their_own_rules() -> None:
    frame = read("sardines", FILLED["sardines"]).frame
    assert frame[["score", "rank", "orders_filled"]].to_numpy().tolist() == [[13, 2, 4], [13, 1, 4]]  # more fish left
    frame = read("sriracha", FILLED["sriracha"]).frame
    assert frame["score"].tolist() == bs.sriracha.score([20, 12], [[3, 2], [2, 1]], [4, 0], [3, 0])[:, -1].tolist() == [16, 12]
    frame = read("phraya", FILLED["phraya"]).frame
    pad = {"coins": [17, 12], "favors": [1, 2], "flowers": [0, 1], "vegetable_offerings": [2, 0], "coins_tithes": [1, 0]}
    expected = bs.phraya.score_pad({**pad, "section_1_disks": [2, 0]})
    assert frame["score"].tolist() == expected["total"].tolist()
    assert frame["rank"].tolist() == expected["rank"].tolist()
    assert frame["king_points"].tolist() == expected["king_points"].tolist()


def test_the_full_game_of_sirvam_is_scored_by_helpers() -> None:
    full = bs.sirvam.Edition(full=True)
    text = "table,seat,player,helpers,two_helper_cards\n1,0,Ann,6,1\n1,1,Bob,6,2\n1,2,Cy,7,0\n"
    assert read("sirvam", text, edition=full).frame["rank"].tolist() == [3, 2, 1]


@pytest.mark.parametrize(
    ("king", "scores", "ranks"),
    [
        ("bell", [5, 3, 5], [2, 1, 2]),
        ("purple", [5, 3, 4], [3, 1, 2]),
        ("eleven", [11, 13, 12], [1, 3, 2]),
        ("skull", [-1, 4, 2], [3, 1, 2]),
        ("fish", [0, 2, 1], [1, 3, 2]),
    ],
)
def test_scores_that_stand_alone_are_ranked_as_the_king_looks_at_them(king: str, scores: list[int], ranks: list[int]) -> None:
    rows = "".join(f"1,{seat},P{seat},{king},{score}\n" for seat, score in enumerate(scores))
    assert read("sirvam", f"table,seat,player,king,score\n{rows}").frame["rank"].tolist() == ranks


def test_what_spreadsheets_make_of_a_file_is_read() -> None:
    plain = read("sardines", FILLED["sardines"]).frame
    for text in (
        "\ufeff" + FILLED["sardines"],
        FILLED["sardines"].replace(",", ";"),
        FILLED["sardines"].replace("\n", "\r\n"),
        FILLED["sardines"].replace("\n", ",,\n") + ",,,,,,,,,\n",
        FILLED["sardines"] + "2,0,,,,,,\n\n2,1,,,,,,\n",
        "\n".join([*FILLED["sardines"].split("\n")[:1], *reversed(FILLED["sardines"].split("\n")[1:])]),
    ):
        pd.testing.assert_frame_equal(read("sardines", text).frame, plain)
    minus = read("sirvam", FILLED["sirvam"].replace("-1", "\u22121"))
    assert minus.frame["hand_total"].tolist() == [4, 9, 4]


# ---- what is not right -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("sirvam", "card_1", "card1", "line 1, column 5: unknown column 'card1': choose from table, .*Did you mean 'card_1'"),
        ("sirvam", "card_2", "card_1", "line 1, column 6: 'card_1' stands there twice"),
        ("sirvam", "king,", "", "line 2: 7 cells, where the header has 6 columns"),
        ("sardines", "fish_left", "mixed_bag_points", "line 1: no column fish_left; right: table, seat, player, regular_orders"),
        ("sirvam", "1,4,-1", "1,4", "line 2: 6 cells, where the header has 7 columns"),
        ("sirvam", "9,0", "9,14", "line 3, column 'card_2': '14' is not one of -1, 0, 1, "),
        ("sirvam", "9,0", "9,x", "line 3, column 'card_2': 'x' is not one of -1, 0, 1, "),
        ("sirvam", "9,0", ",0", "line 3, column 'card_1': an empty cell is not one of -1, 0"),
        ("sirvam", "Ann,bell", "Ann,queen", "line 2, column 'king': 'queen' is not one of bell, eleven"),
        ("sirvam", "Ann,bell", "Ann,", "line 2, column 'king': an empty cell is not one of bell"),
        ("sirvam", "Ann,bell", "Ann,fish", "lines 2 to 4: table 'Fri', column 'king': fish and bell; in one game it is the same"),
        ("sirvam", "Bob", "", "line 3, column 'player': an empty cell is not a name"),
        ("sirvam", "Bob", "Ann", "table 'Fri' has player 'Ann' twice"),
        ("sirvam", "Fri,1,Bob", ",1,Bob", "line 3, column 'table': an empty cell is not a name"),
        ("sirvam", "Fri,1,Bob", "Fri,6,Bob", "line 3, column 'seat': 6 is not from 0 to 5"),
        ("sirvam", "Fri,1,Bob", "Fri,first,Bob", "line 3, column 'seat': 'first' is not a whole number from 0 to 5"),
        ("sirvam", "Fri,1,Bob", "Fri,2,Bob", "has the seats 0, 2, 2; right are 0 to 2, each once"),
        ("sirvam", "Fri,0,Ann", "Sat,0,Ann", "line 2: table 'Sat' has 1 filled-in rows; Sirvam o Rei is for 2 to 6 players"),
        ("sirvam", "Cy,bell,2,2", "Cy,bell,15,15,15,15", "line 4: 9 cells"),
        ("sardines", "3,9,1", "0,9,1", "line 2, column 'regular_points': 9 points for no order of that kind"),
        ("sardines", "3,9,1", "3,9.5,1", "line 2, column 'regular_points': '9.5' is not a whole number from 0 to 9999"),
        ("sardines", "3,9,1", "3,-9,1", "line 2, column 'regular_points': -9 is not from 0 to 9999"),
        ("sriracha", "1,7", "1,77", "line 2, column 'last_ship': '77' is not one of 1, "),
        ("sriracha", "2,20", "2,7", "line 3, column 'last_ship': 7 was the last ship of two players"),
        ("sriracha", "20,3,2", "20,,", "line 2, column 'project_points': 20 points, but no completed project"),
        ("phraya", "2,2,1", "2,1,1", "line 2, column 'section_1_disks …': 1 disks by section, 2 by good"),
        ("phraya", "Bob,12", "Bob,", "line 3, column 'coins': an empty cell is not a whole number from 0 to 9999"),
    ],
)
def test_one_clear_error_for_each_kind_of_bad_cell(name: str, old: str, new: str, message: str) -> None:
    assert old in FILLED[name]
    with pytest.raises(bs.BoardstatsError, match=message) as error:
        read(name, FILLED[name].replace(old, new, 1))
    assert str(error.value).startswith("form.csv, line")
    assert "\n" not in str(error.value)


def test_more_recipes_than_the_box_has() -> None:
    text = "table,seat,player,king,card_1,card_2\n1,0,Ann,bell,15,15\n1,1,Bob,bell,15,15\n"
    with pytest.raises(bs.BoardstatsError, match="lines 2 to 3, column 'card_1 …': 4 recipes 15 in one game; the box has 3"):
        read("sirvam", text)


def test_a_file_that_is_none() -> None:
    with pytest.raises(bs.BoardstatsError, match=r"none\.csv: cannot be read \(No such file"):
        bs.read_table("sirvam", "none.csv")
    with pytest.raises(bs.BoardstatsError, match="line 1: no column table, seat, player"):
        read("sirvam", "")
    Path("form.csv").write_bytes("table,seat,player,king,score\n1,0,J\u00f6rg,bell,3\n".encode("latin-1"))
    with pytest.raises(bs.BoardstatsError, match="not a text file in UTF-8"):
        bs.read_table("sirvam", "form.csv")
    with pytest.raises(bs.BoardstatsError, match="not a CSV file"):
        read("sirvam", 'table,seat,player,king,score\n1,0,"Ann"x,bell,3\n')


# ---- beside simulated games ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def simulated() -> bs.Run:
    return bs.simulate("sirvam", 500, players=3, seed=1, strategies="random")


def scores_of(*games: tuple[int, ...]) -> str:
    rows = [f"{g},{seat},P{seat},bell,{score}" for g, scores in enumerate(games) for seat, score in enumerate(scores)]
    return "table,seat,player,king,score\n" + "\n".join(rows)


def test_quantiles_are_those_of_the_simulated_scores(simulated: bs.Run) -> None:
    table = read("sirvam", scores_of((25, 40, -4), (300, 8, 8))).compare(simulated)
    all_scores = simulated.frame["score"].to_numpy()
    for row in table.to_dict("records"):
        below, equal = np.mean(all_scores < row["score"]), np.mean(all_scores == row["score"])
        assert row["below"] == pytest.approx(below)
        assert row["equal"] == pytest.approx(equal)
        assert row["quantile"] == pytest.approx(below + equal / 2)
        assert (row["quantile_low"], row["quantile_high"]) == pytest.approx(wilson(500 * row["quantile"], 500))
    assert table["quantile"].iloc[2] == 0
    assert table["quantile"].iloc[3] == 1
    assert "from 2 games the real mean is only known to ±" in table.attrs["caution"]
    assert table.attrs["left_out"] == 0


def test_the_caution_is_students_t_over_games(simulated: bs.Run) -> None:
    from scipy.stats import t

    games = [(3, 20, 4), (6, 8, 8), (1, 1, 30), (0, 2, 9)]
    caution = read("sirvam", scores_of(*games)).compare(simulated).attrs["caution"]
    low, high = t.interval(0.95, 3, np.mean(games), np.std(np.mean(games, axis=1), ddof=1) / 2)
    assert f"± {(high - low) / 2:.1f}" in caution
    one = read("sirvam", scores_of((3, 4, 5))).compare(simulated).attrs["caution"]
    assert "Real: 1 game, 3 scores, mean 4" in one
    assert "one game cannot show a difference" in one


def test_only_games_like_the_runs_are_compared(simulated: bs.Run) -> None:
    text = scores_of((3, 20, 4), (6, 8)) + "\n9,0,Ann,fish,1\n9,1,Bob,fish,0\n9,2,Cy,fish,2\n"
    real = read("sirvam", text)
    table = real.compare(simulated)
    assert table["table"].unique().tolist() == ["0"]
    assert table.attrs["left_out"] == 2
    assert "Left out, as they were played otherwise: 2 real games" in caption(real.chart(simulated))
    assert real.like() == (3, bs.sirvam.Edition(king="bell"))
    with pytest.raises(bs.BoardstatsError, match=r"none of the 1 real games is like the run's \(players 3, king bell\)"):
        read("sirvam", scores_of((3, 4))).compare(simulated)
    with pytest.raises(bs.BoardstatsError, match=r"games of sardines, the run is of sirvam"):
        read("sardines", FILLED["sardines"]).compare(simulated)
    with pytest.raises(bs.BoardstatsError, match="with a Run, not with str"):
        real.compare("run")  # type: ignore[arg-type]
    full = bs.simulate("sirvam", 20, players=3, seed=1, strategies="random", edition=bs.sirvam.Edition(full=True))
    with pytest.raises(bs.BoardstatsError, match="another variant"):
        real.compare(full)


def caption(ax: object) -> str:
    ax.figure.draw_without_rendering()  # type: ignore[attr-defined]
    return " ".join(text.get_text() for text in ax.texts if text.get_gid() == "caption").replace("\n", " ")  # type: ignore[attr-defined]


def test_the_chart_shows_each_real_score_with_its_quantile(simulated: bs.Run) -> None:
    real = read("sirvam", scores_of((25, 40, -4)))
    ax = real.chart(simulated)
    table = real.compare(simulated)
    names = [text.get_text() for text in ax.texts if text.get_gid() != "caption"]
    quantiles = [f"{value:.2f}" for value in table["quantile"]]
    assert sorted(names) == sorted([f"P0: 25 ({quantiles[0]})", f"P1: 40 ({quantiles[1]})", "P2: -4 (below 0.01)"])
    drawn = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in ax.patches}
    assert {score for score, share in drawn.items() if share} == set(simulated.frame["score"])
    assert sum(drawn.values()) == pytest.approx(1)
    assert simulated.caption in caption(ax)
    assert "Caution: one game" in caption(ax)
    many = read("sirvam", scores_of(*[(3, 20, k) for k in range(6)]))
    points = many.chart(simulated).lines[-1]
    assert dict(zip(points.get_xdata(), points.get_ydata(), strict=True))[20] == pytest.approx(6 / 18)


# ---- on the command line ---------------------------------------------------------------------------------------------


def test_a_form_and_its_scores_on_the_command_line(simulated: bs.Run) -> None:
    assert command("template", "sirvam", "form.csv", "--players", "Ann, =Bob,Cy", "--score-only", "--set", "king=fish") == (
        "Wrote form.csv\n"
    )
    assert Path("form.csv").read_text() == "table,seat,player,king,score\n1,0,Ann,fish,\n1,1,'=Bob,fish,\n1,2,Cy,fish,\n"
    command("template", "sardines", "blank.csv", "--players", "2", "--tables", "3")
    assert len(Path("blank.csv").read_text().splitlines()) == 7
    Path("form.csv").write_text(Path("form.csv").read_text().replace("fish,\n", "fish,1\n"))
    out = command("table", "sirvam", "form.csv")
    assert "=Bob" in out
    assert "simulated" not in out
    options = ["--chart", "real.png", "--csv", "scored.csv", "--games", "50", "--strategies", "random", "--seed", "3"]
    out = command("table", "sirvam", "form.csv", *options)
    assert "Sirvam o Rei, 3 players (random), 50 games, seed 3, king=fish" in out
    assert out.splitlines()[-2:] == ["Wrote scored.csv", "Wrote real.png"]
    assert Path("real.png").read_bytes().startswith(b"\x89PNG")
    assert "'=Bob" in Path("scored.csv").read_text()


def test_errors_on_the_command_line_are_one_line() -> None:
    Path("form.csv").write_text(FILLED["sirvam"].replace("9,0", "9,14"))
    result = CliRunner().invoke(main, ["table", "sirvam", "form.csv", "--chart", "real.png"], prog_name="boardstats")
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: form.csv, line 3, column 'card_2': '14' is not one of")
    assert result.stderr.count("\n") == 1
    assert not Path("real.png").exists()


@pytest.mark.parametrize("players", [2.0, None])
def test_players_of_a_form_are_a_number_or_names(players: Any, tmp_path: Path) -> None:
    with pytest.raises(bs.BoardstatsError, match="how many play, or a list"):
        bs.table_template("sirvam", tmp_path / "form.csv", players=players)
    made = bs.table_template("sirvam", tmp_path / "form.csv", players=np.int64(3))  # type: ignore[arg-type]
    assert len(made.read_text().splitlines()) == 4
