"""Puzzles over HTTP, and games that go on from a moment of a record."""

from __future__ import annotations

import datetime
import json
from typing import Any
from urllib.parse import quote

import pytest
from websockets.sync.client import connect

from faraon.coach.puzzles import daily, shipped
from faraon.server.wire import VERSION
from tests.patience import PATIENCE
from tests.reviewed import played_record
from tests.server.serving import call

RECORD = played_record()
HIDDEN = next(one for one in shipped() if not one.open)
OPEN = next(one for one in shipped() if one.open)


def test_all_puzzles_are_listed_and_none_is_given_away(base: str) -> None:
    status, told = call(base, "/api/puzzles")
    assert status == 200
    assert [one["id"] for one in told["puzzles"]] == [one.id for one in shipped()]
    assert set(told["puzzles"][0]) == {"id", "kind", "level"}
    assert {one["kind"] for one in told["puzzles"]} <= {one["name"] for one in told["kinds"]}
    assert told["daily"] == daily(datetime.date.fromisoformat(told["today"])).id


def test_a_puzzle_shows_what_the_player_on_turn_may_know(base: str) -> None:
    told = call(base, f"/api/puzzles/{HIDDEN.id}")[1]
    view = told["question"]["view"]
    assert view["seat"] == view["turn"] == HIDDEN.state.turn
    assert view["hand"] == [card.name for card in HIDDEN.view.hand]
    known = HIDDEN.view.known.hands.get(1 - view["seat"], ())
    assert told["theirs"] == [card.name for card in known]
    assert view["moves"] == [str(move) for move in HIDDEN.view.moves]


def test_an_open_puzzle_shows_all_cards(base: str) -> None:
    told = call(base, f"/api/puzzles/{OPEN.id}")[1]
    position = OPEN.state.position
    assert told["win_in"] == OPEN.win_in
    assert told["theirs"] == [card.name for card in position.hands[1 - position.turn]]
    assert told["stock"] == [card.name for card in position.stock]


def test_a_puzzle_of_a_day_has_its_date_and_tomorrow_has_none_yet(base: str) -> None:
    told = call(base, "/api/puzzles/2026-01-02")[1]
    assert (told["id"], told["date"]) == (daily(datetime.date(2026, 1, 2)).id, "2026-01-02")
    status, refused = call(base, "/api/puzzles/9999-01-01")
    assert (status, refused["code"]) == (404, "unknown-page")


@pytest.mark.parametrize("which", ["0", "99999", "-1", "x", "20260102", "2026-02-30", "1e3", "٣"])
def test_other_puzzles_do_not_exist(base: str, which: str) -> None:
    status, refused = call(base, f"/api/puzzles/{quote(which)}")
    assert (status, refused["code"]) == (404, "unknown-page")


@pytest.mark.parametrize("puzzle", [HIDDEN, OPEN], ids=["hidden", "open"])
def test_an_answer_is_judged_and_explained_only_when_it_is_right(base: str, puzzle: Any) -> None:
    wrong = call(base, f"/api/puzzles/{puzzle.id}", {"move": puzzle.other})[1]
    assert wrong == {"right": False, "solution": None}
    right = call(base, f"/api/puzzles/{puzzle.id}", {"move": puzzle.answers[0]})[1]
    assert right["right"]
    assert right["solution"]["answers"] == list(puzzle.answers)
    assert right["solution"]["reasons"][0]["sk"]
    given_up = call(base, f"/api/puzzles/{puzzle.id}", {"move": None})[1]
    assert not given_up["right"]
    assert given_up["solution"] == right["solution"]


def test_a_move_that_is_not_legal_is_refused_and_judged(base: str) -> None:
    path = f"/api/puzzles/{HIDDEN.id}"
    illegal = next(card.name for card in HIDDEN.view.hand if card.name not in map(str, HIDDEN.view.moves))
    assert call(base, path, {"move": illegal})[1]["code"] == "illegal-move"
    judged = call(base, f"{path}/judge", {"move": illegal})[1]
    assert not judged["legal"]
    assert judged["reasons"][0]["sk"]
    assert call(base, f"{path}/judge", {"move": str(HIDDEN.view.moves[-1])})[1]["legal"]
    assert call(base, f"{path}/judge", {"move": "nonsense"})[0] == 400


def _go_on(base: str, **given: Any) -> tuple[int, Any]:
    given = {"record": RECORD, "moves": 4, "seat": 0, **given}
    return call(base, "/api/tables", {"name": "Eva", "seats": [{"kind": "bot"}], "pace": 0, "given": given})


