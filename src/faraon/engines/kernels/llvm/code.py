"""Compiled functions as Python calls them."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable, Mapping
from typing import Any

from faraon.engines.extras import extra
from faraon.engines.kernels.llvm.target import Loaded
from faraon.engines.kernels.llvm.types import ArrayOf, Item, Kind, Signature, Type, read_signature

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

NUMBERS: dict[Kind | None, Any] = {
    Kind.int64: ctypes.c_int64,
    Kind.uint64: ctypes.c_uint64,
    Kind.float64: ctypes.c_double,
}
RESULTS = {**NUMBERS, Kind.boolean: ctypes.c_bool, None: None}


def door(name: str, signature: Signature, address: int) -> Callable[..., Any]:
    """A function with a signature for Python. Other threads go on while it runs.

    Its text is written for the signature: a solver calls some of these a million times.
    """
    kinds = [kind for one in signature.takes for kind in _machine_kinds(one)]
    names: dict[str, Any] = {
        "call": ctypes.CFUNCTYPE(RESULTS[signature.gives], *kinds)(address),
        "memory": (ctypes.c_char * 0).from_buffer,  # of a contiguous array that can be written to, no other
        "refuse": _refuse,
        **{item.name: np.dtype(item.value) for item in Item},
    }
    parameters, checks, given = [], [], []

    def add(parameter: str, kind: Type) -> None:
        match kind:
            case Kind():
                given.append(f"float({parameter})" if kind is Kind.float64 else f"int({parameter})")
            case ArrayOf(item, dims):
                wrong = f"{parameter}.dtype != {item.name} or {parameter}.ndim != {dims}"
                checks.append(f"    if {wrong}: refuse({name!r}, {parameter}, {str(kind)!r})")
                given.extend((f"memory({parameter})", f"*{parameter}.shape"))
            case _:
                parts = [f"{parameter}_{at}" for at in range(len(kind))]
                checks.append(f"    {', '.join(parts)} = {parameter}")
                for part, one in zip(parts, kind, strict=True):
                    add(part, one)

    for at, kind in enumerate(signature.takes):
        parameters.append(f"a{at}")
        add(parameters[-1], kind)
    head, last = f"def {name}({', '.join(parameters)}):", f"    return call({', '.join(given)})"
    exec("\n".join((head, *checks, last)), names)  # noqa: S102 - of types and numbers only
    made: Callable[..., Any] = names[name]
    return made


def _refuse(name: str, array: NDArray[Any], kind: str) -> None:
    raise TypeError(f"{name}() takes {kind}, not {array.dtype}{array.shape}")


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
            setattr(self, name, door(name, read_signature(text), self._loaded.address(name)))

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the program has no function '{name}'")


def packed(signatures: Mapping[str, str], code: bytes) -> bytes:
    """Machine code with what its functions take and give."""
    return json.dumps(signatures).encode() + b"\n" + code
