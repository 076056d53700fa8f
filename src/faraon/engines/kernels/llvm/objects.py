"""LLVM's object files for wasm32: modules whose numbers are not settled yet.

Sections named ``linking`` and ``reloc.…`` tell which functions and data there are or are wanted, and where
their numbers stand. What our programs never contain (tables of functions, functions that are called first,
other imports) is refused by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from faraon.engines.kernels.llvm.errors import SubsetError

HEAD = b"\0asm\1\0\0\0"
CUSTOM, TYPES, IMPORTS, FUNCTIONS, MEMORY, GLOBALS, EXPORTS, CODE, DATA = 0, 1, 2, 3, 5, 6, 7, 10, 11
"""Sections."""
FUNCTION_KIND, TABLE_KIND, MEMORY_KIND, GLOBAL_KIND = range(4)
"""What is imported and exported."""
SEGMENTS, SYMBOLS = 5, 8
"""Parts of ``linking``."""
FUNCTION, DATUM, GLOBAL = range(3)
"""Symbols, and what is known of them."""
LOCAL, UNDEFINED, NAMED = 0x02, 0x10, 0x40
FUNCTION_INDEX, ADDRESS, SIGNED_ADDRESS, PLAIN_ADDRESS, GLOBAL_INDEX = 0, 3, 4, 5, 7
KNOWN = (FUNCTION_INDEX, ADDRESS, SIGNED_ADDRESS, PLAIN_ADDRESS, GLOBAL_INDEX)
"""Numbers that are filled in."""
I32, CONSTANT, END = 0x7F, 0x41, 0x0B
STACK_POINTER = "__stack_pointer"


class Place(NamedTuple):
    """Where a number has to be filled in."""

    kind: int
    at: int
    """In the code or data that it belongs to."""
    symbol: int
    addend: int


class Symbol(NamedTuple):
    kind: int
    name: str
    flags: int
    number: int
    """Of a function or global, with those that are imported; or of a segment of data."""
    offset: int = 0


@dataclass
class Part:
    """A function's body or a segment of data."""

    bytes: bytearray
    start: int
    """In its section, from where places are counted."""
    kind: int = 0
    """A function's type, or by which power of two data are aligned."""
    places: list[Place] = field(default_factory=list)


class Reader:
    """The numbers, names and bytes of a module, one after another."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def __bool__(self) -> bool:
        return self.at < len(self.data)

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self) -> int:
        found = shift = 0
        while True:
            byte = self.take(1)[0]
            found |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return found

    def signed(self) -> int:
        before = self.at
        found = self.number()
        bits = 7 * (self.at - before)
        return found - (1 << bits) if found >> (bits - 1) else found

    def counted(self) -> bytes:
        return self.take(self.number())

    def name(self) -> str:
        return self.counted().decode()

    def several(self) -> Iterator[int]:
        return iter(range(self.number()))


class Object:
    """What an object file has, and what it wants."""

    def __init__(self, data: bytes) -> None:
        self.types: list[bytes] = []
        self.imported: list[str] = []
        """Functions that are numbered before its own."""
        self.functions: list[Part] = []
        self.segments: list[Part] = []
        self.symbols: list[Symbol] = []
        reader, sections = Reader(data), list[tuple[int, bytes]]()
        if reader.take(len(HEAD)) != HEAD:
            raise SubsetError("not an object file for WebAssembly")
        while reader:
            sections.append((reader.number(), reader.counted()))
        kinds: list[int] = []
        for number, content in sections:
            section = Reader(content)
            if number == CUSTOM:
                self._custom(section, sections)
            elif number == TYPES:
                self.types = [self._type(section) for _ in section.several()]
            elif number == IMPORTS:
                for _ in section.several():
                    self._import(section)
            elif number == FUNCTIONS:
                kinds = [section.number() for _ in section.several()]
            elif number == CODE:
                self.functions = [self._part(section, kinds[one]) for one in section.several()]
            elif number == DATA:
                for _ in section.several():
                    if section.number() != 0 or section.take(1)[0] != CONSTANT:
                        raise SubsetError("data must have a place in memory")
                    section.signed()
                    section.take(1)
                    self.segments.append(self._part(section))

    @staticmethod
    def _part(section: Reader, kind: int = 0) -> Part:
        size = section.number()
        start = section.at
        return Part(bytearray(section.take(size)), start, kind)

    @staticmethod
    def _type(section: Reader) -> bytes:
        start = section.at
        section.take(1)
        section.counted()
        section.counted()
        return section.data[start : section.at]

    def _import(self, section: Reader) -> None:
        section.name()
        name, kind = section.name(), section.take(1)[0]
        if kind == FUNCTION_KIND:
            section.number()
            self.imported.append(name)
        elif kind == MEMORY_KIND:
            for _ in range(1 + (section.number() & 1)):
                section.number()
        elif kind == GLOBAL_KIND and name == STACK_POINTER:
            section.take(2)
        else:
            raise SubsetError(f"a module cannot import {name}")

    def _custom(self, section: Reader, sections: Sequence[tuple[int, bytes]]) -> None:
        name = section.name()
        if name == "linking":
            section.number()
            while section:
                kind, content = section.number(), Reader(section.counted())
                if kind == SYMBOLS:
                    self.symbols = [self._symbol(content) for _ in content.several()]
                elif kind == SEGMENTS:
                    for one in content.several():
                        content.name()
                        self.segments[one].kind = content.number()
                        content.number()
                else:
                    raise SubsetError(f"part {kind} of an object file is not known")
        elif name.startswith("reloc."):
            number, _ = sections[section.number()]
            parts = {CODE: self.functions, DATA: self.segments}.get(number, [])
            for _ in section.several():
                kind, at, index = section.number(), section.number(), section.number()
                if kind not in KNOWN:
                    raise SubsetError(f"numbers of kind {kind} are not known")
                addend = section.signed() if kind in (ADDRESS, SIGNED_ADDRESS, PLAIN_ADDRESS) else 0
                for part in parts:
                    if part.start <= at < part.start + len(part.bytes):
                        part.places.append(Place(kind, at - part.start, index, addend))

    def _symbol(self, content: Reader) -> Symbol:
        kind, flags = content.number(), content.number()
        if kind == DATUM:
            name = content.name()
            if flags & UNDEFINED:
                return Symbol(kind, name, flags, 0)
            found = Symbol(kind, name, flags, content.number(), content.number())
            content.number()
            return found
        if kind not in (FUNCTION, GLOBAL):
            raise SubsetError(f"symbols of kind {kind} are not known")
        index = content.number()
        if not flags & UNDEFINED or flags & NAMED:
            return Symbol(kind, content.name(), flags, index)
        return Symbol(kind, STACK_POINTER if kind == GLOBAL else self.imported[index], flags, index)
