"""Copying between arrays in kernels."""

from __future__ import annotations

from ._jit import kernel


@kernel
def copy(target, source, n):
    """Copy the first `n` entries of a one-dimensional array.

    `target[:n] = source[:n]` would bring Numba's error message for unequal shapes along, which takes a second to
    compile, and once more in every kernel that calls this one.
    """
    for i in range(n):
        target[i] = source[i]
