"""The types of the subset, and signatures as they stand in decorators."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import Enum

from faraon.engines.kernels.llvm.errors import SubsetError


class Kind(Enum):
    """The type of a number."""

    int64 = "int64"
    uint64 = "uint64"
    float64 = "float64"
    boolean = "boolean"

    def __str__(self) -> str:
        return self.value


class Item(Enum):
    """The type of an array's items."""

    int32 = "int32"
    int64 = "int64"
    uint8 = "uint8"
    uint64 = "uint64"
    float32 = "float32"
    float64 = "float64"

    @property
    def kind(self) -> Kind:
        """What is read."""
        if self.floats:
            return Kind.float64
        return Kind.uint64 if self is Item.uint64 else Kind.int64

    @property
    def floats(self) -> bool:
        return self in (Item.float32, Item.float64)

    @property
    def bits(self) -> int:
        return {"int32": 32, "float32": 32, "uint8": 8}.get(self.value, 64)


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """A contiguous array."""

    item: Item
    dims: int

    def __str__(self) -> str:
        return f"{self.item.value}[{':, ' * (self.dims - 1)}::1]"


Type = Kind | ArrayOf | tuple["Type", ...]


def describe(kind: Type) -> str:
    return f"({', '.join(map(describe, kind))})" if isinstance(kind, tuple) else str(kind)


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function takes and gives, when Python calls it."""

    takes: tuple[Type, ...]
    gives: Kind | None
    """``None``: nothing."""


def read_signature(text: str) -> Signature:
    """A signature as Numba writes it.

    >>> signature = read_signature("int64(int32[:, ::1], Tuple((float64, uint64)))")
    >>> [describe(one) for one in signature.takes], str(signature.gives)
    (['int32[:, ::1]', '(float64, uint64)'], 'int64')
    """
    try:
        tree = ast.parse(text, mode="eval").body
    except SyntaxError:
        raise SubsetError(f"'{text}' is not a signature") from None
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
        raise SubsetError(f"'{text}' is not a signature, or gives more than one number")
    takes = tuple(_type(argument) for argument in tree.args)
    if Kind.boolean in takes:
        raise SubsetError("Python gives numbers and arrays, no booleans")
    return Signature(takes, None if tree.func.id == "void" else _kind(tree.func.id))


def _kind(name: str) -> Kind:
    if name not in Kind.__members__:
        raise SubsetError(f"there is no type '{name}'")
    return Kind[name]


def _type(node: ast.expr) -> Type:
    match node:
        case ast.Name(name):
            return _kind(name)
        case ast.Subscript(ast.Name(name), dims) if name in Item.__members__:
            if ast.unparse(dims) in ("::1", "(:, ::1)"):
                return ArrayOf(Item[name], 1 if isinstance(dims, ast.Slice) else 2)
        case ast.Call(ast.Name("Tuple"), [ast.Tuple(parts)]):
            return tuple(_type(part) for part in parts)
    raise SubsetError(f"there is no type '{ast.unparse(node)}'")
