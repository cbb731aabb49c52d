"""Files: CSV and Parquet, written batch by batch, whole or not at all, with their provenance beside them."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from .errors import BoardstatsError
from .plan import Batch, Plan
from .rows import columns, to_arrow

Provenance = dict[str, Any]


@contextlib.contextmanager
def whole_file(path: Path, mode: str = "wb") -> Iterator[IO[Any]]:
    """Open a file that appears under its name only when all of it is written; else nothing appears.

    Raises
    ------
    BoardstatsError
        If it cannot be written: no such folder, no permission, a full disk.
    """
    if path.is_dir():
        raise BoardstatsError(f"{path}: is a folder")
    part = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        part = Path(name)
        # mkstemp makes files that only their owner may read; a new file should be as the user's other files.
        umask = os.umask(0)
        os.umask(umask)
        part.chmod(0o666 & ~umask)
        with os.fdopen(handle, mode, encoding=None if "b" in mode else "utf-8") as file:
            yield file
        os.replace(part, path)
        part = None
    except OSError as error:
        raise _cannot_be_written(path, error) from None
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def _cannot_be_written(path: Path, error: OSError) -> BoardstatsError:
    return BoardstatsError(f"{path}: cannot be written ({error.strerror or error})")


def sidecar(path: Path) -> Path:
    """Return the path of the provenance that belongs to a file: `run.csv.json` beside `run.csv`."""
    return path.with_name(path.name + ".json")


class Writer:
    """Writes the batches of a run into one CSV or Parquet file; use it in a `with` block.

    Parameters
    ----------
    path : path
        `.csv` or `.parquet`; by its ending.
    plan : Plan
        What is played.
    provenance : dict
        Written beside the file as JSON (see `sidecar`), when the file is complete.
    table : {"frame", "games", "taken"}
        Which table of the run.
    """

    def __init__(self, path: str | os.PathLike[str], plan: Plan, provenance: Provenance, table: str = "frame") -> None:
        self.path, self.plan, self.provenance, self.table = Path(path), plan, provenance, table
        if self.path.suffix not in (".csv", ".parquet"):
            raise BoardstatsError(f"{self.path}: the name must end in .csv or .parquet")
        self._parquet: Any = None
        self._empty = True

    def __enter__(self) -> Self:
        # The file and its provenance appear together: both are begun now, and get their names when both are complete.
        with contextlib.ExitStack() as stack:
            self._file = stack.enter_context(whole_file(self.path))
            self._told = stack.enter_context(whole_file(sidecar(self.path), "w"))
            self._stack = stack.pop_all()
        return self

    def write(self, batch: Batch) -> None:
        """Append the rows of a batch."""
        # Turned into a clear error here, since another file of the same run would take it for its own.
        try:
            self._write(batch)
        except OSError as error:
            raise _cannot_be_written(self.path, error) from None

    def _write(self, batch: Batch) -> None:
        csv = self.path.suffix == ".csv"
        made = to_arrow(columns(self.plan, batch, self.table), as_text=csv)
        if csv:
            import polars

            frame = polars.from_arrow(made)
            assert isinstance(frame, polars.DataFrame)
            try:
                frame.write_csv(self._file, include_header=self._empty)
            except KeyboardInterrupt:
                # Polars raises it, and then Python does so again at the next step: not in the midst of tidying up.
                try:  # noqa: SIM105 -- it would come before `suppress` is there to hold it
                    time.sleep(0)
                except KeyboardInterrupt:
                    pass
                raise
        else:
            import pyarrow.parquet

            if self._parquet is None:
                schema = made.schema.with_metadata({"boardstats": json.dumps(self.provenance)})
                self._parquet = pyarrow.parquet.ParquetWriter(self._file, schema, compression="zstd")
            self._parquet.write_table(made.cast(self._parquet.schema))
        self._empty = False

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind is not None:
            if self._parquet is not None and self._parquet.is_open:
                with contextlib.suppress(Exception):
                    self._parquet.close()
                self._parquet.is_open = False  # else it tries again when it is collected, and complains
            self._stack.__exit__(kind, error, trace)
            return
        try:
            if self._parquet is not None:
                self._parquet.close()
            self._file.flush()
            json.dump(self.provenance, self._told, indent=1)
            self._told.write("\n")
            self._told.flush()
        except BaseException as late:
            self.__exit__(type(late), late, late.__traceback__)
            raise
        self._stack.__exit__(None, None, None)
