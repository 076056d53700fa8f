"""Texts as one program: run for their constants, then compiled function by function."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple, TypeGuard

from faraon.engines.extras import extra
from faraon.engines.kernels.llvm import language
from faraon.engines.kernels.llvm.errors import SubsetError
from faraon.engines.kernels.llvm.statements import Body
from faraon.engines.kernels.llvm.types import Item, Kind, Signature, Type, read_signature
from faraon.engines.kernels.llvm.values import I8, I64, KINDS, Array, Value, item_type, parts_of, type_of

with extra("fast"):
    import numpy as np
    from llvmlite import ir
    from numpy.typing import NDArray


class Source(NamedTuple):
    """A text; those behind it import from it by its name."""

    name: str
    text: str


@dataclass
class Compiled:
    """A function for certain types."""

    code: Any
    takes: tuple[Type, ...]
    gives: tuple[Kind, ...] | None
    """``None`` while its text is being read."""


class Program:
    """Several texts. For Python are those functions of the last one that have a signature."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.module = ir.Module("faraon")
        self._texts: dict[language.Function, tuple[ast.FunctionDef, dict[str, Any], str]] = {}
        self._functions: dict[tuple[language.Function, tuple[Type, ...]], Compiled] = {}
        self._constants: dict[int, tuple[NDArray[Any], Array]] = {}
        modules: dict[str, ModuleType] = {}
        for source in sources:
            modules[source.name] = run(source, modules)
            self._read(source, vars(modules[source.name]))
        self._exports = {
            function: name
            for name, function in vars(modules[sources[-1].name]).items()
            if self._is_from(function, sources[-1]) and function.signature is not None
        }
        for function in self._exports:
            self._export(function)

    def _read(self, source: Source, names: dict[str, Any]) -> None:
        for node in ast.parse(source.text).body:
            function = names.get(node.name) if isinstance(node, ast.FunctionDef) else None
            if isinstance(node, ast.FunctionDef) and isinstance(function, language.Function):
                self._texts[function] = node, names, source.name

    def _is_from(self, function: object, source: Source) -> TypeGuard[language.Function]:
        return isinstance(function, language.Function) and self._texts[function][2] == source.name

    def _export(self, function: language.Function) -> None:
        node, _, source = self._texts[function]
        try:
            self.function(function, ())
        except SubsetError as error:
            raise error.at(source, node.lineno) from None

    @property
    def signatures(self) -> dict[str, str]:
        """Of the functions for Python."""
        return {name: function.signature or "" for function, name in self._exports.items()}

    # ------------------------------------------------------------------------------------------- functions
    def function(self, function: language.Function, arguments: Sequence[Value]) -> Compiled:
        """A function for the types of these arguments; one with a signature has its own."""
        if function.signature is not None:
            signature = read_signature(function.signature)
            return self._compiled(function, signature.takes, signature)
        return self._compiled(function, tuple(type_of(argument) for argument in arguments), None)

    def _compiled(
        self, function: language.Function, takes: tuple[Type, ...], signature: Signature | None
    ) -> Compiled:
        found = self._functions.get((function, takes))
        if found is None:
            if function not in self._texts:
                raise SubsetError(f"the text of '{function.python.__name__}' is not here")
            found = self._compile(function, takes, signature)
        if found.gives is None:
            raise SubsetError(f"'{function.python.__name__}' calls itself and has no signature")
        return found

    def _compile(
        self, function: language.Function, takes: tuple[Type, ...], signature: Signature | None
    ) -> Compiled:
        node, names, source = self._texts[function]
        _check_parameters(node, takes, source)
        parts = [part for kind in takes for part in parts_of(kind)]
        exported = self._exports.get(function)
        gives = None if signature is None else (signature.gives,) if signature.gives else ()
        kind = ir.FunctionType(_machine_result(gives or ()), parts)
        code = ir.Function(self.module, kind, exported or f"{node.name}.{len(self._functions)}")
        code.attributes.add("nounwind")
        if exported is None:
            code.linkage = "internal"
        if function.inline:
            code.attributes.add("alwaysinline")
        compiled = self._functions[function, takes] = Compiled(code, takes, gives)
        body = Body(self, names, code, source)
        body.fill(node, takes, gives)
        compiled.gives = body.gives or ()
        if gives is None:  # what it gives is known from its first return only
            code.ftype.return_type = _machine_result(compiled.gives)
            code.return_value.type = code.ftype.return_type
        if compiled.gives == (Kind.boolean,):
            code.return_value.add_attribute("zeroext")  # Python reads a whole byte
        return compiled

    # ------------------------------------------------------------------------------------------- constants
    def constant(self, array: NDArray[Any]) -> Array:
        """An array that the text has made."""
        if id(array) not in self._constants:
            name = array.dtype.name
            if name not in Item.__members__ or array.ndim not in (1, 2):
                raise SubsetError(f"an array of {name} with {array.ndim} dimensions is outside of the subset")
            data = bytearray(np.ascontiguousarray(array).tobytes())
            kind = ir.ArrayType(I8, len(data))
            place = ir.GlobalVariable(self.module, kind, f"constant.{len(self._constants)}")
            place.linkage, place.global_constant, place.align = "internal", True, 64
            place.initializer = ir.Constant(kind, data)
            pointer = place.bitcast(item_type(Item[name]).as_pointer())
            shape = tuple(ir.Constant(I64, size) for size in array.shape)
            self._constants[id(array)] = array, Array(Item[name], pointer, shape)
        return self._constants[id(array)][1]


def run(source: Source, modules: dict[str, ModuleType]) -> ModuleType:
    """A text as a module: what it imports from ``numba`` is ``language``, and other texts by their names."""
    stands_for = {"numba": language, "numba.extending": language, **modules}

    def imported(name: str, *args: Any) -> Any:
        return stands_for[name] if name in stands_for else builtins.__import__(name, *args)

    module = ModuleType(source.name)
    vars(module)["__builtins__"] = {**vars(builtins), "__import__": imported}
    # Generated from checked rules, or a text of this package.
    exec(compile(source.text, source.name, "exec"), vars(module))  # noqa: S102
    return module


def _machine_result(gives: tuple[Kind, ...]) -> Any:
    if not gives:
        return ir.VoidType()
    kinds = [KINDS[kind] for kind in gives]
    return kinds[0] if len(kinds) == 1 else ir.LiteralStructType(kinds)


def _check_parameters(node: ast.FunctionDef, takes: tuple[Type, ...], source: str) -> None:
    plain = node.args
    if plain.vararg or plain.kwarg or plain.kwonlyargs or plain.defaults or plain.posonlyargs:
        raise SubsetError(f"'{node.name}' takes more than plain parameters").at(source, node.lineno)
    if len(plain.args) != len(takes):
        raise SubsetError(f"'{node.name}' takes {len(plain.args)} arguments, not {len(takes)}")
