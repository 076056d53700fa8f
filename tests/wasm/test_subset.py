"""Every construct of the subset gives in WebAssembly what Python gives, on random inputs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faraon.engines.kernels.llvm.errors import SubsetError
from faraon.engines.kernels.llvm.linking import linked
from faraon.engines.kernels.llvm.program import Source
from faraon.engines.kernels.llvm.wasm import STACK, wasm_module
from tests.engines.llvm.test_subset import NAMES, TEXT, compare_with_python
from tests.scale import scaled
from tests.wasm.host import Host

HEAD = "from numba import njit\n"


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    path = tmp_path_factory.mktemp("wasm") / "subset.wasm"
    path.write_bytes(wasm_module([[Source("text", TEXT)]], {}))
    with closing(Host(path)) as host:
        yield host


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=scaled(10, 1000), deadline=None)
@given(data=st.data())
def test_it_is_pythons(host: Host, name: str, data: st.DataObject) -> None:
    compare_with_python(host, name, data)


def test_several_programs_in_one_module(tmp_path: Path) -> None:
    texts = [
        f'{HEAD}@njit("int64(int64)")\ndef {name}(a):\n    return a * {by}\n'
        for name, by in (("f", 2), ("g", 3))
    ]
    path = tmp_path / "module.wasm"
    path.write_bytes(wasm_module([[Source("text", text)] for text in texts], {"said": "Faraón"}))
    with closing(Host(path)) as host:
        assert (host.f(7), host.g(7), host.about["said"]) == (14, 21, "Faraón")


def test_what_the_linker_refuses() -> None:
    text = f'{HEAD}@njit("int64(int64)")\ndef twice(a):\n    return a * 2\n'
    with pytest.raises(SubsetError, match="there are two of twice"):
        wasm_module([[Source("text", text)], [Source("text", text)]], {})
    with pytest.raises(SubsetError, match="nothing is called thrice"):
        linked([], ["thrice"], STACK)
    with pytest.raises(SubsetError, match="not an object file for WebAssembly"):
        linked([b"\x7fELF"], [], STACK)
