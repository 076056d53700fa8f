"""What the referee holds in memory; run by ``test_referee_fuzz.py`` in a process that does nothing else."""

from __future__ import annotations

import functools
import gc
import itertools
import json
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from faraon.cards import Card
from faraon.cli.referee import Referee
from faraon.engines.python import groups
from faraon.lang import library
from faraon.play import game as api
from faraon.play.game import load
from tests.cli.talk import Talk, odd_files
from tests.cli.test_referee_fuzz import MEGABYTE, Watch, caches, converse
from tests.scale import scaled

TRACED = scaled(100, 4_000)


@pytest.fixture
def traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


def held() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


@pytest.fixture(scope="module")
def bounded() -> list[Any]:
    """Every cache that is not for good; what is imported to find them is imported before it is traced."""
    return [cache for _, cache in caches() if cache.cache_parameters()["maxsize"] is not None]


def test_nothing_is_kept_but_caches(tmp_path: Path, bounded: list[Any], traced: None) -> None:
    watch, talk = Watch(), Talk(random.Random("memory"), odd_files(tmp_path), tables=3)
    measured = []
    for _ in range(2):
        converse(watch, talk, TRACED)
        watch.fresh()
        talk.made[:] = [{"do": "quit"}]
        for cache in bounded:
            cache.cache_clear()
        measured.append(held())
    grown = measured[1] - measured[0]
    print(f"\nreferee: {TRACED} lines after a warm-up, {grown / MEGABYTE:.2f} MB more")
    assert grown < scaled(MEGABYTE // 4, MEGABYTE)


def test_tables_in_the_cache_are_small(traced: None) -> None:
    """Every setting of every option makes another table."""
    load("classic")
    before = held()
    for limit in range(1, 9):
        load("classic", 2, move_limit=limit)
    each = (held() - before) / 8
    most = api._compiled.cache_parameters()["maxsize"]
    print(f"\nreferee: {each / MEGABYTE:.2f} MB a table, at most {most} of them")
    assert each * most < 50 * MEGABYTE


def test_rulebooks_in_the_cache_are_small(traced: None, tmp_path: Path) -> None:
    """Every file makes another rulebook."""
    path = tmp_path / "house.far"
    referee = Referee()

    def use(number: int) -> None:
        path.write_text(library.source("classic")[1] + f"# {number}\n", encoding="utf-8")
        request = {"do": "new", "rulebook": str(path), "seed": 1}
        assert json.loads(referee.answer(json.dumps(request)))["ok"]

    use(0)
    before = held()
    use(1)
    use(2)
    each = (held() - before) / 2
    most = library._checked.cache_parameters()["maxsize"]
    print(f"\nreferee: {each / MEGABYTE:.2f} MB a rulebook with a table, at most {most} of them")
    assert each * most < 80 * MEGABYTE


def test_groups_in_the_cache_are_small(traced: None) -> None:
    """Three packs have 255 hands of one value; a longer list of groups was never in the cache at once."""
    find = groups._groups_of_one_value
    find.cache_clear()
    before = held()
    for counts in itertools.product(range(4), repeat=4):
        if any(counts):
            find(tuple(Card(suit) for suit in range(4) for _ in range(counts[suit])))
    each = (held() - before) / 255
    most = min(find.cache_parameters()["maxsize"], 8 * 255)
    find.cache_clear()
    print(f"\nreferee: {each / MEGABYTE:.2f} MB a hand of one value, at most {most} of them")
    assert each * most < 80 * MEGABYTE


def test_tables_that_left_the_cache_are_gone(traced: None, monkeypatch: pytest.MonkeyPatch) -> None:
    most = scaled(3, 64)
    monkeypatch.setattr(api, "_compiled", functools.lru_cache(maxsize=most)(api._compiled.__wrapped__))
    measured = []
    for round_ in range(3):
        for number in range(most):
            load("classic", 2 + number % 4, move_limit=1 + round_ * most + number)
        measured.append(held())
    grown = measured[2] - measured[0]
    print(f"\nreferee: {2 * most} tables after the cache was full, {grown / MEGABYTE:.2f} MB more")
    assert grown < MEGABYTE / 2
