"""What is printed in the box: component tables and options, read, checked, changed, written and compared.

Each game derives its own `Edition` from `BaseEdition`: dataclass fields made by `option` for the numbers and rule
options, and `TABLES` for the component tables. Every row of a table says its `source`: `rulebook`, `published` or
`assumed`.
"""

from __future__ import annotations

import csv
import dataclasses
import hashlib
import io
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from .errors import BoardstatsError, EditionError, one_of

if TYPE_CHECKING:
    import pandas as pd

SOURCES = ("rulebook", "published", "assumed")
OPTIONS_FILE = "options.csv"


@dataclass(frozen=True)
class Column:
    """One column of a component table: whole numbers from `low` to `high`, one of `choices`, or a name of any kind."""

    name: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    text: bool = False

    def parse(self, text: object, where: str) -> int | str:
        """Return the value of a cell, or raise an EditionError that says where it stands."""
        place = f"{where}, column {self.name!r}"
        if self.choices:
            if str(text) not in self.choices:
                raise EditionError(f"{place}: {text!r} is not one of {', '.join(self.choices)}")
            return str(text)
        if self.text:
            if not str(text).strip() or not str(text).isprintable():
                raise EditionError(f"{place}: {text!r} is not a name")
            return str(text).strip()
        return whole_number(text, self.low, self.high, place)


SOURCE = Column("source", choices=SOURCES)


def whole_number(text: object, low: int, high: int, place: str) -> int:
    """Return a whole number from `low` to `high`, or raise an EditionError that names the place."""
    try:
        number = int(str(text).strip())
    except ValueError:
        raise EditionError(f"{place}: {text!r} is not a whole number from {low} to {high}") from None
    if not low <= number <= high:
        raise EditionError(f"{place}: {number} is not from {low} to {high}")
    return number


@dataclass(frozen=True)
class Table:
    """The columns of a component table, and the columns whose values may stand in one row only."""

    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()
    min_rows: int = 1
    max_rows: int = 255

    @property
    def names(self) -> list[str]:
        return [column.name for column in self.columns] + ["source"]

    def check(self, rows: Iterable[tuple[str, Mapping[str, object]]], where: str) -> pd.DataFrame:
        """Return the rows, each with the place it comes from, as a checked DataFrame."""
        import pandas as pd

        checked: list[dict[str, int | str]] = []
        seen: dict[tuple[object, ...], str] = {}
        for place, row in rows:
            values = {column.name: column.parse(row[column.name], place) for column in (*self.columns, SOURCE)}
            key = tuple(values[name] for name in self.key)
            if key and key in seen:
                shown = ", ".join(f"{name} {value}" for name, value in zip(self.key, key, strict=True))
                raise EditionError(f"{place}: {shown} stands already in {seen[key]}")
            seen[key] = place
            checked.append(values)
        if not self.min_rows <= len(checked) <= self.max_rows:
            raise EditionError(f"{where}: {len(checked)} rows, where {self.min_rows} to {self.max_rows} are right")
        return pd.DataFrame(checked, columns=self.names)


def option(
    default: Any, doc: str, *, low: int = 0, high: int = 0, choices: tuple[str, ...] = (), source: str = "rulebook"
) -> Any:
    """Return a dataclass field for an option: its default, what it means, its range, and where the default is from."""
    return field(default=default, metadata={"doc": doc, "low": low, "high": high, "choices": choices, "source": source})


def data_folder() -> Path:
    """Return the folder of the component tables: in the wheel inside the package, in a checkout beside it."""
    package = Path(__file__).parent
    return package / "data" if (package / "data").is_dir() else package.parent / "data"


