"""How boardstats compiles: the one kernel decorator, and a cache on disk that cannot go stale.

Numba's own cache looks only at the file of the function that is compiled: when a helper in another file changes, the
old machine code is used. Here the cache folder is named by a hash of all the package's sources, of the versions of
Numba and Python, and of the flags that change code. `BOARDSTATS_CACHE_DIR` moves it.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import platform
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import numba
import platformdirs
from numba.core import caching

from .errors import BoardstatsError

# Flags of Numba that change the machine code but not the sources.
_CODE_FLAGS = ("BOUNDSCHECK", "OPT", "DISABLE_JIT", "ENABLE_AVX", "CPU_NAME", "CPU_FEATURES", "DEBUG_ARRAY_OPT")

_LOCK = threading.RLock()

# Each test of the cache that a release of Numba could break is in tests/test_jit.py.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


@functools.cache
def cache_folder() -> Path:
    """Return the folder that holds the compiled kernels of exactly these sources and flags."""
    digest = hashlib.sha256()
    package = Path(__file__).parent
    # No kernel depends on what is built upon the runner, in folders of its own.
    for source in sorted([*package.glob("*.py"), *package.glob("games/**/*.py")]):
        digest.update(source.relative_to(package).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    digest.update(f"{numba.__version__} {platform.python_version()} {platform.machine()}".encode())
    digest.update(repr([(flag, getattr(numba.config, flag, None)) for flag in _CODE_FLAGS]).encode())
    base = Path(os.environ.get("BOARDSTATS_CACHE_DIR") or platformdirs.user_cache_dir("boardstats", appauthor=False))
    name = f"kernels-{digest.hexdigest()[:16]}"
    user = os.getuid() if hasattr(os, "getuid") else ""
    for folder in (base / name, Path(tempfile.gettempdir()) / f"boardstats-{user}" / name):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="boardstats-"))


# Numba has no types, so that mypy cannot look into the three classes that are derived here.


class _Locator(caching._CacheLocator):  # type: ignore[misc]
    """Tells Numba to keep every kernel in `cache_folder()`; the folder's name stands for the state of the sources."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file = py_file
        self._module = py_func.__module__

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return "named by the folder"

    def get_disambiguator(self) -> str:
        return hashlib.sha256(self._module.encode()).hexdigest()[:10]

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator:
        return cls(py_func, py_file)


class _CacheFiles(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes: ClassVar[list[type]] = [_Locator]


class _Cache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache, keyed by a kernel's name instead of by its closure.

    Numba hashes the pickle of a closure, which for a closure over compiled functions differs in every process, so
    that such a kernel would never be found again. The name is enough: the folder fixes all sources.
    """

    _impl_class = _CacheFiles

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (sig, codegen.magic_tuple(), self._py_func.__qualname__)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # Processes that compile two signatures of one kernel at once may overwrite one another's file.
        found = super().load_overload(sig, target_context)
        wanted = sig.args if isinstance(sig, numba.core.typing.templates.Signature) else tuple(sig)
        return found if found is not None and tuple(found.signature.args) == tuple(wanted) else None


def kernel(function: Callable[..., Any] | None = None, *, name: str | None = None, cache: bool = True, **options: Any) -> Any:
    """Compile a function when it is first called: nopython, without the GIL, cached on disk.

    Parameters
    ----------
    function : callable
        The function; without it a decorator is returned.
    name : str, optional
        A name of its own for a kernel that a factory makes more than once (`"sirvam.play"`).
    cache : bool, default True
        False for the functions of a user's notebook, whose sources the cache knows nothing of.
    **options
        Further options of `numba.njit`.
    """
    if function is None:
        return functools.partial(kernel, name=name, cache=cache, **options)
    if name is not None:
        function.__qualname__ = name
    compiled = numba.njit(**(_OPTIONS | options))(function)
    if cache and not numba.config.DISABLE_JIT:
        compiled._cache = _Cache(function)
    return compiled


# A kernel that is put in the place of each of its calls, which makes moves and what strategies try out up to twice as fast:
# a call hands over a state or a purse, and takes nanoseconds. Not for all: what is large compiles for twice as long.
inlined = functools.partial(kernel, forceinline=True)


@contextlib.contextmanager
def compiling() -> Iterator[None]:
    """Hold this while compiling: one thread compiles, others wait for what it makes, and Ctrl-C interrupts it.

    Now and then LLVM calls Numba back. An interrupt that comes just then is dropped by Python with a message, and Numba
    takes what it cut short for an error of its own; so it is raised again here.
    """
    lost = []
    with _LOCK:
        usual = sys.unraisablehook

        def hook(dropped: Any) -> None:
            if issubclass(dropped.exc_type, KeyboardInterrupt):
                lost.append(dropped.exc_type)
            else:
                usual(dropped)

        sys.unraisablehook = hook
        try:
            yield
        except Exception:
            if not lost:
                raise
        finally:
            sys.unraisablehook = usual
    if lost:
        raise KeyboardInterrupt


def check_compiler() -> None:
    """Raise an error where Numba has been told not to compile: a game is not played uncompiled.

    (Kernels count in 64-bit words that wrap round, which Python's own numbers do not.)
    """
    if numba.config.DISABLE_JIT:
        raise BoardstatsError(
            "Numba is told not to compile (NUMBA_DISABLE_JIT), and without that no game is played: unset it; "
            "simulate(debug=True) runs strategies as plain Python"
        )


def record(dtype: Any) -> Any:
    """Return the Numba type of one record of a structured NumPy dtype."""
    return numba.from_dtype(dtype)


def is_compiled(compiled: Any) -> bool:
    """Return whether a kernel is in this process's memory or in the cache on disk already."""
    return bool(compiled.signatures) or any(cache_folder().glob(f"*{compiled.py_func.__qualname__}-*.nbi"))
