"""The parser's tables are kept between processes; whatever lies in their file, the same rules are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from faraon.lang import nodes
from faraon.lang.errors import RulebookError
from faraon.lang.grammar import parser
from faraon.lang.parse import REGULAR, NodeBuilder, parse


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("FARAON_CACHE_DIR", str(tmp_path / "caches"))
    parser.cache_clear()
    yield tmp_path / "caches"
    parser.cache_clear()


def read_anew() -> nodes.Source:
    parser.cache_clear()
    return parse((Path(__file__).parent / "tiny.far").read_text(encoding="utf-8"), "tiny.far")


def refusal() -> str:
    with pytest.raises(RulebookError) as caught:
        parse("rulebook tiny\nrule lay §3: fits ->\n", "tiny.far")
    return str(caught.value)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def spoil(path: Path) -> None:
    path.write_bytes(b"nothing that was ever pickled")


def nothing(path: Path) -> None:
    path.write_bytes(b"")


def swap(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[5000], data[6000] = data[6000], data[5000] ^ 1
    path.write_bytes(data)


@pytest.mark.parametrize("change", [cut, spoil, nothing, swap])
def test_tables_that_are_not_right_are_made_anew(own_folder: Path, change: Callable[[Path], None]) -> None:
    expected = read_anew()
    (kept,) = own_folder.iterdir()
    change(kept)
    spoilt = kept.read_bytes()
    assert read_anew() == expected
    assert len(kept.read_bytes()) > 10_000
    assert kept.read_bytes() != spoilt
    assert list(own_folder.iterdir()) == [kept]


def test_tables_are_read_where_they_are_kept(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected, refused = read_anew(), refusal()
    monkeypatch.setattr("lark.lark.load_grammar", None)  # whoever makes a parser fails
    assert read_anew() == expected
    assert refusal() == refused


def test_without_a_folder_the_tables_are_made_each_time(own_folder: Path) -> None:
    own_folder.write_text("no folder", encoding="utf-8")
    assert read_anew() == read_anew()


def test_every_construct_of_the_grammar_becomes_a_node() -> None:
    rules = [rule for rule in parser().rules if not rule.origin.name.startswith("_")]
    named = {rule.alias or rule.origin.name for rule in rules if rule.alias or not rule.options.expand1}
    assert len(named) > 50
    assert {name for name in named if name not in REGULAR and not hasattr(NodeBuilder, name)} == set()
