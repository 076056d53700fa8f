"""A module of ours in node, and an engine on it: what is native elsewhere runs there."""

from __future__ import annotations

import base64
import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
from tools.client import find_npm

from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.engines.kernels.engine import KernelEngine, Machine
from faraon.engines.kernels.numba.module import kernel_of
from faraon.engines.rules import Bound

SCRIPT = Path(__file__).with_name("host.mjs")


RESULTS: dict[str | None, Callable[[str], Any]] = {
    "int64": int, "uint64": int, "float64": float, "boolean": "true".__eq__, None: lambda _: None
}  # fmt: skip


class HostError(Exception):
    """What JavaScript has thrown."""


class Host:
    """The functions of a module by their names; arrays are changed in place, as by native code."""

    def __init__(self, module: Path) -> None:
        node = find_npm().folder / ("node.exe" if os.name == "nt" else "node")
        # node 22 reads TypeScript when it is told to, and warns that it does
        options = ("--experimental-strip-types", "--no-warnings")
        self._process = subprocess.Popen(
            [node, *options, SCRIPT, module],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
        )  # fmt: skip
        try:
            self.about = self._answer()
        except HostError:
            self.close()
            raise

    def close(self) -> None:
        self._process.communicate()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise HostError(answer["error"])
        return answer

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            values = list(_flat(given))
            answer = self._ask({"name": name, "given": [_sent(value) for value in values]})
            arrays = [value for value in values if isinstance(value, np.ndarray)]
            for array, data in zip(arrays, answer["arrays"], strict=True):
                array[...] = np.frombuffer(base64.b64decode(data), array.dtype).reshape(array.shape)
            return RESULTS[self.about["functions"][name]["gives"]](answer["result"])

        return call


def _flat(given: Any) -> Iterator[Any]:
    for value in given:
        if isinstance(value, tuple):
            yield from _flat(value)
        else:
            yield value


def _sent(value: Any) -> object:
    if isinstance(value, np.ndarray):
        data = base64.b64encode(value.tobytes()).decode()
        return {"items": value.dtype.name, "shape": value.shape, "data": data}
    if isinstance(value, float):
        return repr(float(value)).replace("inf", "Infinity").replace("nan", "NaN")
    return str(int(value))


class WasmEngine(KernelEngine):
    """A table played in node; all tables of a rulebook share a module."""

    name = "wasm"

    def __init__(self, bound: Bound, host: Host) -> None:
        super().__init__(bound, *kernel_of(bound))
        self._host = host

    @property
    def kernel(self) -> Machine:
        return cast(Machine, self._host)

    def machine(self, modules: tuple[str, ...], title: str, tell: Tell = tell_on_stderr) -> Machine:
        return self.kernel
