"""Expressions of a function as instructions."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from faraon.engines.extras import extra
from faraon.engines.kernels.llvm import language
from faraon.engines.kernels.llvm.arithmetic import Arithmetic, common
from faraon.engines.kernels.llvm.errors import SubsetError
from faraon.engines.kernels.llvm.types import Item, Kind, describe
from faraon.engines.kernels.llvm.values import (
    I1,
    I8,
    I64,
    KINDS,
    Array,
    Code,
    Number,
    Value,
    integer,
    item_type,
    type_of,
)

with extra("fast"):
    import numpy as np
    from llvmlite import ir

Slot = tuple[Any, list[Code]]
"""A variable: its type, and where each of the machine's values is kept that it is made of."""


class Expressions(Arithmetic):
    """What stands on the right side of an assignment."""

    program: Any
    """Where functions and constants are found (:class:`Program`)."""
    names: dict[str, Any]
    """The constants and functions of the text."""
    fixed: dict[str, Value]
    """Parameters that are never given another value."""
    slots: dict[str, Slot]
    entry: Any
    """Writes at the head of the function."""
    function: Any
    reached: set[Any]
    """The blocks that something leads to."""

    # --------------------------------------------------------------------------------------------- blocks
    def block(self) -> Any:
        return self.function.append_basic_block()

    def go(self, block: Any) -> None:
        self.reached.add(block)
        self.builder.branch(block)

    def fork(self, condition: Code, yes: Any, no: Any) -> None:
        self.reached |= {yes, no}
        self.builder.cbranch(condition, yes, no)

    def enter(self, block: Any) -> None:
        """Goes on in a block; what nothing leads to is dead."""
        self.builder.position_at_end(block)
        if block not in self.reached:
            self.builder.unreachable()

    # ------------------------------------------------------------------------------------------ expressions
    def value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(number):
                return self._constant(number)
            case ast.Name(name):
                return self._named(name)
            case ast.Tuple(parts):
                return tuple(self.value(part) for part in parts)
            case ast.UnaryOp(operator, operand):
                return self.negated(operator, self.number(operand))
            case ast.BinOp(left, operator, right):
                return self.operated(operator, self.number(left), self.number(right))
            case ast.Compare(left, operators, others):
                return self._comparison(left, operators, others)
            case ast.BoolOp(operator, parts):
                return self._chain([partial(self._side, part) for part in parts], operator)
            case ast.IfExp(test, yes, no):
                return self._chosen(test, yes, no)
            case ast.Subscript(ast.Attribute(array, "shape"), ast.Constant(int(dimension))):
                return self._size_of(self.array(array), dimension)
            case ast.Subscript(array, index):
                return self._item(self.array(array), index)
            case ast.Call(function, arguments, []):
                return self._call(function, arguments)
        raise SubsetError(f"'{ast.unparse(node)}' is outside of the subset ({type(node).__name__})")

    def number(self, node: ast.expr) -> Number:
        found = self.value(node)
        if not isinstance(found, Number):
            raise SubsetError(f"'{ast.unparse(node)}' is not a number but {describe(type_of(found))}")
        return found

    def array(self, node: ast.expr) -> Array:
        found = self.value(node)
        if not isinstance(found, Array):
            raise SubsetError(f"'{ast.unparse(node)}' is not an array but {describe(type_of(found))}")
        return found

    def condition(self, node: ast.expr) -> Code:
        return self.truth(self.number(node))

    def _constant(self, number: object) -> Number:
        if isinstance(number, (bool, np.bool_)):
            return Number(Kind.boolean, ir.Constant(I1, int(number)))
        if isinstance(number, float):
            return Number(Kind.float64, ir.Constant(KINDS[Kind.float64], float(number)))
        if not isinstance(number, (int, np.integer)):
            raise SubsetError(f"{number!r} is not a number")
        whole, unsigned = int(number), isinstance(number, np.uint64)
        if not -(1 << 63) <= whole < 1 << 64:
            raise SubsetError(f"{whole} has more than 64 bits")
        unsigned |= whole >= 1 << 63
        return Number(Kind.uint64 if unsigned else Kind.int64, ir.Constant(I64, whole))

    def _named(self, name: str) -> Value:
        if name in self.fixed:
            return self.fixed[name]
        if name in self.slots:
            return self.loaded(self.slots[name])
        if name not in self.names:
            raise SubsetError(f"'{name}' has no value here")
        found = self.names[name]
        return self.program.constant(found) if isinstance(found, np.ndarray) else self._constant(found)

    def loaded(self, slot: Slot) -> Value:
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------ conditions
    def _side(self, node: ast.expr) -> Code:
        side = self.number(node)
        if side.kind is not Kind.boolean:
            raise SubsetError(f"'{ast.unparse(node)}' is joined by and/or, but it is {side.kind}")
        return side.code

    def _comparison(
        self, left: ast.expr, operators: Sequence[ast.cmpop], others: Sequence[ast.expr]
    ) -> Number:
        before = [self.number(left)]

        def compare(operator: ast.cmpop, node: ast.expr) -> Code:
            before.append(self.number(node))
            return self.compared(operator, before[-2], before[-1])

        pairs = zip(operators, others, strict=True)
        return self._chain([partial(compare, *pair) for pair in pairs], ast.And())

    def _chain(self, parts: list[Callable[[], Code]], operator: ast.boolop) -> Number:
        """Conditions one after another, as long as they do not decide."""
        if len(parts) == 1:
            return Number(Kind.boolean, parts[0]())
        end, found, decides = self.block(), [], isinstance(operator, ast.Or)
        for part in parts[:-1]:
            further, code = self.block(), part()
            found.append((ir.Constant(I1, int(decides)), self.builder.block))
            self.fork(code, *((end, further) if decides else (further, end)))
            self.enter(further)
        code = parts[-1]()
        found.append((code, self.builder.block))
        self.go(end)
        self.enter(end)
        joined = self.builder.phi(I1)
        for code, block in found:
            joined.add_incoming(code, block)
        return Number(Kind.boolean, joined)

    def _chosen(self, test: ast.expr, yes: ast.expr, no: ast.expr) -> Value:
        condition = self.condition(test)
        blocks, end = (self.block(), self.block()), self.block()
        self.fork(condition, *blocks)
        values, ends = [], []
        for block, node in zip(blocks, (yes, no), strict=True):
            self.enter(block)
            values.append(self.value(node))
            ends.append(self.builder.block)
        sides = [self._parts(value, node) for value, node in zip(values, (yes, no), strict=True)]
        if len(sides[0]) != len(sides[1]):
            raise SubsetError("the two sides have not the same number of values")
        kinds = [common(one.kind, two.kind) for one, two in zip(*sides, strict=True)]
        converted = []
        for block, side in zip(ends, sides, strict=True):
            self.builder.position_at_end(block)
            converted.append([self.converted(one, kind).code for one, kind in zip(side, kinds, strict=True)])
            self.go(end)
        self.enter(end)
        found = []
        for kind, *codes in zip(kinds, *converted, strict=True):
            phi = self.builder.phi(KINDS[kind])
            for code, block in zip(codes, ends, strict=True):
                phi.add_incoming(code, block)
            found.append(Number(kind, phi))
        return tuple(found) if isinstance(values[0], tuple) else found[0]

    def _parts(self, value: Value, node: ast.expr) -> list[Number]:
        parts = value if isinstance(value, tuple) else (value,)
        numbers = [part for part in parts if isinstance(part, Number)]
        if len(numbers) < len(parts):
            raise SubsetError(f"'{ast.unparse(node)}' is chosen, but it is not a number")
        return numbers

    # ---------------------------------------------------------------------------------------------- arrays
    def place(self, array: Array, index: ast.expr) -> Code:
        """The pointer to an item."""
        numbers = [self.number(part) for part in (index.elts if isinstance(index, ast.Tuple) else [index])]
        if len(numbers) != len(array.shape):
            raise SubsetError(f"the array has {len(array.shape)} dimensions, not {len(numbers)}")
        return self.builder.gep(array.pointer, [self._offset(array, numbers)])

    def _offset(self, array: Array, numbers: list[Number]) -> Code:
        for number in numbers:
            if number.kind is not Kind.int64:
                raise SubsetError(f"an index is int64, not {number.kind}")
            if (number.literal or 0) < 0:
                raise SubsetError("nothing is counted from the end of an array")
        first, *more = [number.code for number in numbers]
        return self.builder.add(self.builder.mul(first, array.shape[1]), more[0]) if more else first

    def _item(self, array: Array, index: ast.expr) -> Value:
        if len(array.shape) == 2 and not isinstance(index, ast.Tuple):
            start = self._offset(array, [self.number(index), integer(0)])
            return Array(array.item, self.builder.gep(array.pointer, [start]), array.shape[1:])
        return self.read(array.item, self.place(array, index))

    def _size_of(self, array: Array, dimension: int) -> Number:
        if not 0 <= dimension < len(array.shape):
            raise SubsetError(f"the array has {len(array.shape)} dimensions")
        return Number(Kind.int64, array.shape[dimension])

    def read(self, item: Item, pointer: Code) -> Number:
        code = self.builder.load(pointer)
        if item.bits < 64:
            signed = self.builder.sext if item is Item.int32 else self.builder.zext
            code = (self.builder.fpext if item.floats else signed)(code, KINDS[item.kind])
        return Number(item.kind, code)

    def write(self, item: Item, pointer: Code, number: Number) -> None:
        code = self.converted(number, item.kind).code
        if item.bits < 64:
            narrowed = self.builder.fptrunc if item.floats else self.builder.trunc
            code = narrowed(code, item_type(item))
        self.builder.store(code, pointer)

    def stack_array(self, item: Item, size: int, zero: bool = False) -> Array:
        """Memory that lives as long as the call."""
        room = self.entry.alloca(ir.ArrayType(item_type(item), size))
        room.align = 16
        pointer = self.entry.bitcast(room, item_type(item).as_pointer())
        if zero:
            fill = self.intrinsic("llvm.memset.p0.i64", ir.VoidType(), [I8.as_pointer(), I8, I64, I1])
            start = self.builder.bitcast(pointer, I8.as_pointer())
            length = ir.Constant(I64, size * item.bits // 8)
            self.builder.call(fill, [start, ir.Constant(I8, 0), length, ir.Constant(I1, 0)])
        return Array(item, pointer, (ir.Constant(I64, size),))

    # ----------------------------------------------------------------------------------------------- calls
    def _call(self, function: ast.expr, arguments: list[ast.expr]) -> Value:
        match function:
            case ast.Attribute(ast.Name(module), name) if self.names.get(module) is np:
                return self.numpy_call(name, arguments)
            case ast.Name(name) if name not in self.fixed and name not in self.slots:
                called = self.names.get(name, getattr(builtins, name, None))
                if isinstance(called, language.Function):
                    return self._called(called, [self.value(argument) for argument in arguments])
                if callable(called):
                    return self.primitive_call(called, arguments)
        raise SubsetError(f"'{ast.unparse(function)}' is not a function of the subset")

    def _called(self, function: language.Function, arguments: list[Value]) -> Value:
        compiled = self.program.function(function, arguments)
        given = self.passed(compiled.takes, arguments)
        code = self.builder.call(compiled.code, given)
        gives = compiled.gives
        if len(gives) == 1:
            return Number(gives[0], code)
        return tuple(Number(kind, self.builder.extract_value(code, at)) for at, kind in enumerate(gives))

    def passed(self, takes: Sequence[Any], arguments: list[Value]) -> list[Code]:
        raise NotImplementedError

    def numpy_call(self, name: str, arguments: list[ast.expr]) -> Value:
        raise NotImplementedError

    def primitive_call(self, function: Callable[..., Any], arguments: list[ast.expr]) -> Value:
        raise NotImplementedError
