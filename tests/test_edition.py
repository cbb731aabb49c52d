"""Editions: read, checked, changed, written and compared; and what ships is what the sources say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import boardstats as bs
from boardstats.edition import OPTIONS_FILE, SOURCES, data_folder
from boardstats.game import GAMES, load
from boardstats.games.sirvam.edition import KINGS
from tests.support import run_python

Edition = bs.sirvam.Edition

CHANGED = {
    "standard": {},
    "king": {"king": "fish"},
    "full": {"full": True, "kings": ("skull", "bell", "purple"), "helpers": (0, 1, 2)},
    "numbers": {"dealt": 6, "looked_at": 0, "speed": (5, 1, 3, 1, 1, 2), "name": "quick hands"},
}


def with_other_counts(edition: Edition) -> Edition:
    return edition.with_table(
        "recipes", edition.tables["recipes"].assign(count=lambda table: table["count"] + 1, source="assumed")
    )


@pytest.fixture(params=[*CHANGED, "table"])
def edition(request: pytest.FixtureRequest) -> Edition:
    return with_other_counts(Edition(king="skull")) if request.param == "table" else Edition(**CHANGED[request.param])


# ---- round trips -----------------------------------------------------------------------------------------------------


def test_what_is_written_is_read_back(edition: Edition, tmp_path: Path) -> None:
    folder = edition.write(tmp_path / "mine")
    assert sorted(path.name for path in folder.iterdir()) == sorted([*(f"{name}.csv" for name in Edition.TABLES), OPTIONS_FILE])
    again = Edition.read(folder)
    assert again == edition
    assert again.options() == edition.options()
    assert {name: type(value) for name, value in again.options().items()} == {
        name: type(value) for name, value in edition.options().items()
    }
    for name, table in edition.tables.items():
        pd.testing.assert_frame_equal(again.tables[name], table)
    assert again.name == "mine"  # the folder's
    assert again.diff(edition).empty
    assert again.write(tmp_path / "again").joinpath("recipes.csv").read_bytes() == (folder / "recipes.csv").read_bytes()


def test_provenance_holds_all_of_an_edition(edition: Edition) -> None:
    again = Edition.from_provenance(json.loads(json.dumps(edition.provenance())))
    assert again == edition
    assert (again.name, again.options(), again.digest()) == (edition.name, edition.options(), edition.digest())
    assert again.box(3).tobytes() == edition.box(3).tobytes()


def test_written_editions_say_what_was_changed(tmp_path: Path) -> None:
    rows = pd.read_csv(Edition(dealt=6).write(tmp_path / "six") / OPTIONS_FILE, keep_default_na=False).set_index("option")
    assert rows.loc["dealt"].tolist() == ["6", "assumed"]
    assert rows.loc["looked_at"].tolist() == ["2", "rulebook"]
    assert rows.loc["helpers"].tolist() == ["1 2 3", "assumed"]


def test_a_folder_need_hold_only_what_differs(tmp_path: Path) -> None:
    assert Edition.read(tmp_path) == Edition()
    (tmp_path / OPTIONS_FILE).write_text("option,value,source\nking,eleven,assumed\n")
    assert Edition.read(tmp_path) == Edition(king="eleven")
    assert Edition.read(tmp_path, king="fish", dealt=5) == Edition(king="fish", dealt=5)  # named options overrule
    effects = "effect,value,source\n  look ,15,assumed\n\nswap,-1,published\n"
    (tmp_path / "effects.csv").write_text(
        "\ufeff" + effects.replace("\n", "\r\n"), encoding="utf-8"
    )  # as a spreadsheet writes it
    read = Edition.read(tmp_path)
    assert read.tables["effects"].to_dict("list") == {
        "value": [15, -1],
        "effect": ["look", "swap"],
        "source": ["assumed", "published"],
    }
    assert read.tables["recipes"].equals(Edition().tables["recipes"])


def test_write_leaves_what_is_there_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(bs.EditionError, match="not an empty folder"):
        Edition().write(tmp_path)
    with pytest.raises(bs.EditionError, match="not an empty folder"):
        Edition().write(tmp_path / "notes.txt")
    with pytest.raises(bs.EditionError, match="cannot be written"):
        Edition().write(tmp_path / "notes.txt" / "deeper")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    assert Edition().write(tmp_path / "new" / "deep").is_dir()


def test_a_full_disk_leaves_no_half_written_edition(tmp_path: Path) -> None:
    """The limit on the size of files stands for the disk: two small tables still fit, the options do not."""
    code = """
