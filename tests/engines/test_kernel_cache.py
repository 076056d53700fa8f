"""The cache of kernels: survives restarts, bears several processes, runs no text but the generated one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from faraon.caches import cache_folder
from faraon.engines.kernels.cache import load_module, versions

TEXT = """from numba import njit

@njit("int64(int64)", cache=True)
def answer(x):
    return x + {number}
"""

SCRIPT = """
import sys
from faraon.engines.kernels.cache import load_module
module = load_module(sys.argv[1], "the test", lambda message: print("told", message))
print("answer", module.answer(1))
print("from the cache", sum(module.answer.stats.cache_hits.values()))
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FARAON_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    return tmp_path


def start(text: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", SCRIPT, text]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def run(text: str) -> str:
    out, err = start(text).communicate()
    assert not err
    return out


def here(text: str) -> tuple[int, list[str]]:
    """What it answers in this process, and what was told; nothing of it is remembered but the files."""
    told: list[str] = []
    module = load_module(text, "the test", told.append)
    del sys.modules[module.__name__]
    return int(module.answer(1)), told


def the_file(folder: Path) -> Path:
    (found,) = (folder / versions()).glob("*.py")
    return found


def test_it_is_compiled_once(own_folder: Path) -> None:
    text = TEXT.format(number=41)
    answer, (told,) = here(text)
    assert answer == 42
    assert told.startswith("compiling the test")
    assert run(text) == "answer 42\nfrom the cache 1\n"
    assert the_file(own_folder).read_text(encoding="utf-8") == text


def test_another_text_is_another_kernel(own_folder: Path) -> None:
    assert [here(TEXT.format(number=number))[0] for number in (41, 7)] == [42, 8]
    assert len(list((own_folder / versions()).glob("*.py"))) == 2


def test_a_file_that_was_changed_is_not_run(own_folder: Path) -> None:
    text = TEXT.format(number=41)
    here(text)
    path = the_file(own_folder)
    path.write_text(TEXT.format(number=99), encoding="utf-8")  # the same size, another meaning
    subprocess.run([sys.executable, str(path)], check=True)  # and Numba has its code
    again = run(text)
    assert "answer 42" in again
    assert path.read_text(encoding="utf-8") == text
    assert run(text) == "answer 42\nfrom the cache 1\n"


def test_several_processes_at_once(own_folder: Path) -> None:
    text = TEXT.format(number=41)
    running = [start(text) for _ in range(4)]
    outputs = [process.communicate()[0] for process in running]
    assert all("answer 42" in output for output in outputs)
    assert sum("told" in output for output in outputs) == 1


def test_without_a_folder_it_is_compiled_for_this_time_only(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = own_folder / "file"
    blocked.write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("FARAON_CACHE_DIR", str(blocked / "below"))
    answer, told = here(TEXT.format(number=2))
    assert answer == 3
    assert "for this time only" in told[0]


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FARAON_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", "/elsewhere")
    if sys.platform == "linux":
        assert cache_folder() == Path("/elsewhere/faraon")
    else:
        assert cache_folder().name == "faraon"
