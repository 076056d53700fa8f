"""Reviews over HTTP: turn by turn, within limits, and never in the way of those who play."""

from __future__ import annotations

import json
import re
import threading
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from faraon.coach.weighing import weigher_of
from faraon.play.game import load
from faraon.server import wire as msg
from faraon.server.net import reviews as reviews_module
from faraon.server.net.reviews import Reviews
from faraon.server.table import reviewing
from tests.patience import PATIENCE
from tests.reviewed import fouled_record, played_record
from tests.server.serving import call, running

FEW = 500
"""Simulations: enough to see that everything is there."""


RECORD = played_record()


def _ask(base: str, **asked: Any) -> list[dict[str, Any]]:
    status, text = call(base, "/api/review", {"record": RECORD, "seat": 0, "simulations": FEW, **asked})
    assert status == 200, text
    if isinstance(text, dict):  # one line alone is JSON as a whole
        return [text]
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def told(base: str) -> list[dict[str, Any]]:
    return _ask(base, simulations=2000)


def test_a_record_is_reviewed_turn_by_turn_for_one_seat(told: list[dict[str, Any]]) -> None:
    begun, *turns, done = told
    assert (begun["type"], begun["turns"]) == ("begun", len(turns))
    assert [one["turn"] for one in turns] == [1, 3, 5, 7, 9]
    for one in turns:
        assert 0 <= one["chance"]["low"] <= one["chance"]["value"] <= one["chance"]["high"] <= 1
    assert done["type"] == "done"
    marks = [one["mark"] for one in turns]
    assert (done["mistakes"], done["blunders"]) == (marks.count("mistake"), marks.count("blunder"))
    assert done["result"] == "lost"


def test_a_marked_turn_can_be_tried_again_from_what_the_seat_saw(told: list[dict[str, Any]]) -> None:
    marked = [one for one in told[1:-1] if one["mark"]]
    assert marked, "this game has blunders"
    for one in marked:
        retry = one["retry"]
        view = retry["question"]["view"]
        assert view["seat"] == view["turn"] == 0
        assert one["best"]["move"] in retry["accepted"]
        assert set(retry["accepted"]) < set(view["moves"])
        assert one["played"]["move"] not in retry["accepted"]
        assert one["reasons"][0]["text"]["sk"] != one["reasons"][0]["text"]["en"]
        assert "hands" not in view, "the others' cards are not part of a view"
    assert all(one["retry"] is None for one in told[1:-1] if not one["mark"])


def test_the_same_question_is_answered_from_memory(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = _ask(base)

    def never(self: object, asked: object, offered: object) -> None:
        raise AssertionError("it was made already")

    monkeypatch.setattr(reviewing.Reviewing, "__init__", never)
    assert _ask(base) == first


def test_the_first_review_finds_everything_ready() -> None:
    weigher_of.cache_clear()
    usual = load("classic", 2)
    reviewing.prepare_reviews(usual)
    before = weigher_of.cache_info().misses
    asked = msg.AskReview(RECORD, 0, simulations=FEW)
    assert any(
        isinstance(part, msg.ReviewedTurn)
        for part in reviewing.Reviewing(asked, {"classic": usual.book}).parts()
    )
    assert weigher_of.cache_info().misses == before
    reviewing.prepare_reviews(load("classic", 8))  # which has no machine code: nothing is prepared
    assert weigher_of.cache_info().misses == before


def test_with_all_cards_open_it_is_said(base: str) -> None:
    notes = _ask(base, open=True)[0]["notes"]
    assert any("open" in note["en"] for note in notes)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (lambda: played_record(moves=4), "not finished"),
        (lambda: played_record(players=3, moves=30, camouflage="on"), "covered"),
        (lambda: played_record(players=7, moves=8), "not weighed"),
        (lambda: re.sub(r'(?<=Hash ")\w+', "0" * 64, RECORD), "has changed"),
        (lambda: played_record(move_limit=6), "drawn"),
        (lambda: played_record(rulebook="prsi"), "not calibrated"),
        (fouled_record, "not finished"),
    ],
    ids=["unfinished", "covered", "without a kernel", "changed", "drawn", "another rulebook", "a foul"],
)
def test_what_cannot_be_weighed_is_told_all_the_same(base: str, written: Any, said: str) -> None:
    begun, *turns, done = _ask(base, record=written())
    assert any(said in note["en"] for note in begun["notes"]), begun
    assert all(note["sk"] != note["en"] for note in begun["notes"])
    assert len(turns) == begun["turns"] > 0
    assert done["type"] == "done"


