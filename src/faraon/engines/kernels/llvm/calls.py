"""What a text calls that is not in it: the primitives of ``language``, some of Python's own and NumPy's."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from faraon.engines.extras import extra
from faraon.engines.kernels.llvm import language
from faraon.engines.kernels.llvm.errors import SubsetError
from faraon.engines.kernels.llvm.expressions import Expressions
from faraon.engines.kernels.llvm.types import Item, Kind, Type, describe
from faraon.engines.kernels.llvm.values import F64, I1, I64, Code, Number, Value, flat, integer, type_of

with extra("fast"):
    from llvmlite import ir


class Calls(Expressions):
    """Each primitive is a method of its name."""

    def passed(self, takes: Sequence[Type], arguments: list[Value]) -> list[Code]:
        """Arguments as a function takes them."""
        found: list[Code] = []
        for kind, argument in zip(takes, arguments, strict=True):
            if isinstance(kind, Kind) and isinstance(argument, Number):
                argument = self.converted(argument, kind)
            if type_of(argument) != kind:
                raise SubsetError(f"{describe(type_of(argument))} where {describe(kind)} is needed")
            found += flat(argument)
        return found

    def primitive_call(self, function: Callable[..., Any], arguments: list[ast.expr]) -> Value:
        names = {float: "float", min: "min", max: "max"}
        own = language.PRIMITIVES.get(getattr(function, "__name__", ""))
        name = function.__name__ if own is function else names.get(function)
        if name is None:
            raise SubsetError(f"'{getattr(function, '__name__', function)}' is not a function of the subset")
        found: Value = getattr(self, f"_{name}")(*arguments)
        return found

    # --------------------------------------------------------------------------------------------- numbers
    def _int64(self, node: ast.expr) -> Value:
        return self.cast(self.number(node), Kind.int64)

    def _uint64(self, node: ast.expr) -> Value:
        return self.cast(self.number(node), Kind.uint64)

    def _float(self, node: ast.expr) -> Value:
        return self.cast(self.number(node), Kind.float64)

    def _popcount(self, node: ast.expr) -> Value:
        return Number(Kind.int64, self.builder.ctpop(self._word(node)))

    def _first_bit(self, node: ast.expr) -> Value:
        return Number(Kind.int64, self.builder.cttz(self._word(node), ir.Constant(I1, 1)))

    def _word(self, node: ast.expr) -> Code:
        return self.cast(self.number(node), Kind.int64).code

    def _where(self, condition: ast.expr, yes: ast.expr, no: ast.expr) -> Value:
        code = self.condition(condition)
        kind, one, two = self.alike(self.number(yes), self.number(no))
        return Number(kind, self.builder.select(code, one, two))

    def _rarely(self, condition: ast.expr) -> Value:
        expect = self.intrinsic("llvm.expect.i1", I1, [I1, I1])
        code = self.builder.call(expect, [self.condition(condition), ir.Constant(I1, 0)])
        return Number(Kind.boolean, code)

    def _min(self, *nodes: ast.expr) -> Value:
        return self._extreme(ast.Lt(), nodes)

    def _max(self, *nodes: ast.expr) -> Value:
        return self._extreme(ast.Gt(), nodes)

    def _extreme(self, operator: ast.cmpop, nodes: Sequence[ast.expr]) -> Value:
        """As Python: the first one of equals."""
        best, *others = [self.number(node) for node in nodes]
        for other in others:
            better = self.compared(operator, other, best)
            kind, one, two = self.alike(other, best)
            best = Number(kind, self.builder.select(better, one, two))
        return best

    def _high_product(self, left: ast.expr, right: ast.expr) -> Value:
        wide = ir.IntType(128)
        numbers = [self.number(node) for node in (left, right)]
        if any(number.kind is not Kind.uint64 for number in numbers):
            raise SubsetError("high_product multiplies two uint64")
        product = self.builder.mul(*(self.builder.zext(number.code, wide) for number in numbers))
        upper = self.builder.lshr(product, ir.Constant(wide, 64))
        return Number(Kind.uint64, self.builder.trunc(upper, I64))

    # ---------------------------------------------------------------------------------------------- memory
    def _stack_bytes(self) -> Value:
        return integer(0)

    def _carray(self, _: ast.expr, size: ast.expr) -> Value:
        return self.stack_array(Item.uint8, self._size(size))

    def _size(self, node: ast.expr) -> int:
        """The size of an array, which must be known now."""
        match node:
            case ast.BinOp(left, ast.Add(), right):
                return self._size(left) + self._size(right)
        size = self.number(node).literal
        if size is None or not 0 <= size < 1 << 20:
            raise SubsetError(f"'{ast.unparse(node)}' is not a constant size")
        return size

    def _wide(self, array: ast.expr, index: ast.expr, bits: int) -> Code:
        pointer = self.place(self.array(array), index)
        return self.builder.bitcast(pointer, ir.IntType(bits).as_pointer())

    def _load8(self, array: ast.expr, index: ast.expr) -> Value:
        code = self.builder.load(self._wide(array, index, 64))
        code.align = 1
        return Number(Kind.int64, code)

    def _store8(self, array: ast.expr, index: ast.expr, word: ast.expr) -> Value:
        pointer = self._wide(array, index, 64)
        self.builder.store(self._word(word), pointer).align = 1
        return ()

    def _store4(self, array: ast.expr, index: ast.expr, word: ast.expr) -> Value:
        pointer = self._wide(array, index, 32)
        self.builder.store(self.builder.trunc(self._word(word), ir.IntType(32)), pointer).align = 1
        return ()

    # ----------------------------------------------------------------------------------------------- numpy
    def numpy_call(self, name: str, arguments: list[ast.expr]) -> Value:
        match name, arguments:
            case "sqrt", [node]:
                root = self.intrinsic("llvm.sqrt.f64", F64, [F64])
                number = self.cast(self.number(node), Kind.float64)
                return Number(Kind.float64, self.builder.call(root, [number.code]))
            case (("empty" | "zeros"), [size, ast.Attribute(ast.Name(), item)]) if item in Item.__members__:
                return self.stack_array(Item[item], self._size(size), zero=name == "zeros")
        raise SubsetError(f"np.{name} is not called like this in the subset")
