"""Compiled functions as Python calls them."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Mapping, Sequence
from typing import Any

from faraon.engines.kernels.llvm.target import Loaded
from faraon.engines.kernels.llvm.types import ArrayOf, Kind, Signature, Type, read_signature

NUMBERS: dict[Kind | None, Any] = {
    Kind.int64: ctypes.c_int64,
    Kind.uint64: ctypes.c_uint64,
    Kind.float64: ctypes.c_double,
}
RESULTS = {**NUMBERS, Kind.boolean: ctypes.c_bool, None: None}


class Entry:
    """A function with a signature. Other threads go on while it runs."""

    def __init__(self, name: str, signature: Signature, address: int) -> None:
        self.__name__ = name
        self._takes = signature.takes
        kinds = [kind for one in signature.takes for kind in _machine_kinds(one)]
        self._call = ctypes.CFUNCTYPE(RESULTS[signature.gives], *kinds)(address)

    def __call__(self, *arguments: Any) -> Any:
        given: list[Any] = []
        self._add(given, self._takes, arguments)
        return self._call(*given)

    def _add(self, given: list[Any], takes: Sequence[Type], arguments: Sequence[Any]) -> None:
        if len(takes) != len(arguments):
            raise TypeError(f"{self.__name__} takes {len(takes)} values, not {len(arguments)}")
        for kind, argument in zip(takes, arguments, strict=True):
            match kind:
                case Kind():
                    given.append(float(argument) if kind is Kind.float64 else int(argument))
                case ArrayOf(item, dims):
                    same = argument.dtype == item.value and argument.ndim == dims
                    if not same or not argument.flags.c_contiguous:
                        raise TypeError(f"{self.__name__} takes {kind}, not {argument.dtype}{argument.shape}")
                    given.append(argument.__array_interface__["data"][0])
                    given += argument.shape
                case _:
                    self._add(given, kind, argument)


def _machine_kinds(kind: Type) -> list[Any]:
    match kind:
        case Kind():
            return [NUMBERS[kind]]
        case ArrayOf(_, dims):
            return [ctypes.c_void_p, *[ctypes.c_int64] * dims]
        case _:
            return [machine_kind for part in kind for machine_kind in _machine_kinds(part)]


class Code:
    """The functions of a program, by their names."""

    def __init__(self, data: bytes) -> None:
        head, _, code = data.partition(b"\n")
        self._loaded = Loaded(code)
        for name, text in json.loads(head).items():
            setattr(self, name, Entry(name, read_signature(text), self._loaded.address(name)))

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the program has no function '{name}'")


def packed(signatures: Mapping[str, str], code: bytes) -> bytes:
    """Machine code with what its functions take and give."""
    return json.dumps(signatures).encode() + b"\n" + code
