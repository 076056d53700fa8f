"""Joins object files into one module: as much of a linker as our programs need.

Every function that is exported, and whatever it needs, gets its number. All data follow the stack in memory,
which is free from ``__heap_base`` on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from faraon.engines.kernels.llvm.errors import SubsetError
from faraon.engines.kernels.llvm.objects import (
    CODE,
    CONSTANT,
    DATA,
    DATUM,
    END,
    EXPORTS,
    FUNCTION,
    FUNCTION_INDEX,
    FUNCTION_KIND,
    FUNCTIONS,
    GLOBAL,
    GLOBAL_INDEX,
    GLOBAL_KIND,
    GLOBALS,
    HEAD,
    I32,
    LOCAL,
    MEMORY,
    MEMORY_KIND,
    PLAIN_ADDRESS,
    TYPES,
    UNDEFINED,
    Object,
    Part,
    Symbol,
)

HEAP_BASE = "__heap_base"
PAGE = 1 << 16

Wanted = tuple[int, int, int]
"""FUNCTION or DATUM, which object, and which of its functions or segments."""


class Linking:
    """Object files on their way to one module."""

    def __init__(self, objects: Sequence[bytes], stack: int) -> None:
        self.objects = [Object(data) for data in objects]
        self.stack = stack
        self.known: dict[str, tuple[int, Symbol]] = {}
        for number, one in enumerate(self.objects):
            for symbol in one.symbols:
                if symbol.flags & (LOCAL | UNDEFINED) == 0:
                    if symbol.name in self.known:
                        raise SubsetError(f"there are two of {symbol.name}")
                    self.known[symbol.name] = number, symbol
        self.reached: dict[Wanted, Part] = {}

    def reach(self, names: Sequence[str]) -> None:
        """These functions, and whatever they need."""
        waiting = [self._found(name) for name in names]
        while waiting:
            number, symbol = waiting.pop()
            if symbol.kind == GLOBAL:
                continue
            wanted, part = self._part(number, symbol)
            if wanted not in self.reached:
                self.reached[wanted] = part
                symbols = self.objects[number].symbols
                waiting += [self._meant(number, symbols[one.symbol]) for one in part.places]

    def _found(self, name: str) -> tuple[int, Symbol]:
        if name not in self.known:
            raise SubsetError(f"nothing is called {name}")
        return self.known[name]

    def _meant(self, number: int, symbol: Symbol) -> tuple[int, Symbol]:
        """The symbol, where it is defined."""
        if symbol.flags & UNDEFINED and symbol.kind != GLOBAL:
            return self._found(symbol.name)
        return number, symbol

    def _part(self, number: int, symbol: Symbol) -> tuple[Wanted, Part]:
        one = self.objects[number]
        if symbol.kind == DATUM:
            return (DATUM, number, symbol.number), one.segments[symbol.number]
        index = symbol.number - len(one.imported)
        return (FUNCTION, number, index), one.functions[index]

    @cached_property
    def functions(self) -> list[Wanted]:
        """In the order of their numbers."""
        return sorted(one for one in self.reached if one[0] == FUNCTION)

    @cached_property
    def numbers(self) -> dict[Wanted, int]:
        return {wanted: number for number, wanted in enumerate(self.functions)}

    @cached_property
    def addresses(self) -> dict[Wanted, int]:
        """Data lie behind the stack. All of them are constants: what several programs have is there once."""
        found: dict[Wanted, int] = {}
        there: dict[object, int] = {}
        at = self.stack
        for wanted in sorted(one for one in self.reached if one[0] == DATUM):
            part = self.reached[wanted]
            key = wanted if part.places else (bytes(part.bytes), part.kind)
            if key not in there:
                there[key] = at = _aligned(at, part.kind)
                at += len(part.bytes)
            found[wanted] = there[key]
        return found

    @cached_property
    def free(self) -> int:
        """Where the memory of others begins."""
        ends = [at + len(self.reached[wanted].bytes) for wanted, at in self.addresses.items()]
        return _aligned(max(ends, default=self.stack), 4)

    def _type(self, wanted: Wanted) -> bytes:
        return self.objects[wanted[1]].types[self.reached[wanted].kind]

    def settle(self) -> None:
        """Every number is filled in."""
        for wanted, part in self.reached.items():
            one = self.objects[wanted[1]]
            for place in part.places:
                number, symbol = self._meant(wanted[1], one.symbols[place.symbol])
                if place.kind == GLOBAL_INDEX:
                    value = 0
                elif place.kind == FUNCTION_INDEX:
                    value = self.numbers[self._part(number, symbol)[0]]
                else:
                    value = self.addresses[self._part(number, symbol)[0]] + symbol.offset + place.addend
                plain = place.kind == PLAIN_ADDRESS
                filled = value.to_bytes(4, "little") if plain else _padded(value)
                part.bytes[place.at : place.at + len(filled)] = filled

    def module(self, exports: Sequence[str]) -> bytes:
        self.reach(exports)
        self.settle()
        types = [*dict.fromkeys(map(self._type, self.functions))]
        shown = [(name, FUNCTION_KIND, self.numbers[self._part(*self._found(name))[0]]) for name in exports]
        shown += [(HEAP_BASE, GLOBAL_KIND, 1), ("memory", MEMORY_KIND, 0)]
        sections = {
            TYPES: types,
            FUNCTIONS: [leb(types.index(self._type(wanted))) for wanted in self.functions],
            MEMORY: [b"\0" + leb(-(-self.free // PAGE))],
            GLOBALS: [bytes([I32, 1]) + _constant(self.stack), bytes([I32, 0]) + _constant(self.free)],
            EXPORTS: [counted(name.encode()) + bytes([kind]) + leb(index) for name, kind, index in shown],
            CODE: [counted(bytes(self.reached[wanted].bytes)) for wanted in self.functions],
            DATA: [
                b"\0" + _constant(at) + counted(bytes(self.reached[wanted].bytes))
                for at, wanted in sorted({at: wanted for wanted, at in self.addresses.items()}.items())
            ],
        }
        return HEAD + b"".join(
            bytes([number]) + counted(leb(len(parts)) + b"".join(parts)) for number, parts in sections.items()
        )


def linked(objects: Sequence[bytes], exports: Sequence[str], stack: int) -> bytes:
    """One module of several object files, which exports these functions, its memory and where it is free.

    :class:`SubsetError` for what is wanted and not there, is there twice, or has no place in our modules.
    """
    return Linking(objects, stack).module(exports)


def counted(data: bytes) -> bytes:
    """Bytes behind their number."""
    return leb(len(data)) + data


def leb(number: int) -> bytes:
    """Seven bits a byte, the lowest first."""
    head = bytearray()
    while number > 127:
        head.append(number & 127 | 128)
        number >>= 7
    return bytes((*head, number))


def _padded(number: int) -> bytes:
    """In five bytes, as places for numbers are kept free."""
    return bytes(number >> shift & 127 | (128 if shift < 28 else 0) for shift in range(0, 35, 7))


def _constant(number: int) -> bytes:
    return bytes([CONSTANT]) + _padded(number) + bytes([END])


def _aligned(at: int, power: int) -> int:
    return (at + (1 << power) - 1) >> power << power
