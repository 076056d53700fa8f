"""What stands for a value while a function is compiled, and where its variables are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from faraon.engines.extras import extra
from faraon.engines.kernels.llvm.types import ArrayOf, Item, Kind, Type

with extra("fast"):
    from llvmlite import ir

Code = Any
"""A value of llvmlite, which carries no types."""

I1, I8, I64, F64 = ir.IntType(1), ir.IntType(8), ir.IntType(64), ir.DoubleType()
FLOATS = {Item.float32: ir.FloatType(), Item.float64: F64}
KINDS = {Kind.int64: I64, Kind.uint64: I64, Kind.float64: F64, Kind.boolean: I1}


def item_type(item: Item) -> Any:
    return FLOATS.get(item) or ir.IntType(item.bits)


@dataclass(frozen=True, slots=True)
class Number:
    """A number or a truth."""

    kind: Kind
    code: Code

    @property
    def literal(self) -> int | None:
        """Its value, if it is an integer that stands in the text."""
        constant = isinstance(self.code, ir.Constant) and self.kind in (Kind.int64, Kind.uint64)
        return int(self.code.constant) if constant else None


@dataclass(frozen=True, slots=True)
class Array:
    """Where the items begin, and how many there are in each dimension."""

    item: Item
    pointer: Code
    shape: tuple[Code, ...]


Value = Number | Array | tuple["Value", ...]


def type_of(value: Value) -> Type:
    match value:
        case Number(kind):
            return kind
        case Array(item, _, shape):
            return ArrayOf(item, len(shape))
        case _:
            return tuple(type_of(part) for part in value)


def parts_of(kind: Type) -> list[Any]:
    """The machine's types that a value of a type is made of."""
    match kind:
        case Kind():
            return [KINDS[kind]]
        case ArrayOf(item, dims):
            return [item_type(item).as_pointer(), *[I64] * dims]
        case _:
            return [machine_type for part in kind for machine_type in parts_of(part)]


def flat(value: Value) -> list[Code]:
    """A value as the machine's values that it is made of."""
    match value:
        case Number(_, code):
            return [code]
        case Array(_, pointer, shape):
            return [pointer, *shape]
        case _:
            return [code for part in value for code in flat(part)]


def from_flat(kind: Type, codes: list[Code]) -> Value:
    """The value that is made of these; they are taken from the list."""
    match kind:
        case Kind():
            return Number(kind, codes.pop(0))
        case ArrayOf(item, dims):
            return Array(item, codes.pop(0), tuple(codes.pop(0) for _ in range(dims)))
        case _:
            return tuple(from_flat(part, codes) for part in kind)


def integer(number: int) -> Number:
    return Number(Kind.int64, ir.Constant(I64, number))
