"""Files: CSV and Parquet, written batch by batch, whole or not at all, with their provenance beside them."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
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
        raise BoardstatsError(f"{path}: cannot be written ({error.strerror or error})") from None
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


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
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Self:
        self._file = self._stack.enter_context(whole_file(self.path))
        return self

    def write(self, batch: Batch) -> None:
        """Append the rows of a batch."""
        csv = self.path.suffix == ".csv"
        made = to_arrow(columns(self.plan, batch, self.table), as_text=csv)
        if csv:
            import polars

            frame = polars.from_arrow(made)
            assert isinstance(frame, polars.DataFrame)
            frame.write_csv(self._file, include_header=self._empty)
        else:
            import pyarrow.parquet

            if self._parquet is None:
                schema = made.schema.with_metadata({"boardstats": json.dumps(self.provenance)})
                self._parquet = pyarrow.parquet.ParquetWriter(self._file, schema, compression="zstd")
            self._parquet.write_table(made.cast(self._parquet.schema))
        self._empty = False

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind is None:
            try:
                if self._parquet is not None:
                    self._parquet.close()
                with whole_file(sidecar(self.path), "w") as file:
                    json.dump(self.provenance, file, indent=1)
                    file.write("\n")
            except BaseException as late:
                self._stack.__exit__(type(late), late, late.__traceback__)
                raise
            self._stack.__exit__(None, None, None)
        else:
            # The OSError of a full disk is turned into a clear one by whole_file.
            self._stack.__exit__(kind, error, trace)
