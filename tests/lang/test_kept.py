"""What follows from shipped rulebooks is kept on the disk, and made anew as soon as anything has changed."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from faraon.caches import write_whole
from faraon.engines.actions import ActionTable
from faraon.engines.kernels.numba.module import numba_source
from faraon.engines.kernels.plan import plan
from faraon.lang import kept as kept_module
from faraon.lang import library
from faraon.lang.ir import Book
from faraon.lang.kept import kept
from faraon.lang.library import assembled, read_book, shipped, source
from tests.scale import SOAK

SCRIPT = """
import sys
from faraon.lang.library import read_book
from faraon.engines.actions import action_table
book = read_book(sys.argv[1])
print(book.hash, len(action_table(book)), "lark" in sys.modules)
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FARAON_CACHE_DIR", str(tmp_path))
    return tmp_path


def in_a_process(name: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", SCRIPT, name], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_the_next_process_reads_no_rulebook() -> None:
    first, second = in_a_process("classic"), in_a_process("classic")
    assert first[:2] == second[:2] == [read_book("classic").hash, "713"]
    assert [first[2], second[2]] == ["True", "False"]


def test_a_file_of_ones_own_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "own.far"
    path.write_text("rulebook own\ninclude classic\n", encoding="utf-8")
    in_a_process(str(path))
    assert not [found for found in tmp_path.glob("kept-*/*") if "own" in found.name]


@pytest.mark.parametrize("name", shipped() if SOAK else ["classic", "formal", "mau"])
def test_a_rulebook_comes_back_as_it_was(name: str) -> None:
    """Whatever is made of it is the same: nothing compares its parts by identity."""
    book = library._book_of(assembled(*source(name)))
    again = Book(**pickle.loads(pickle.dumps(library._fields(book))))  # noqa: S301 - it is our own
    assert library._fields(again) == library._fields(book)
    assert numba_source(plan(again)) == numba_source(plan(book))
    assert ActionTable(again).rows == ActionTable(book).rows


@pytest.mark.parametrize("spoil", ["cut", "empty", "foreign", "not a pickle"])
def test_what_is_not_whole_is_made_again(own_folder: Path, spoil: str) -> None:
    assert kept("classic", "test", lambda: [1, 2]) == [1, 2]
    (path,) = own_folder.glob("kept-*/*")
    good = path.read_bytes()
    if spoil == "not a pickle":
        write_whole(path, b"no pickle")
    else:
        path.write_bytes({"cut": good[:-1], "empty": b"", "foreign": b"MZ" * 40}[spoil])
    assert kept("classic", "test", lambda: [3]) == [3]
    assert kept("classic", "test", lambda: [4]) == [3]


def test_other_texts_or_code_have_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept("classic", "test", lambda: 1) == 1
    monkeypatch.setattr(kept_module, "_works", lambda: "0123456789abcdef")
    assert kept("classic", "test", lambda: 2) == 2


def test_everything_that_decides_is_in_the_hash() -> None:
    root = Path(kept_module.__file__).parent.parent
    read = {path for pattern in kept_module.WORKS for path in root.glob(pattern)}
    assert {root / "rulebooks" / "_words.far", root / "lang" / "grammar.lark", root / "cards.py"} <= read
    assert {root / "engines" / "kernels" / "numba" / "moves.py", root / "engines" / "actions.py"} <= read


def test_without_a_folder_nothing_is_kept(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = own_folder / "file"
    blocked.write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("FARAON_CACHE_DIR", str(blocked / "below"))
    assert [kept("classic", "test", lambda: 1), kept("classic", "test", lambda: 2)] == [1, 2]


def test_what_old_versions_kept_goes(own_folder: Path) -> None:
    old, recent = own_folder / "kept-old", own_folder / "kept-recent"
    for folder in (old, recent):
        folder.mkdir()
        (folder / "classic-book.pickle").write_bytes(b"")
    os.utime(old, (0, 0))
    kept("classic", "test", lambda: 1)
    assert not old.exists()
    assert recent.exists()