def read_rows(path: Path, names: list[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the rows of a CSV file, each with its file and line; the columns must be exactly `names`, in any order."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.reader(file, strict=True)
            header = [name.strip() for name in next(reader, [])]
            if sorted(header) != sorted(names):
                raise EditionError(f"{path}, line 1: the columns are {', '.join(header) or 'missing'}; right: {', '.join(names)}")
            for cells in reader:
                if not any(cell.strip() for cell in cells):
                    continue
                place = f"{path}, line {reader.line_num}"
                if len(cells) != len(header):
                    raise EditionError(f"{place}: {len(cells)} cells, where the header has {len(header)} columns")
                yield place, {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
    except UnicodeDecodeError:
        raise EditionError(f"{path}: not a text file in UTF-8") from None
    except csv.Error as error:
        raise EditionError(f"{path}: not a CSV file ({error})") from None
    except OSError as error:
        raise EditionError(f"{path}: cannot be read ({error.strerror})") from None


@dataclass(frozen=True, eq=False, kw_only=True)
class BaseEdition(ABC):
    """Component tables and options of one game; frozen: every change makes a new Edition.

    Attributes
    ----------
    name : str
        What captions call this edition.
    tables : mapping of str to DataFrame
        The component tables, each with a `source` column. Left out: those of the shipped edition.
    """

    GAME: ClassVar[str]
    TABLES: ClassVar[Mapping[str, Table]]

    name: str = "standard"
    tables: Mapping[str, pd.DataFrame] = field(default_factory=dict, repr=False)

    # ---- reading and checking ------------------------------------------------------------------------------------

    def __post_init__(self) -> None:
        for spec in self._options():
            object.__setattr__(self, spec.name, _check_option(spec, getattr(self, spec.name)))
        tables = {}
        for name, table in self.TABLES.items():
            if name in self.tables:
                tables[name] = _check_frame(name, table, self.tables[name])
            else:
                path = data_folder() / self.GAME / f"{name}.csv"
                tables[name] = table.check(read_rows(path, table.names), str(path))
        for name in self.tables:
            if name not in self.TABLES:
                raise EditionError(str(one_of(f"table of {self.GAME}", name, self.TABLES)))
        object.__setattr__(self, "tables", tables)
        self.check()

    @abstractmethod
    def check(self) -> None:
        """Raise an EditionError where tables and options do not go together."""

    @abstractmethod
    def box(self, players: int) -> Any:
        """Return the record that the kernels read, checked for a number of players."""

    @classmethod
    def _options(cls) -> list[dataclasses.Field[Any]]:
        return [spec for spec in dataclasses.fields(cls) if "doc" in spec.metadata]

    @classmethod
    def read(cls, folder: str | os.PathLike[str], **options: Any) -> Self:
        """Read an edition from a folder; a table or option that is not there is the shipped one.

        Parameters
        ----------
        folder : path
            Holds `<table>.csv` and `options.csv` (`option,value,source`), as `write` makes them.
        **options
            Options that overrule the folder's.
        """
        path = Path(folder)
        if not path.is_dir():
            raise EditionError(f"{path}: no such folder; Edition().write({str(folder)!r}) makes one to start from")
        known = {f"{name}.csv" for name in cls.TABLES} | {OPTIONS_FILE}
        for found in sorted(path.glob("*.csv")):
            if found.name not in known:
                raise EditionError(f"{found}: {cls.GAME} has no such table; right: {', '.join(sorted(known))}")
        tables = {
            name: spec.check(read_rows(path / f"{name}.csv", spec.names), str(path / f"{name}.csv"))
            for name, spec in cls.TABLES.items()
            if (path / f"{name}.csv").exists()
        }
        values: dict[str, Any] = {"name": path.name}
        if (path / OPTIONS_FILE).exists():
            seen: dict[str, str] = {}
            for place, row in read_rows(path / OPTIONS_FILE, ["option", "value", "source"]):
                SOURCE.parse(row["source"], place)
                if row["option"] in seen:
                    raise EditionError(f"{place}: option {row['option']!r} stands already in {seen[row['option']]}")
                seen[row["option"]] = place
                try:
                    values[row["option"]] = cls.parse_option(row["option"], row["value"])
                except EditionError as error:
                    raise EditionError(f"{place}: {error}") from None
        return cls(**(values | options), tables=tables)

    @classmethod
    def parse_option(cls, name: str, text: str) -> Any:
        """Return the value of an option as typed in a file or on the command line (`king`, `fish`)."""
        if name == "name":
            return text
        specs = {spec.name: spec for spec in cls._options()}
        if name not in specs:
            raise EditionError(str(one_of(f"option of {cls.GAME}", name, specs)))
        return _check_option(specs[name], text)

    # ---- changing and comparing ----------------------------------------------------------------------------------

    def replace(self, **options: Any) -> Self:
        """Return this edition with some options changed."""
        known = [spec.name for spec in self._options()]
        for name in options:
            if name not in (*known, "name", "tables"):
                raise EditionError(str(one_of(f"option of {self.GAME}", name, known)))
        return dataclasses.replace(self, **options)

    def with_table(self, name: str, frame: pd.DataFrame) -> Self:
        """Return this edition with one component table replaced; a missing `source` column means `assumed`."""
        return dataclasses.replace(self, tables={**self.tables, name: frame})

    def write(self, folder: str | os.PathLike[str]) -> Path:
        """Write every table and option as CSV files into a new or empty folder, to start editing from."""
        path = Path(folder)
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise EditionError(f"{path}: exists already and is not an empty folder")
        try:
            path.mkdir(parents=True, exist_ok=True)
            for name in self.TABLES:
                (path / f"{name}.csv").write_text(self._table_text(name), encoding="utf-8")
            (path / OPTIONS_FILE).write_text(self._options_text(), encoding="utf-8")
        except OSError as error:
            if path.is_dir():  # which was empty
                for file in path.iterdir():
                    file.unlink()
            raise EditionError(f"{path}: cannot be written ({error.strerror})") from None
        return path

    def diff(self, other: Self) -> pd.DataFrame:
        """Return where two editions differ: one row per option or table cell (table, row, column, this, other)."""
        import pandas as pd

        rows: list[tuple[str, object, str, object, object]] = [
            ("options", "", spec.name, getattr(self, spec.name), getattr(other, spec.name))
            for spec in self._options()
            if getattr(self, spec.name) != getattr(other, spec.name)
        ]
        for name, spec in self.TABLES.items():
            label = list(spec.key)
            mine, theirs = self.tables[name], other.tables[name]
            if label:
                mine, theirs = mine.set_index(label), theirs.set_index(label)
            for index in [*mine.index, *(i for i in theirs.index if i not in mine.index)]:
                for column in mine.columns:
                    this: Any = mine.loc[index, column] if index in mine.index else None
                    that: Any = theirs.loc[index, column] if index in theirs.index else None
                    if this != that:
                        rows.append((name, index, column, this, that))
        return pd.DataFrame(rows, columns=["table", "row", "column", "this", "other"])

    # ---- saying what it is ---------------------------------------------------------------------------------------

    def options(self) -> dict[str, Any]:
        """Return the options and their values."""
        return {spec.name: getattr(self, spec.name) for spec in self._options()}

    def option_sources(self) -> dict[str, str]:
        """Return where the value of each option is from: a changed number is assumed, a choice is from where all are."""
        return {
            spec.name: spec.metadata["source"]
            if getattr(self, spec.name) == spec.default or spec.metadata["choices"]
            else "assumed"
            for spec in self._options()
        }

    @classmethod
    def described(cls) -> dict[str, tuple[str, str]]:
        """Return every option with its default, as it would be typed, and what it means."""
        return {spec.name: (typed(spec.default), spec.metadata["doc"]) for spec in cls._options()}

    def digest(self) -> str:
        """Return a fingerprint (16 hexadecimal digits) of all tables and options."""
        text = self._options_text() + "".join(f"\n[{name}]\n{self._table_text(name)}" for name in self.TABLES)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def assumed(self) -> list[str]:
        """Return what a result on this edition rests on that is assumed, in words for a caption."""
        tables = [name for name, frame in self.tables.items() if (frame["source"] == "assumed").any()]
        options = [spec.name for spec in self._options() if spec.metadata["source"] == "assumed"]
        return list(dict.fromkeys(tables + options))

    def provenance(self) -> dict[str, Any]:
        """Return all of the edition as plain values, to be written beside a result and read by `from_provenance`."""
        return {
            "name": self.name,
            "digest": self.digest(),
            "options": {name: list(value) if isinstance(value, tuple) else value for name, value in self.options().items()},
            "tables": {name: self._table_text(name) for name in self.TABLES},
        }

    @classmethod
    def from_provenance(cls, told: Mapping[str, Any]) -> Self:
        """Return the edition that `provenance` told of."""
        tables = {}
        for name, text in told["tables"].items():
            reader = csv.DictReader(io.StringIO(text))
            tables[name] = cls.TABLES[name].check(((f"{name}, line {reader.line_num}", row) for row in reader), name)
        return cls(name=told["name"], tables=tables, **told["options"])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.digest() == other.digest()

    def __hash__(self) -> int:
        return hash(self.digest())

    def _table_text(self, name: str) -> str:
        return self.tables[name].to_csv(index=False, lineterminator="\n")

    def _options_text(self) -> str:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["option", "value", "source"])
        writer.writerows([name, typed(getattr(self, name)), source] for name, source in self.option_sources().items())
        return text.getvalue()


def check_edition(name: str, kind: type[BaseEdition], edition: object) -> None:
    """Raise an error where something is not an edition of a game."""
    if not isinstance(edition, kind):
        other = isinstance(edition, BaseEdition)
        found = f"one of bs.{type(edition).__module__.split('.')[-2]}" if other else f"a {type(edition).__name__}"
        raise BoardstatsError(f"edition must be a bs.{name}.Edition(…), not {found}")


def typed(value: Any) -> str:
    """Return the value of an option as it would be typed."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _check_frame(name: str, spec: Table, frame: Any) -> pd.DataFrame:
    """Return a table that was handed over as a DataFrame, checked like one from a file."""
    columns = [*map(str, getattr(frame, "columns", []))]
    missing = [column for column in spec.names if column not in columns and column != "source"]
    unknown = [column for column in columns if column not in spec.names]
    if missing or unknown:
        raise EditionError(f"table {name!r}: the columns are {', '.join(columns) or 'missing'}; right: {', '.join(spec.names)}")
    rows = ((f"table {name!r}, row {i}", {"source": "assumed", **row}) for i, row in enumerate(frame.to_dict("records")))
    return spec.check(rows, f"table {name!r}")


def _check_option(spec: dataclasses.Field[Any], value: Any) -> Any:
    """Return the value of an option in its own type, from text or as it is, or raise an EditionError."""
    meta, default, place = spec.metadata, spec.default, f"option {spec.name!r}"
    if isinstance(default, tuple):
        parts = value.split() if isinstance(value, str) else value
        if not isinstance(parts, Iterable):
            raise EditionError(f"{place}: {value!r} is not a list of values")
        return tuple(_check_one(meta, default[0] if default else "", part, place) for part in parts)
    return _check_one(meta, default, value, place)


def _check_one(meta: Mapping[str, Any], default: Any, value: Any, place: str) -> Any:
    if isinstance(default, bool):
        if str(value).strip().lower() not in ("true", "false", "1", "0", "yes", "no"):
            raise EditionError(f"{place}: {value!r} is not true or false")
        return str(value).strip().lower() in ("true", "1", "yes")
    if isinstance(default, int):
        return whole_number(value, meta["low"], meta["high"], place)
    if str(value) not in meta["choices"]:
        raise EditionError(str(one_of(f"value of {place}", value, [choice for choice in meta["choices"] if choice])))
    return str(value)
