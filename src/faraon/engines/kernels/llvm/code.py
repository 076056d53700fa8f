"""Compiled functions as Python calls them."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

from faraon.engines.extras import extra
from faraon.engines.kernels.llvm.target import Loaded
from faraon.engines.kernels.llvm.types import ArrayOf, Kind, Signature, Type, read_signature

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

NUMBERS: dict[Kind, Any] = {
    Kind.int64: ctypes.c_int64,
    Kind.uint64: ctypes.c_uint64,
    Kind.float64: ctypes.c_double,
}

SMALL = 1 << 16
"""Arrays up to so many bytes are remembered, one for each parameter; larger ones shall be freed as soon as
nobody else needs them."""

_memory: Callable[[Any], Any] = (ctypes.c_char * 0).from_buffer
"""Of a contiguous array that can be written to, and no other; it stays in its place as long as this lives."""


def door(name: str, signature: Signature, address: int) -> Callable[..., Any]:
    """A function with a signature for Python. Other threads go on while it runs.

    Its text is written for the signature, because a solver calls some of these a million times; and an array
    that was there in the last call is not looked at again, which would take longer than the call.
    """
    call = ctypes.CFUNCTYPE(_result(signature.gives))(address)  # everything comes as the machine takes it
    names: dict[str, Any] = {"call": call, **{kind.name: number for kind, number in NUMBERS.items()}}
    parameters, lines, given = [], [], []

    def add(parameter: str, kind: Type) -> None:
        match kind:
            case Kind():
                number = "float" if kind is Kind.float64 else "int"
                given.append(f"{kind.name}({number}({parameter}))")
            case ArrayOf(_, dims):
                names[f"last_{parameter}"] = last = [(None,)]
                names[f"look_at_{parameter}"] = partial(_look, last, name, kind, np.dtype(kind.item.value))
                parts = [f"{parameter}_at", *(f"{parameter}_{dimension}" for dimension in range(dims))]
                lines.append(f"    known = last_{parameter}[0]")
                lines.append(f"    if known[0] is not {parameter}: known = look_at_{parameter}({parameter})")
                lines.append(f"    {parameter}, {', '.join(parts)} = known")
                given.extend(parts)
            case _:
                parts = [f"{parameter}_{at}" for at in range(len(kind))]
                lines.append(f"    {', '.join(parts)} = {parameter}")
                for part, one in zip(parts, kind, strict=True):
                    add(part, one)

    for at, kind in enumerate(signature.takes):
        parameters.append(f"a{at}")
        add(parameters[-1], kind)
    head, end = f"def {name}({', '.join(parameters)}):", f"    return call({', '.join(given)})"
    exec("\n".join((head, *lines, end)), names)  # noqa: S102 - of types and numbers only
    made: Callable[..., Any] = names[name]
    return made


def _look(last: list[Any], name: str, kind: ArrayOf, item: Any, array: NDArray[Any]) -> tuple[Any, ...]:
    """An array, its memory and its shape as the machine takes them."""
    if array.dtype != item or array.ndim != kind.dims:
        raise TypeError(f"{name}() takes {kind}, not {array.dtype}{array.shape}")
    known = array, _memory(array), *_shape(array.shape)
    if array.nbytes <= SMALL:
        last[0] = known
    return known


def _result(kind: Kind | None) -> Any:
    return None if kind is None else NUMBERS.get(kind, ctypes.c_bool)


@lru_cache(maxsize=256)
def _shape(shape: tuple[int, ...]) -> tuple[ctypes.c_int64, ...]:
    return tuple(map(ctypes.c_int64, shape))


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