def test_a_foul_is_said(base: str) -> None:
    _, *turns, _ = _ask(base, record=fouled_record())
    assert [turn["foul"] for turn in turns] == [True]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"record": "rubbish"}, 400, "bad-record"),
        ({"record": RECORD.replace('"classic"', '"/etc/passwd"')}, 400, "bad-record"),
        ({"record": RECORD.replace("1.", "1. lU lU lU", 1)}, 400, "bad-record"),
        ({"record": "x" * 200_001}, 400, "bad-request"),
        ({"record": "x" * 300_000}, 413, "too-large"),
        ({"seat": 2}, 400, "bad-request"),
        ({"seat": -1}, 400, "bad-request"),
        ({"simulations": 100_000_000}, 400, "bad-request"),
        ({"simulations": 1}, 400, "bad-request"),
        ({"open": "yes"}, 400, "bad-request"),
        ({"more": 1}, 400, "bad-request"),
    ],
)
def test_foreign_input_is_refused(base: str, change: dict[str, Any], status: int, code: str) -> None:
    answer = call(base, "/api/review", {"record": RECORD, "seat": 0, **change})
    assert (answer[0], answer[1]["code"]) == (status, code)
    assert answer[1]["sk"]


def test_an_address_has_a_budget_of_simulations(url: str) -> None:
    with running(url, review_simulations_per_second=0.0, review_simulations_at_once=6 * FEW) as base:
        _ask(base)
        assert _ask(base), "what is at hand costs nothing"
        status, refused = call(base, "/api/review", {"record": RECORD, "seat": 1, "simulations": FEW})
        assert (status, refused["code"]) == (429, "too-fast")
        assert "Rozborov" in refused["sk"]


class Slow:
    """Turns that come when they are allowed to."""

    def __init__(self) -> None:
        self.allowed, self.made = threading.Semaphore(0), 0

    def parts(self, reviewing_: reviewing.Reviewing) -> Iterator[msg.ReviewPart]:
        while True:
            assert self.allowed.acquire(timeout=PATIENCE)
            self.made += 1
            yield msg.ReviewBegun(self.made, [])


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    found = Slow()
    monkeypatch.setattr(reviewing.Reviewing, "parts", lambda self: found.parts(self))
    return found


def _open(base: str, seat: int = 0) -> Any:
    body = json.dumps({"record": RECORD, "seat": seat, "simulations": 777}).encode()
    return urllib.request.urlopen(base + "/api/review", body, timeout=PATIENCE)  # noqa: S310


def _until(happened: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_who_leaves_ends_the_work(url: str, slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    going: list[Reviews] = []
    real = reviews_module.Reviews.__init__

    def remembered(self: Reviews, settings: Any) -> None:
        real(self, settings)
        going.append(self)

    monkeypatch.setattr(reviews_module.Reviews, "__init__", remembered)
    with running(url) as base:
        answer = _open(base)
        slow.allowed.release()
        assert json.loads(answer.readline())["turns"] == 1
        answer.close()
        _until(lambda: going[0]._going.total() == 0)
        for _ in range(5):
            slow.allowed.release()
        going[0]._thread.submit(lambda: None).result(PATIENCE)
        assert slow.made <= 2, "only the turn that was begun may end"


def test_reviews_are_limited_in_number_and_a_table_plays_on_beside_them(url: str, slow: Slow) -> None:
    with running(url, reviews_waiting=2, reviews_waiting_each=1) as base:
        answer = _open(base)
        slow.allowed.release()
        answer.readline()
        status, refused = call(base, "/api/review", {"record": RECORD, "seat": 1, "simulations": 777})
        assert (status, refused["code"]) == (429, "too-fast")
        # The thread of reviews is stuck in a turn meanwhile; everything else goes on.
        seated = call(base, "/api/tables", {"name": "A", "seats": [{"kind": "bot"}], "pace": 0})[1]
        assert call(base, f"/api/tables/{seated['table']}")[0] == 200
        assert call(base, "/api/replay", {"record": RECORD})[0] == 200
        answer.close()
        for _ in range(3):
            slow.allowed.release()


def test_a_review_that_breaks_says_so_in_its_last_line(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: object) -> Iterator[None]:
        raise ZeroDivisionError
        yield

    monkeypatch.setattr(reviewing.Reviewing, "parts", broken)
    (only,) = _ask(base, simulations=501)
    assert (only["type"], only["code"]) == ("failed", "failed")
