"""The subset's numbers for plain Python: whole numbers that wrap around as its documentation says."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from faraon.engines.kernels.llvm.types import Item

WORD = (1 << 64) - 1


class Word(int):
    """64 bits, signed."""

    def __add__(self, other: Any) -> Any:
        return other + float(self) if isinstance(other, float) else self.of(int(self) + int(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self.of(int(self) - int(other))

    def __rsub__(self, other: Any) -> Any:
        return self.of(int(other) - int(self))

    def __mul__(self, other: Any) -> Any:
        return other * float(self) if isinstance(other, float) else self.of(int(self) * int(other))

    __rmul__ = __mul__

    def __and__(self, other: Any) -> Any:
        return self.of(int(self) & int(other))

    __rand__ = __and__

    def __or__(self, other: Any) -> Any:
        return self.of(int(self) | int(other))

    __ror__ = __or__

    def __xor__(self, other: Any) -> Any:
        return self.of(int(self) ^ int(other))

    __rxor__ = __xor__

    def __lshift__(self, other: Any) -> Any:
        return self.of(int(self) << (int(other) & 63))

    def __rlshift__(self, other: Any) -> Any:
        return self.of(int(other) << (int(self) & 63))

    def __rshift__(self, other: Any) -> Any:
        return self.of(int(self) >> (int(other) & 63))

    def __rrshift__(self, other: Any) -> Any:
        return self.of(int(other) >> (int(self) & 63))

    def __floordiv__(self, other: Any) -> Any:
        return self.of(int(self) // int(other) if other else 0)

    def __rfloordiv__(self, other: Any) -> Any:
        return self.of(int(other) // int(self) if self else 0)

    def __mod__(self, other: Any) -> Any:
        return self.of(int(self) % int(other) if other else 0)

    def __rmod__(self, other: Any) -> Any:
        return self.of(int(other) % int(self) if self else 0)

    def __truediv__(self, other: Any) -> float:
        return float(self) / float(other)

    def __neg__(self) -> Any:
        return self.of(-int(self))

    def __invert__(self) -> Any:
        return self.of(~int(self))

    @classmethod
    def of(cls, number: int) -> Any:
        word = number & WORD
        return cls(word - (1 << 64) if word >> 63 else word)


class Unsigned(Word):
    """64 bits, never negative."""

    @classmethod
    def of(cls, number: int) -> Any:
        return cls(number & WORD)


class Items(list[Any]):
    """An array for plain Python: its items are words, cut to their bits."""

    def __init__(self, items: Sequence[Any], item: Item) -> None:
        super().__init__([Items(row, item) if isinstance(row, list) else row for row in items])
        self.item = item
        self.shape = (len(items), len(items[0])) if items and isinstance(items[0], list) else (len(items),)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, tuple):
            return self[index[0]][index[1]]
        found = super().__getitem__(index)
        if isinstance(found, (Items, float)):
            return found
        return Unsigned(found) if self.item is Item.uint64 else Word(found)

    def __setitem__(self, index: Any, number: Any) -> None:
        if isinstance(index, tuple):
            self[index[0]][index[1]] = number
        elif self.item.floats:
            kind = ctypes.c_double if self.item is Item.float64 else ctypes.c_float
            super().__setitem__(index, kind(number).value)
        else:
            bits = self.item.bits
            low = int(number) & ((1 << bits) - 1)
            signed = not self.item.name.startswith("u") and low >> (bits - 1)
            super().__setitem__(index, low - (1 << bits) if signed else low)
