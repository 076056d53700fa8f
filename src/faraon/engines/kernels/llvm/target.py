"""LLVM: a program as an object file, and the functions of an object file in memory."""

from __future__ import annotations

from typing import Any

from faraon.engines.extras import extra

with extra("fast"):
    import llvmlite
    import llvmlite.binding as llvm


def _machine() -> Any:
    """This processor; whoever loads code needs one of their own."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=_features(), opt=3, codemodel="jitdefault", jit=True
    )


def _features() -> str:
    return str(llvm.get_host_cpu_features().flatten())


def processor() -> str:
    """What machine code depends on besides the text: LLVM and this processor."""
    names = llvmlite.__version__, llvm.get_default_triple(), llvm.get_host_cpu_name(), _features()
    return " ".join(names)


def object_of(module: Any) -> bytes:
    """Optimised machine code for this processor."""
    return optimised(module, llvm.get_default_triple(), _machine())


def optimised(module: Any, triple: str, machine: Any) -> bytes:
    """An object file for a machine."""
    module.triple = triple
    module.data_layout = str(machine.target_data)
    parsed = llvm.parse_assembly(str(module))
    parsed.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    # Games are branches and single words: vectors take time to look for, and nothing is found.
    tuning.loop_vectorization = tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(parsed, builder)
    return bytes(machine.emit_object(parsed))


class Loaded:
    """Machine code in memory, as long as somebody holds this."""

    def __init__(self, code: bytes) -> None:
        self._file = llvm.ObjectFileRef.from_data(code)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
        self._engine.add_object_file(self._file)
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        return int(self._engine.get_function_address(name))