import resource
import pandas as pd
import boardstats as bs
small = bs.sirvam.Edition().with_table("recipes", pd.DataFrame({"value": [1, 2], "count": 30, "sea_creature": 0}))
small = small.with_table("effects", small.tables["effects"].iloc[:0])
resource.setrlimit(resource.RLIMIT_FSIZE, (120, resource.RLIM_INFINITY))
try:
    small.write("mine")
except bs.EditionError as error:
    print(error)
"""
    done = run_python("-c", code, cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("mine: cannot be written (File too large)\n", "")
    assert list((tmp_path / "mine").iterdir()) == []


# ---- changing and comparing ------------------------------------------------------------------------------------------


def test_replace_changes_what_is_named_and_keeps_the_rest() -> None:
    one = with_other_counts(Edition(king="skull", dealt=5, name="mine"))
    other = one.replace(king="fish", name="yours")
    assert (other.king, other.dealt, other.name) == ("fish", 5, "yours")
    assert other.tables["recipes"].equals(one.tables["recipes"])
    assert one.king == "skull"
    with pytest.raises(bs.EditionError, match=r"option of sirvam 'kng'.*mean 'king'"):
        one.replace(kng="fish")


def test_with_table_changes_one_table() -> None:
    frame = Edition().tables["effects"].assign(effect="swap").drop(columns="source")
    made = Edition(king="fish").with_table("effects", frame)
    assert made.tables["effects"]["source"].tolist() == ["assumed"] * 6
    assert made.tables["effects"]["effect"].tolist() == ["swap"] * 6
    assert made.king == "fish"
    assert made.tables["recipes"].equals(Edition().tables["recipes"])
    frame.loc[:, "effect"] = "look"  # a table that was handed over is the edition's own
    assert made.tables["effects"]["effect"].tolist() == ["swap"] * 6


def test_an_edition_is_frozen() -> None:
    with pytest.raises(AttributeError):
        Edition().king = "fish"


def test_diff_lists_every_difference() -> None:
    one = Edition()
    frame = one.tables["recipes"]
    frame = pd.concat([frame[frame["value"] != 15].assign(count=lambda t: t["count"].where(t["value"] != 3, 7)),
                       pd.DataFrame({"value": [16], "count": [3], "sea_creature": [1], "source": ["assumed"]})])  # fmt: skip
    effects = one.tables["effects"][one.tables["effects"]["value"] != 15]
    other = one.replace(king="fish", speed=(1, 2)).with_table("recipes", frame).with_table("effects", effects)
    rows = one.diff(other).astype(object).where(lambda table: table.notna(), None).values.tolist()
    assert rows == [
        ["options", "", "king", "", "fish"],
        ["options", "", "speed", (1, 1, 1, 1, 1, 1), (1, 2)],
        ["recipes", 3, "count", 4, 7],
        ["recipes", 15, "count", 3, None],
        ["recipes", 15, "sea_creature", 0, None],
        ["recipes", 15, "source", "rulebook", None],
        ["recipes", 16, "count", None, 3],
        ["recipes", 16, "sea_creature", None, 1],
        ["recipes", 16, "source", None, "assumed"],
        ["effects", 15, "effect", "look_swap", None],
        ["effects", 15, "source", "assumed", None],
    ]
    assert [row[3:] for row in other.diff(one).astype(object).where(lambda t: t.notna(), None).values.tolist()][2] == [7, 4]
    assert one.diff(Edition()).empty
    assert one.diff(other).columns.tolist() == ["table", "row", "column", "this", "other"]


def test_digest_and_equality_go_by_what_is_played() -> None:
    editions = [Edition(**options) for options in CHANGED.values()] + [with_other_counts(Edition())]
    assert len({edition.digest() for edition in editions}) == len(set(editions)) == len(editions)
    assert all(re.fullmatch("[0-9a-f]{16}", edition.digest()) for edition in editions)
    assert Edition(name="a") == Edition(name="b")
    assert hash(Edition(king="fish")) == hash(Edition().replace(king="fish"))
    assert Edition() != "standard"


def test_captions_tell_of_assumed_data_only() -> None:
    assert Edition().assumed() == ["effects", "speed"]
    assert Edition(full=True).assumed() == ["effects", "speed", "helpers"]
    printed = Edition().tables["effects"].assign(source="published")
    assert Edition().with_table("effects", printed).assumed() == ["speed"]


# ---- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("king", "fish", "fish"),
        ("full", "true", True),
        ("full", "Yes", True),
        ("full", "0", False),
        ("dealt", " 5 ", 5),
        ("kings", "fish bell skull", ("fish", "bell", "skull")),
        ("kings", "", ()),
        ("speed", "3 1 2", (3, 1, 2)),
        ("helpers", "0 1 2", (0, 1, 2)),
        ("name", "my box", "my box"),
    ],
)
def test_options_as_they_are_typed(name: str, text: str, value: object) -> None:
    parsed = Edition.parse_option(name, text)
    assert (parsed, type(parsed)) == (value, type(value))


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("king", "fsh", "'king'.*'fsh'.*bell, eleven, skull, fish, purple.*mean 'fish'"),
        ("full", "maybe", "'full'.*'maybe' is not true or false"),
        ("dealt", "many", "'dealt'.*'many' is not a whole number from 1 to 12"),
        ("dealt", "4.5", "'dealt'.*'4.5' is not a whole number"),
        ("dealt", "0", "'dealt'.*0 is not from 1 to 12"),
        ("dealt", "", "'dealt'"),
        ("speed", "1 0 1", "'speed'.*0 is not from 1 to 1000000"),
        ("speed", "1,2", "'speed'.*'1,2'"),
        ("kings", "fish bel skull", "'kings'.*'bel'.*mean 'bell'"),
        ("delt", "4", "option of sirvam 'delt'.*mean 'dealt'"),
    ],
)
def test_wrong_options_are_errors(name: str, text: str, message: str) -> None:
    with pytest.raises(bs.EditionError, match=message) as caught:
        Edition.parse_option(name, text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"king": "fish", "full": True}, "full game has three kings"),
        ({"kings": ("fish", "bell", "skull")}, "only the full game"),
        ({"full": True, "kings": ("fish", "bell")}, "3 different kings"),
        ({"full": True, "kings": ("fish", "bell", "fish")}, "3 different kings, not fish bell fish"),
        ({"looked_at": 5}, "only 4 cards are dealt"),
        ({"helpers": (1, 2)}, "3 cards are right, not 2"),
        ({"speed": (1,)}, "'speed'.*not 1"),
        ({"speed": (1,) * 7}, "'speed'.*not 7"),
        ({"speed": 3}, "'speed'.*3 is not a list"),
        ({"king": None}, "'king'.*None"),
        ({"dealt": True}, "'dealt'.*True"),
        ({"dealt": 4.0}, "'dealt'.*4.0"),
        ({"full": 2}, "'full'.*2"),
        ({"tables": {"recipe": None}}, "table of sirvam 'recipe'.*mean 'recipes'"),
    ],
)
def test_options_that_do_not_go_together_are_errors(options: dict, message: str) -> None:
    with pytest.raises(bs.EditionError, match=message) as caught:
        Edition(**options)
    assert "\n" not in str(caught.value)


# ---- broken files: file, line, column --------------------------------------------------------------------------------

RECIPES = "value,count,sea_creature,source\n1,10,0,rulebook\n2,10,0,rulebook\n3,10,1,assumed\n"

BROKEN = [
    ("", r"line 1: the columns are missing; right: value, count, sea_creature, source"),
    ("\n", r"line 1: the columns are"),
    (RECIPES.replace("count", "cuont"), r"line 1: the columns are value, cuont, .*; right: value, count, "),
    (RECIPES.replace("value,count", "count"), r"line 1: the columns are count, sea_creature"),
    (RECIPES.replace("value,", "value,value,"), r"line 1: the columns are value, value"),
    (RECIPES.replace(",source", ""), r"line 1: the columns are"),
    (RECIPES.replace("2,10,0", "2,ten,0"), r"line 3, column 'count': 'ten' is not a whole number from 0 to 80"),
    (RECIPES.replace("2,10,0", "2,,0"), r"line 3, column 'count': '' is not a whole number"),
    (RECIPES.replace("2,10,0", "2,1.5,0"), r"line 3, column 'count': '1.5' is not a whole number"),
    (RECIPES.replace("2,10,0", "2,81,0"), r"line 3, column 'count': 81 is not from 0 to 80"),
    (RECIPES.replace("2,10,0", "2,-1,0"), r"line 3, column 'count': -1 is not from 0 to 80"),
    (RECIPES.replace("2,10,0", "61,10,0"), r"line 3, column 'value': 61 is not from -9 to 60"),
    (RECIPES.replace("3,10,1", "3,10,2"), r"line 4, column 'sea_creature': 2 is not from 0 to 1"),
    (RECIPES.replace("assumed", "guessed"), r"line 4, column 'source': 'guessed' is not one of rulebook, published, assumed"),
    (RECIPES.replace("assumed", ""), r"line 4, column 'source': ''"),
    (RECIPES.replace("2,10,0,rulebook", "2,10,rulebook"), r"line 3: 3 cells, where the header has 4 columns"),
    (RECIPES.replace("2,10,0", "2,10,0,0"), r"line 3: 5 cells, where the header has 4 columns"),
    (RECIPES.replace("3,10,1", "2,10,1"), r"line 4: value 2 stands already in .*recipes\.csv, line 3"),
    (RECIPES.replace("\n2,10", "\n\n\n2,x"), r"line 5, column 'count'"),
    (RECIPES + '"4,10,0,rulebook\n', r"not a CSV file|line"),
    ("value,count,sea_creature,source\n", r"0 rows, where 1 to 16 are right"),
    (RECIPES + "".join(f"{value},1,0,assumed\n" for value in range(10, 30)), r"23 rows, where 1 to 16 are right"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_table_says_file_line_and_column(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "recipes.csv").write_text(text)
    with pytest.raises(bs.EditionError, match=rf"recipes\.csv(, |: ){message}|recipes\.csv: ({message})") as caught:
        Edition.read(tmp_path)
    assert "\n" not in str(caught.value)
    (tmp_path / "recipes.csv").write_text(RECIPES)
    assert Edition.read(tmp_path).tables["recipes"]["count"].tolist() == [10, 10, 10]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("option,value,source\ndealt,4,rulebook\nking,fsh,assumed\n", r"options\.csv, line 3: .*'king'.*'fsh'.*mean 'fish'"),
        ("option,value,source\ndelt,4,rulebook\n", r"options\.csv, line 2: .*'delt'.*mean 'dealt'"),
        ("option,value,source\ndealt,40,rulebook\n", r"options\.csv, line 2: .*'dealt'.*40 is not from 1 to 12"),
        ("option,value\ndealt,4\n", r"options\.csv, line 1: the columns are option, value; right: option, value, source"),
        (
            "option,value,source\ndealt,4,rulebook\ndealt,5,assumed\n",
            r"options\.csv, line 3: .*'dealt' stands already in .*line 2",
        ),
        ("option,value,source\ndealt,4,guessed\n", r"options\.csv, line 2, column 'source': 'guessed'"),
    ],
)
def test_a_broken_file_of_options_says_where(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / OPTIONS_FILE).write_text(text)
    with pytest.raises(bs.EditionError, match=message) as caught:
        Edition.read(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_misnamed_file_is_an_error_and_not_left_out(tmp_path: Path) -> None:
    (tmp_path / "recipe.csv").write_text(RECIPES)
    with pytest.raises(
        bs.EditionError, match=r"recipe\.csv: sirvam has no such table; right: effects\.csv, options\.csv, recipes\.csv"
    ):
        Edition.read(tmp_path)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00v", b"value,count\n\xe9,1\n"])
def test_a_file_that_is_no_text_in_utf_8(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "recipes.csv").write_bytes(content)
    with pytest.raises(bs.EditionError, match=r"recipes\.csv.*(UTF-8|line 1)"):
        Edition.read(tmp_path)


def test_folders_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(bs.EditionError, match="nowhere: no such folder"):
        Edition.read(tmp_path / "nowhere")
    (tmp_path / "file").write_text("")
    with pytest.raises(bs.EditionError, match="file: no such folder"):
        Edition.read(tmp_path / "file")
    (tmp_path / "recipes.csv").mkdir()
    with pytest.raises(bs.EditionError, match=r"recipes\.csv: cannot be read"):
        Edition.read(tmp_path)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    line=st.integers(1, 13),
    column=st.integers(0, 3),
    cell=st.text(st.characters(codec="utf-8", exclude_characters='\r\n,"\x00'), max_size=8),
)
def test_any_one_cell_is_played_as_it_stands_or_refused_with_its_place(tmp_path: Path, line: int, column: int, cell: str) -> None:
    rows = [row.split(",") for row in (data_folder() / "sirvam" / "recipes.csv").read_text().splitlines()]
    rows[line][column] = cell
    (tmp_path / "recipes.csv").write_text("\n".join(map(",".join, rows)) + "\n", encoding="utf-8")
    try:
        table = Edition.read(tmp_path).tables["recipes"]
    except bs.EditionError as error:
        told = str(error)
        assert "recipes" in told
        assert len(told.splitlines()) == 1
        assert f"line {line + 1}" in told or "cards in all" in told or "cells" in told
    else:
        assert str(table.iloc[line - 1, column]) == str(int(cell)) if column < 3 else cell.strip()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda table: table.drop(columns="count"),
            "table 'recipes': the columns are value, sea_creature, source; right: value, count",
        ),
        (lambda table: table.assign(colour="red"), "table 'recipes': the columns are .*colour"),
        (lambda table: table.assign(count=4.5), r"table 'recipes', row 0, column 'count': (np\.float64\()?4\.5"),
        (lambda table: table.assign(count=np.nan), "table 'recipes', row 0, column 'count': nan"),
        (lambda table: table.assign(value=1), "table 'recipes', row 1: value 1 stands already in table 'recipes', row 0"),
        (lambda table: table.assign(source="me"), "table 'recipes', row 0, column 'source': 'me'"),
        (lambda table: table.assign(count=0), "0 cards in all"),
        (lambda table: table.assign(count=70), "910 cards in all, where 1 to 80"),
        (lambda table: table.iloc[:0], "0 rows"),
        (lambda table: None, "table 'recipes': the columns are missing"),
        (lambda table: "recipes.csv", "table 'recipes': the columns are missing"),
    ],
)
def test_a_broken_frame_says_table_row_and_column(change, message: str) -> None:
    with pytest.raises(bs.EditionError, match=message) as caught:
        Edition().with_table("recipes", change(Edition().tables["recipes"]))
    assert "\n" not in str(caught.value)


def test_there_is_no_such_table() -> None:
    with pytest.raises(bs.EditionError, match=r"table of sirvam 'recipe'.*mean 'recipes'"):
        Edition().with_table("recipe", Edition().tables["recipes"])


# ---- what ships ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_row_says_its_source(game: str) -> None:
    edition = load(game).edition()
    for name, table in edition.tables.items():
        assert len(table) > 0, name
        assert set(table["source"]) <= set(SOURCES), name
    for spec in edition._options():
        assert spec.metadata["source"] in SOURCES
        assert spec.metadata["doc"]
    files = {path.stem for path in (data_folder() / game).glob("*.csv")}
    assert files == set(edition.TABLES)


@pytest.mark.parametrize("game", GAMES)
def test_every_edition_of_every_game_makes_the_round_trip(game: str, tmp_path: Path) -> None:
    for name, edition in load(game).variants().items():
        kind, folder = type(edition), edition.write(tmp_path / name)
        assert kind.read(folder) == edition
        assert kind.from_provenance(json.loads(json.dumps(edition.provenance()))) == edition
        for players in load(game).players:
            assert kind.read(folder).box(players).tobytes() == edition.box(players).tobytes()


def test_a_choice_has_the_source_of_all_choices_and_a_changed_number_is_assumed() -> None:
    assert Edition(king="fish").option_sources()["king"] == "rulebook"
    sources = bs.phraya.Edition(prices="shared", boats="asymmetric", stall_price=3).option_sources()
    assert [sources[name] for name in ("prices", "boats", "stall_price")] == ["assumed", "rulebook", "assumed"]
    assert bs.phraya.Edition().option_sources()["display"] == "published"
    assert bs.phraya.Edition().option_sources()["prices"] == "assumed"


def test_the_recipes_are_those_of_the_rulebook() -> None:
    """The table at the end of the rulebook."""
    printed = {-1: 3, 0: 5, 1: 4, 2: 4, 3: 4, 4: 4, 5: 4, 6: 4, 7: 4, 8: 4, 9: 4, 10: 5, 15: 3}
    table = Edition().tables["recipes"].set_index("value")
    assert table["count"].to_dict() == printed
    assert table["count"].sum() == 52
    assert set(table["source"]) == {"rulebook"}
    assert table.index[table["sea_creature"] == 1].tolist() == [3, 4, 5]  # section F, Fish King


def test_the_effects_are_marked_as_assumed() -> None:
    table = Edition().tables["effects"].set_index("value")
    assert table["effect"].to_dict() == {6: "look", 7: "look", 8: "look", 9: "swap", 10: "swap", 15: "look_swap"}
    assert set(table["source"]) == {"assumed"}
    assert KINGS == ("bell", "eleven", "skull", "fish", "purple")


# ---- the box ---------------------------------------------------------------------------------------------------------


def test_the_box_holds_the_tables_by_ascending_value() -> None:
    shuffled = Edition().tables["recipes"].sample(frac=1, random_state=3)
    box = Edition().with_table("recipes", shuffled).box(4)
    plain = Edition().box(4)
    assert box.tobytes() == plain.tobytes()
    assert plain["value"][:13].tolist() == [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15]
    assert plain["deck"][:52].tolist() == sorted(plain["deck"][:52].tolist())
    assert np.bincount(plain["deck"][:52]).tolist() == plain["count"][:13].tolist() == [3, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 3]
    assert plain["effect"][:13].tolist() == [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3]
    without_fives = Edition().tables["recipes"].assign(count=lambda table: table["count"].where(table["value"] != 5, 0))
    assert Edition().with_table("recipes", without_fives).box(4)["value"][:12].tolist() == [-1, 0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 15]


def deck_of(n: int) -> pd.DataFrame:
    return pd.DataFrame({"value": range(4), "count": [n // 4 + (i < n % 4) for i in range(4)], "sea_creature": 0})


def plain_deck(n: int, **options) -> Edition:
    return Edition(tables={"recipes": deck_of(n), "effects": Edition().tables["effects"].iloc[:0]}, **options)


@pytest.mark.parametrize(("players", "dealt"), [(2, 4), (6, 4), (6, 12), (3, 1)])
def test_too_few_cards_to_deal_are_refused(players: int, dealt: int) -> None:
    """One must be left to draw."""
    options = {"dealt": dealt, "looked_at": 0}
    for cards in (players * dealt - 1, players * dealt):
        if cards <= 80:
            with pytest.raises(bs.EditionError, match=f"{players} players are dealt {players * dealt} of {cards} cards"):
                plain_deck(cards, **options).box(players)
    if players * dealt < 80:
        run = bs.simulate(
            "sirvam", 20, players=players, seed=1, strategies="random", edition=plain_deck(players * dealt + 1, **options)
        )
        assert run.games["finished"].all()


def test_hands_that_could_outgrow_the_state_are_refused() -> None:
    """Of 74 cards in the pile, six players need 11 for five mistakes of one of them."""
    with pytest.raises(bs.EditionError, match=r"a hand could grow to 35 cards .*; 32 is the most"):
        plain_deck(80, dealt=1, looked_at=0).box(6)
    assert plain_deck(80, dealt=12).box(6)["cards"] == 80


@pytest.mark.parametrize("players", range(2, 7))
def test_the_largest_hands_fit(players: int) -> None:
    """The most that the edition lets through is played by those who throw wildly, and never outgrows its room."""
    from tests.sirvam.temperaments import wild

    for dealt in range(1, 13):
        try:
            edition = plain_deck(80, dealt=dealt, looked_at=0)
            edition.box(players)
        except bs.EditionError:
            continue
        run = bs.simulate("sirvam", 60, players=players, seed=dealt, strategies=wild, edition=edition)
        assert run.frame["cards"].max() <= 32


def test_too_few_speeds_and_unknown_effects_are_refused() -> None:
    with pytest.raises(bs.EditionError, match="'speed': 3 weights for 4 players"):
        Edition(speed=(1, 2, 3)).box(4)
    effects = pd.DataFrame({"value": [11], "effect": ["look"]})
    with pytest.raises(bs.EditionError, match="table 'effects': value 11 is on no card"):
        Edition().with_table("effects", effects).box(4)


def test_an_edition_that_cannot_be_played_is_refused_before_anything_is_played() -> None:
    with pytest.raises(bs.EditionError, match="6 players are dealt 54 of 52 cards"):
        bs.simulate("sirvam", 10, players=6, seed=1, strategies="random", edition=Edition(dealt=9))
