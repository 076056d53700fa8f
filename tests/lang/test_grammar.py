"""The parser's tables are kept between processes; whatever lies in their file, the same rules are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from faraon.lang import nodes
from faraon.lang.grammar import parser
from faraon.lang.parse import parse


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("FARAON_CACHE_DIR", str(tmp_path / "caches"))
    parser.cache_clear()
    yield tmp_path / "caches"
    parser.cache_clear()


def read_anew() -> nodes.Source:
    parser.cache_clear()
    return parse((Path(__file__).parent / "tiny.far").read_text(encoding="utf-8"), "tiny.far")


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def spoil(path: Path) -> None:
    path.write_bytes(b"nothing that was ever pickled")


def nothing(path: Path) -> None:
    path.write_bytes(b"")


def leave(path: Path) -> None:
    assert path.stat().st_size > 10_000


@pytest.mark.parametrize("change", [leave, cut, spoil, nothing])
def test_the_tables_are_kept_and_mended(own_folder: Path, change: Callable[[Path], None]) -> None:
    expected = read_anew()
    (kept,) = own_folder.iterdir()
    change(kept)
    assert read_anew() == expected
    leave(kept)


def test_without_a_folder_the_tables_are_made_each_time(own_folder: Path) -> None:
    own_folder.write_text("no folder", encoding="utf-8")
    assert read_anew() == read_anew()
