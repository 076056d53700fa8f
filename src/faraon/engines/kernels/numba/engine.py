"""A table's kernel compiled by Numba: for code that calls it from functions of its own, and as a second
opinion."""

from __future__ import annotations

from functools import cached_property
from types import ModuleType

from faraon.engines.kernels.cache import Tell, load_machine, load_module, tell_on_stderr
from faraon.engines.kernels.engine import KernelEngine
from faraon.engines.kernels.numba.module import kernel_of
from faraon.engines.rules import Bound


class NumbaEngine(KernelEngine):
    """Machine code by Numba.

    The functions of :attr:`kernel` (``deal``, ``legal``, ``advance``, ``play``, ``playout``, ``is_over``,
    ``loser_of``, ``turn_of``) can be called from other compiled code, with a state of 32 words and
    :attr:`table`.
    """

    name = "numba"

    def __init__(self, bound: Bound, specialised: bool = False, tell: Tell = tell_on_stderr) -> None:
        super().__init__(bound, *kernel_of(bound, specialised, quiet=False))
        self._tell = tell

    @cached_property
    def kernel(self) -> ModuleType:
        return load_module(self.text, f"the kernel of {self.bound.book.name}", self._tell)

    def machine(self, modules: tuple[str, ...], title: str, tell: Tell = tell_on_stderr) -> ModuleType:
        return load_machine(self.kernel, modules, title, tell)
