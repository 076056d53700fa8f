"""Programs as one WebAssembly module, for browsers: compiled for wasm32 and linked (``linking.py``).

The module imports nothing, and its only memory is its own. What a host has to know stands in a section of
it named ``faraon``, as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from faraon.engines.extras import extra
from faraon.engines.kernels.llvm.linking import counted, linked
from faraon.engines.kernels.llvm.program import Program, Source
from faraon.engines.kernels.llvm.target import optimised
from faraon.engines.kernels.llvm.types import ArrayOf, Kind, Type, read_signature

with extra("fast"):
    import llvmlite.binding as llvm

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+nontrapping-fptoint,+sign-ext"
"""Without these, a library would have to copy memory and round numbers; all browsers have them since 2021."""

STACK = 1 << 17
"""A search takes less than half of it. It lies below everything else: what overflows it overwrites nothing,
but ends with an error."""

SECTION = "faraon"

RUNTIME = """
define void @__multi3(ptr %product, i64 %a, i64 %a_upper, i64 %b, i64 %b_upper) nounwind {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %carry = lshr i64 %p00, 32
  %middle = add i64 %p10, %carry
  %middle0 = and i64 %middle, 4294967295
  %middle1 = lshr i64 %middle, 32
  %other = add i64 %p01, %middle0
  %other1 = lshr i64 %other, 32
  %top = add i64 %p11, %middle1
  %high = add i64 %top, %other1
  %across = mul i64 %a, %b_upper
  %back = mul i64 %a_upper, %b
  %crossed = add i64 %across, %back
  %upper = add i64 %high, %crossed
  %lower = mul i64 %a, %b
  store i64 %lower, ptr %product
  %second = getelementptr i64, ptr %product, i32 1
  store i64 %upper, ptr %second
  ret void
}
"""
"""What LLVM calls for a product of 128 bits, which this machine does not have: as by hand, with halves for
digits. It is the only such function that our programs need; linking says if one needs another."""


def wasm_module(programs: Sequence[Sequence[Source]], about: Mapping[str, object]) -> bytes:
    """Programs side by side, with all their functions, and what else there is to say about them.

    :class:`SubsetError` for a text outside of the subset.
    """
    compiled = [Program(sources) for sources in programs]
    signatures = {name: text for program in compiled for name, text in program.signatures.items()}
    objects = [optimised(program.module, TRIPLE, _machine()) for program in compiled]
    objects.append(_machine().emit_object(_runtime()))
    functions = {name: _described(text) for name, text in signatures.items()}
    told = json.dumps({**about, "functions": functions}, ensure_ascii=False)
    return linked(objects, list(signatures), STACK) + _section(SECTION, told.encode())


def _machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(features=FEATURES, opt=3, reloc="static", codemodel="default")


def _runtime() -> Any:
    """It is not optimised: LLVM would see what it does, and let it call itself."""
    runtime = llvm.parse_assembly(RUNTIME)
    runtime.triple = TRIPLE
    runtime.verify()
    return runtime


def _described(signature: str) -> dict[str, object]:
    """What a function takes and gives, tuples taken apart, for hosts that do not read signatures."""
    read = read_signature(signature)
    takes = [kind for one in read.takes for kind in _parts(one)]
    return {"takes": takes, "gives": read.gives and str(read.gives)}


def _parts(kind: Type) -> list[object]:
    match kind:
        case Kind():
            return [str(kind)]
        case ArrayOf(item, dims):
            return [{"items": item.value, "dims": dims}]
        case _:
            return [part for one in kind for part in _parts(one)]


def _section(name: str, data: bytes) -> bytes:
    """A part of a module that engines pass over."""
    return b"\0" + counted(counted(name.encode()) + data)
