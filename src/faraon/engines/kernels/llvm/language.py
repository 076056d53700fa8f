"""What the subset has beyond Python's own, as plain Python: any text also runs on it uncompiled.

The texts import these names from ``numba``. Words are 64 bits wide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from faraon.engines.kernels.llvm.errors import SubsetError

WORD = (1 << 64) - 1


class Function:
    """A function that is compiled; called from Python, it runs as Python."""

    def __init__(self, python: Callable[..., Any], signature: str | None = None, inline: bool = False):
        self.python = python
        self.signature = signature
        self.inline = inline

    def __call__(self, *args: Any) -> Any:
        return self.python(*args)


def njit(first: Callable[..., Any] | str | None = None, *, forceinline: bool = False, **_: object) -> Any:
    """Marks a function that is compiled; of Numba's settings one counts, ``forceinline``."""
    if callable(first):
        return Function(first)
    return lambda python: Function(python, first, forceinline)


def int64(number: Any) -> int:
    """A number as a signed word.

    >>> int64(2**63), int64(-2.7), int64(1e30)
    (-9223372036854775808, -2, 9223372036854775807)
    """
    if isinstance(number, float):
        if number != number:
            return 0
        return int(number) if abs(number) < 2.0**63 else (1 << 63) - 1 if number > 0 else -(1 << 63)
    word = int(number) & WORD
    return word - (1 << 64) if word >> 63 else word


def uint64(number: Any) -> int:
    """A number as an unsigned word.

    >>> uint64(-1) == 2**64 - 1
    True
    """
    return int(number) & WORD


def popcount(word: int) -> int:
    """How many bits are set."""
    return (int(word) & WORD).bit_count()


def first_bit(word: int) -> int:
    """The number of the lowest bit that is set; some bit must be."""
    low = int(word) & -int(word) & WORD
    return low.bit_length() - 1


def where(condition: Any, yes: Any, no: Any) -> Any:
    """One of two values; both are computed."""
    return yes if condition else no


def rarely(condition: Any) -> Any:
    """A condition that seldom holds."""
    return condition


def high_product(left: int, right: int) -> int:
    """The upper half of the product of two unsigned words."""
    return ((int(left) & WORD) * (int(right) & WORD)) >> 64


def stack_bytes() -> None:
    """Stands for memory of the calling function: ``carray(stack_bytes(), size)``."""


def carray(_: None, size: int) -> Any:
    """So many bytes that live as long as the call; what they hold at first is open."""
    import numpy as np

    return np.zeros(size, np.uint8)


def _bytes(array: Any, index: int, count: int) -> memoryview:
    start = int(index) * array.itemsize
    return memoryview(array).cast("B")[start : start + count]


def load8(array: Any, index: int) -> int:
    """Eight bytes of an array as a word, beginning at an item."""
    return int.from_bytes(_bytes(array, index, 8), "little", signed=True)


def store8(array: Any, index: int, word: int) -> None:
    """Eight bytes into an array, beginning at an item."""
    _bytes(array, index, 8)[:] = (int(word) & WORD).to_bytes(8, "little")


def store4(array: Any, index: int, word: int) -> None:
    """The lower four bytes of a word."""
    _bytes(array, index, 4)[:] = (int(word) & 0xFFFFFFFF).to_bytes(4, "little")


PRIMITIVES: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        int64, uint64, popcount, first_bit, where, rarely, high_product, stack_bytes, carray, load8, store8,
        store4,
    )
}  # fmt: skip


def intrinsic(function: Callable[..., Any]) -> Callable[..., Any]:
    """What a text spells out for Numba as LLVM's instructions, this compiler has as a primitive of the same
    name."""
    try:
        return PRIMITIVES[function.__name__]
    except KeyError:
        raise SubsetError(f"there is no primitive '{function.__name__}'") from None


types = None
"""Numba's types stand in the intrinsics, whose bodies are not read here."""
