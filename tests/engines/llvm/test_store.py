"""Object files in the cache: made once, bear several processes, and are made anew if anything is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from faraon.engines.errors import GameError
from faraon.engines.kernels.llvm import store
from faraon.engines.kernels.llvm.errors import SubsetError
from faraon.engines.kernels.llvm.program import Source
from faraon.engines.kernels.llvm.store import key_of, load_code

TEXT = 'from numba import njit\n@njit("int64(int64)")\ndef answer(x):\n    return x + {number}\n'

SCRIPT = """
import sys
from faraon.engines.kernels.llvm.program import Source
from faraon.engines.kernels.llvm.store import load_code
code = load_code([Source("text", sys.argv[1])], "the test", lambda message: print("told", message))
print("answer", code.answer(1))
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FARAON_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(store, "_loaded", {})
    return tmp_path


def answer(number: int = 41) -> tuple[int, list[str]]:
    """As a new process finds it; and what it told."""
    told: list[str] = []
    store._loaded.clear()
    code = load_code([Source("text", TEXT.format(number=number))], "the test", told.append)
    return code.answer(1), told


def the_file(folder: Path) -> Path:
    (found,) = folder.glob("llvm/*.o")
    return found


def test_it_is_compiled_once() -> None:
    assert answer() == (42, ["compiling the test, once on this machine …"])
    assert answer() == (42, [])


def test_another_text_is_another_program(own_folder: Path) -> None:
    assert answer(41)[0] == 42
    assert answer(7)[0] == 8
    assert len(list(own_folder.glob("llvm/*.o"))) == 2


@pytest.mark.parametrize("spoil", ["cut", "empty", "changed", "foreign"])
def test_a_file_that_is_not_whole_is_made_anew(own_folder: Path, spoil: str) -> None:
    answer()
    path = the_file(own_folder)
    good = path.read_bytes()
    flipped = good[:200] + bytes([good[200] ^ 1]) + good[201:]
    path.write_bytes({"cut": good[:-100], "empty": b"", "changed": flipped, "foreign": b"MZ" * 500}[spoil])
    assert answer() == (42, ["compiling the test, once on this machine …"])
    assert answer() == (42, [])


def test_another_processor_or_compiler_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = [Source("text", TEXT.format(number=41))]
    here = key_of(sources)
    with monkeypatch.context() as patched:
        patched.setattr("faraon.engines.kernels.llvm.target.processor", lambda: "0.1 wasm32 none")
        assert key_of(sources) != here
    with monkeypatch.context() as patched:
        patched.setattr(store, "_compiler", lambda: b"another")
        assert key_of(sources) != here
    assert key_of(sources) == here
    assert key_of([Source("text", ""), *sources]) != here


def test_several_processes_at_once() -> None:
    command = [sys.executable, "-c", SCRIPT, TEXT.format(number=41)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    outputs = [process.communicate()[0] for process in running]
    assert all("answer 42" in output for output in outputs)
    assert sum("told" in output for output in outputs) == 1


def test_without_a_folder_it_is_compiled_for_this_time_only(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = own_folder / "file"
    blocked.write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("FARAON_CACHE_DIR", str(blocked / "below"))
    found, told = answer(2)
    assert found == 3
    assert "for this time only" in told[0]


def test_a_text_outside_of_the_subset_leaves_nothing_behind(own_folder: Path) -> None:
    with pytest.raises(SubsetError, match="text, line 4"):
        load_code([Source("text", TEXT.format(number="x.real"))], "the test", lambda _: None)
    assert not list(own_folder.glob("llvm/*.o"))


def test_without_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    with pytest.raises(GameError, match=r"pip install 'faraon\[fast\]' brings llvmlite") as caught:
        load_code([Source("text", TEXT.format(number=41))], "the test", lambda _: None)
    assert caught.value.code == "missing-extra"
