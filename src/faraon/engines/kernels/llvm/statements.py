"""Statements of a function as instructions, and the function around them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from faraon.engines.extras import extra
from faraon.engines.kernels.llvm.calls import Calls
from faraon.engines.kernels.llvm.errors import SubsetError
from faraon.engines.kernels.llvm.expressions import Slot
from faraon.engines.kernels.llvm.types import Kind, Type, describe
from faraon.engines.kernels.llvm.values import (
    I64,
    KINDS,
    Code,
    Number,
    Value,
    flat,
    from_flat,
    integer,
    parts_of,
    type_of,
)

with extra("fast"):
    from llvmlite import ir


class Body(Calls):
    """Fills one function of the machine."""

    def __init__(self, program: Any, names: dict[str, Any], function: Any, source: str) -> None:
        self.program, self.names, self.function, self.source = program, names, function, source
        self.fixed, self.slots = {}, {}
        self.loops: list[tuple[Any, Any]] = []
        """Of every loop around: where it goes on, and where it ends."""
        self.gives: tuple[Kind, ...] | None = None
        """Known from the signature, or from the first ``return``."""
        self.results: list[Code] = []
        self.entry = ir.IRBuilder(self.block())
        self.first, self.exit = self.block(), self.block()
        self.builder = ir.IRBuilder(self.first)
        self.reached = {self.first}

    def fill(self, node: ast.FunctionDef, takes: Sequence[Type], gives: tuple[Kind, ...] | None) -> None:
        if gives is not None:
            self._give(gives)
        changed = {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and _is_stored(one)}
        codes = [*self.function.args]
        for parameter, kind in zip(node.args.args, takes, strict=True):
            value = from_flat(kind, codes)
            if parameter.arg in changed:
                self._assign_name(parameter.arg, value)
            else:
                self.fixed[parameter.arg] = value
        self.statements(node.body)
        if not self.builder.block.is_terminated:
            if self.gives:
                raise SubsetError(f"'{node.name}' can end without a return").at(self.source, node.lineno)
            self.go(self.exit)
        self.enter(self.exit)
        if not self.builder.block.is_terminated:
            self._finish()
        self.entry.branch(self.first)

    def _give(self, gives: tuple[Kind, ...]) -> None:
        self.gives = gives
        self.results = [self._variable(KINDS[kind]) for kind in gives]

    def _finish(self) -> None:
        loaded = [self.builder.load(result) for result in self.results]
        if not loaded:
            self.builder.ret_void()
        elif len(loaded) == 1:
            self.builder.ret(loaded[0])
        else:
            struct = ir.Constant(ir.LiteralStructType([one.type for one in loaded]), ir.Undefined)
            for at, one in enumerate(loaded):
                struct = self.builder.insert_value(struct, one, at)
            self.builder.ret(struct)

    # ------------------------------------------------------------------------------------------- variables
    def _variable(self, kind: Any) -> Code:
        place = self.entry.alloca(kind)
        self.entry.store(ir.Constant(kind, None), place)
        return place

    def loaded(self, slot: Slot) -> Value:
        kind, places = slot
        return from_flat(kind, [self.builder.load(place) for place in places])

    def _assign_name(self, name: str, value: Value) -> None:
        if name not in self.slots:
            if value == ():
                raise SubsetError(f"'{name}' is given nothing")
            kind = type_of(value)
            self.slots[name] = kind, [self._variable(part) for part in parts_of(kind)]
        kind, places = self.slots[name]
        if isinstance(value, Number) and isinstance(kind, Kind):
            value = self.converted(value, kind)
        if type_of(value) != kind:
            raise SubsetError(f"'{name}' is {describe(kind)} already, not {describe(type_of(value))}")
        for code, place in zip(flat(value), places, strict=True):
            self.builder.store(code, place)

    def _assign(self, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name(name):
                self._assign_name(name, value)
            case ast.Tuple(targets):
                if not isinstance(value, tuple) or len(value) != len(targets):
                    raise SubsetError(f"{describe(type_of(value))} is not {len(targets)} values")
                for one, part in zip(targets, value, strict=True):
                    self._assign(one, part)
            case ast.Subscript(node, index):
                array = self.array(node)
                if not isinstance(value, Number):
                    raise SubsetError(f"an item is a number, not {describe(type_of(value))}")
                self.write(array.item, self.place(array, index), value)
            case _:
                raise SubsetError(f"'{ast.unparse(target)}' cannot be given a value")

    def _change(self, target: ast.expr, operator: ast.operator, node: ast.expr) -> None:
        if isinstance(target, ast.Subscript):
            array = self.array(target.value)
            place = self.place(array, target.slice)
            before = self.read(array.item, place)
            self.write(array.item, place, self.operated(operator, before, self.number(node)))
        else:
            self._assign(target, self.operated(operator, self.number(target), self.number(node)))

    # ------------------------------------------------------------------------------------------ statements
    def statements(self, nodes: Sequence[ast.stmt]) -> None:
        for node in nodes:
            if self.builder.block.is_terminated:
                return
            try:
                self._statement(node)
            except SubsetError as error:
                raise error.at(self.source, node.lineno) from None
            except TypeError as error:  # a primitive with too many or too few arguments
                raise SubsetError(str(error)).at(self.source, node.lineno) from None

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Pass() | ast.Expr(ast.Constant()):
                pass
            case ast.Expr(ast.Call() as call):
                self.value(call)
            case ast.Assign(targets, source):
                value = self.value(source)
                for target in targets:
                    self._assign(target, value)
            case ast.AugAssign(target, operator, source):
                self._change(target, operator, source)
            case ast.If(test, yes, no):
                self._if(test, yes, no)
            case ast.While(test, body, []):
                self._while(test, body)
            case ast.For(target, counted, body, []):
                self._for(target, counted, body)
            case ast.Break() | ast.Continue():
                self.go(self.loops[-1][isinstance(node, ast.Break)])
            case ast.Return(result):
                self._return(() if result is None else self.value(result))
            case _:
                raise SubsetError(f"{type(node).__name__} is outside of the subset")

    def _if(self, test: ast.expr, yes: list[ast.stmt], no: list[ast.stmt]) -> None:
        blocks, end = (self.block(), self.block()), self.block()
        self.fork(self.condition(test), *blocks)
        for block, body in zip(blocks, (yes, no), strict=True):
            self.enter(block)
            self.statements(body)
            if not self.builder.block.is_terminated:
                self.go(end)
        self.enter(end)

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> None:
        top, inside, end = self.block(), self.block(), self.block()
        self.go(top)
        self.enter(top)
        if isinstance(test, ast.Constant) and test.value:
            self.go(inside)
        else:
            self.fork(self.condition(test), inside, end)
        self.enter(inside)
        self._looped(body, top, end)
        if not self.builder.block.is_terminated:
            self.go(top)
        self.enter(end)

    def _looped(self, body: list[ast.stmt], further: Any, end: Any) -> None:
        self.loops.append((further, end))
        self.statements(body)
        self.loops.pop()

    def _for(self, target: ast.expr, counted: ast.expr, body: list[ast.stmt]) -> None:
        if isinstance(counted, ast.IfExp):
            condition = self.condition(counted.test)
            (start, stop, step), other = self._range(counted.body), self._range(counted.orelse)
            if other[2] != step:
                raise SubsetError("the two ranges have not the same step")
            start = self.builder.select(condition, start, other[0])
            stop = self.builder.select(condition, stop, other[1])
        else:
            start, stop, step = self._range(counted)
        counter = self._variable(I64)
        self.builder.store(start, counter)
        top, inside, further, end = (self.block() for _ in range(4))
        self.go(top)
        self.enter(top)
        at = self.builder.load(counter)
        self.fork(self.builder.icmp_signed("<" if step > 0 else ">", at, stop), inside, end)
        self.enter(inside)
        self._assign(target, Number(Kind.int64, at))
        self._looped(body, further, end)
        if not self.builder.block.is_terminated:
            self.go(further)
        self.enter(further)
        if not self.builder.block.is_terminated:
            self.builder.store(self.builder.add(at, ir.Constant(I64, step)), counter)
            self.go(top)
        self.enter(end)

    def _range(self, node: ast.expr) -> tuple[Code, Code, int]:
        match node:
            case ast.Call(ast.Name("range"), [_, *_] as arguments, []) if len(arguments) <= 3:
                numbers = [self.converted(self.number(one), Kind.int64) for one in arguments]
                if len(numbers) == 1:
                    numbers.insert(0, integer(0))
                step = numbers[2].literal if len(numbers) == 3 else 1
                if not step:
                    raise SubsetError("the step of a range is a constant other than 0")
                return numbers[0].code, numbers[1].code, step
        raise SubsetError(f"'{ast.unparse(node)}' is not a range")

    def _return(self, value: Value) -> None:
        parts = value if isinstance(value, tuple) else (value,)
        numbers = [part for part in parts if isinstance(part, Number)]
        if len(numbers) < len(parts):
            raise SubsetError("a function gives numbers only")
        if self.gives is None:
            self._give(tuple(number.kind for number in numbers))
        if len(numbers) != len(self.gives or ()):
            raise SubsetError(f"{len(numbers)} values are returned, elsewhere {len(self.gives or ())}")
        for number, kind, place in zip(numbers, self.gives or (), self.results, strict=True):
            self.builder.store(self.converted(number, kind).code, place)
        self.go(self.exit)


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)