@pytest.mark.parametrize(("moves", "seat"), [(4, 0), (5, 1)])
def test_a_game_goes_on_from_a_moment_of_a_record(base: str, moves: int, seat: int) -> None:
    status, seated = _go_on(base, moves=moves, seat=seat)
    assert (status, seated["seat"]) == (201, seat)
    shown = call(base, f"/api/tables/{seated['table']}")[1]
    assert shown["table"]["given"]
    assert shown["table"]["status"] == "playing"
    assert shown["turn"] == seat
    assert [one["kind"] for one in shown["table"]["seats"]].index("person") == seat
    frames = call(base, "/api/replay", {"record": RECORD})[1]["frames"]
    view = _welcome(base, seated)["view"]
    assert view["hand"] == frames[moves]["hands"][seat]
    assert view["stock_size"] == len(frames[moves]["stock"])


def _welcome(base: str, seated: dict[str, Any]) -> dict[str, Any]:
    with connect(base.replace("http", "ws") + f"/ws/{seated['table']}", open_timeout=PATIENCE) as socket:
        socket.send(json.dumps({"type": "hello", "version": VERSION, "token": seated["token"]}))
        return dict(json.loads(socket.recv(timeout=PATIENCE)))


@pytest.mark.parametrize(
    "given", [{"moves": 5}, {"moves": 2000}, {"record": "?"}, {"seat": 7}, {"moves": -1}]
)
def test_a_moment_that_is_not_there_is_refused(base: str, given: dict[str, Any]) -> None:
    status, refused = _go_on(base, **given)
    assert status == 400
    assert refused["sk"]


def test_a_game_from_a_record_is_played_to_its_end_and_again_from_there(base: str) -> None:
    seated = _go_on(base, moves=8)[1]
    address = base.replace("http", "ws") + f"/ws/{seated['table']}"
    with connect(address, open_timeout=PATIENCE) as socket:

        def say(**message: Any) -> None:
            socket.send(json.dumps(message))

        say(type="hello", version=VERSION, token=seated["token"])
        first, rematched, asked = None, False, 0
        for _ in range(2000):
            heard = json.loads(socket.recv(timeout=PATIENCE))
            view, status = heard.get("view"), (heard.get("table") or {}).get("status")
            if view and first is None:
                first = view["hand"]
            if rematched and heard.get("what", {}).get("type") == "dealt":
                assert view["hand"] == first
                return
            if status == "over" and not rematched:
                rematched = True
                say(type="rematch", id="again")
            elif view and view["moves"]:
                asked += 1
                say(type="move", id=f"m{asked}", position=view["position"], move=view["moves"][0])
    raise AssertionError("the game did not begin again")


def test_a_drill_is_seen_by_one_seat_and_asks_what_can_be_known(base: str) -> None:
    told = call(base, "/api/counting/7")[1]
    assert told == call(base, "/api/counting/7")[1], "the same seed is the same drill"
    assert 8 <= len(told["steps"]) <= 27
    assert all(len(step["hand"]) == step["sizes"][told["seat"]] for step in told["steps"])
    seen = {card for step in told["steps"] for card in (*step["hand"], *step["pile"])}
    assert len(told["questions"]) == 5
    for one in told["questions"]:
        assert one["text"]["sk"].endswith("?")
        if one["kind"] == "which":
            assert set(one["answer"]) <= set(one["options"])
            assert not seen & set(one["answer"]), (
                "what was seen lies somewhere known: this pile is not turned"
            )


@pytest.mark.parametrize("seed", ["-1", "x", "1" * 10, "1.5"])
def test_other_drills_do_not_exist(base: str, seed: str) -> None:
    assert call(base, f"/api/counting/{seed}")[1]["code"] == "unknown-page"


def test_a_moment_of_a_record_is_asked_about(base: str) -> None:
    told = call(base, "/api/counting", {"record": RECORD, "moves": 4, "seat": 0})[1]
    assert told["steps"] == []
    assert len(told["questions"]) == 5
    status, refused = call(base, "/api/counting", {"record": RECORD, "moves": 5, "seat": 0})
    assert (status, refused["code"]) == (400, "bad-request")
    covered = played_record(players=3, moves=30, camouflage="on")
    seat = call(base, "/api/replay", {"record": covered})[1]["frames"][6]["turn"]
    assert call(base, "/api/counting", {"record": covered, "moves": 6, "seat": seat})[1]["questions"] == []
