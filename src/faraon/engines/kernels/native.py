"""A table's kernel compiled by our own compiler: what plays and searches."""

from __future__ import annotations

from functools import cached_property

from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.engines.kernels.engine import KernelEngine
from faraon.engines.kernels.llvm.code import Code
from faraon.engines.kernels.llvm.program import Source
from faraon.engines.kernels.llvm.store import load_code
from faraon.engines.kernels.numba.module import kernel_of
from faraon.engines.kernels.numba.observation import stepping_source
from faraon.engines.kernels.text import joined
from faraon.engines.rules import Bound

KERNEL = "kernel"


class NativeEngine(KernelEngine):
    """Machine code by LLVM, in a second or two."""

    name = "llvm"

    def __init__(self, bound: Bound, specialised: bool = False, tell: Tell = tell_on_stderr) -> None:
        super().__init__(bound, *kernel_of(bound, specialised))
        self._specialised = specialised
        self._tell = tell
        self._stepping: dict[bool, Code] = {}

    @cached_property
    def kernel(self) -> Code:
        """Compiled when it is needed: a search has its own."""
        return load_code(self.sources(), f"the kernel of {self.bound.book.name}", self._tell)

    def sources(self, modules: tuple[str, ...] = ()) -> list[Source]:
        """The texts of a program: the kernel, and modules on top of it."""
        machine = [Source("machine", joined(*modules, kernel=KERNEL))] if modules else []
        return [Source(KERNEL, self.text), *machine]

    def machine(self, modules: tuple[str, ...], title: str, tell: Tell = tell_on_stderr) -> Code:
        """They are compiled with the kernel, as one program."""
        return load_code(self.sources(modules), title, tell)

    def stepping(self, memory: bool) -> Code:
        """Games move by move, one or many at once, with what a seat sees of them.

        :class:`GameError` for a memory where the cards that everybody has seen are not all there is to it.
        """
        if memory not in self._stepping:
            _, kernel = kernel_of(self.bound, self._specialised, quiet=False)  # which is for random moves
            text = stepping_source(self.bound, memory, self._specialised, KERNEL)
            title = f"the environment of {self.bound.book.name}"
            sources = [Source(KERNEL, kernel), Source("stepping", text)]
            self._stepping[memory] = load_code(sources, title, self._tell)
        return self._stepping[memory]
