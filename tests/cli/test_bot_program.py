"""A bot as a program: one answer a line, and nothing that is sent can end it."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from faraon.bots import Greedy
from faraon.cli.bot import LONGEST_LINE, BotProgram
from faraon.engines.errors import GameError
from faraon.game.move import Move
from faraon.play.game import load
from faraon.play.state import State
from faraon.testing.positions import random_position
from tests.cli.command import faraon
from tests.patience import PATIENCE
from tests.scale import scaled
from tests.views import written_view

PROGRAM = BotProgram("greedy")
STATE = load("classic", 2).deal(7)
VIEW = written_view(STATE, STATE.turn)
OWN = 'rulebook own en "Own" sk "Vlastné"\ninclude classic\nset hand_size = 4\n'


def ask(**request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(PROGRAM.answer(json.dumps({"do": "choose", "view": VIEW, **request})))
    return answer


def test_the_answer_is_the_move_and_nothing_else() -> None:
    answer = ask(seed=3)
    assert answer == {"move": str(Greedy().choose(STATE.view(STATE.turn), 3))}
    assert ask(seed=3, id=[1, "x"]) == {**answer, "id": [1, "x"]}
    assert json.loads(PROGRAM.answer('{"do":"hello","id":2}')) == {"name": "greedy", "protocol": 1, "id": 2}


def test_any_table_may_be_asked_about() -> None:
    rng = random.Random("tables")
    for players, options in ((2, {"recycle": "shuffle"}), (4, {}), (3, {"packs": 2})):
        state: State = random_position(load("classic", players, **options), rng)
        while state.over:
            state = random_position(load("classic", players, **options), rng)
        view = state.view(state.turn)
        chosen = ask(view=state.game.write_view(view), options=options, seed=1, rulebook="classic")
        assert chosen == {"move": str(Greedy().choose(view, 1))}


def test_a_rulebook_may_be_sent_as_text() -> None:
    assert "move" in ask(text=OWN)
    assert "move" in ask(text={"own.far": OWN, **load("classic").book.sources})
    assert "move" in ask(text=OWN, budget="250ms")
    assert "move" in ask(budget=1000)


@pytest.mark.parametrize(
    ("request_", "code", "message"),
    [
        ({"view": None}, "bad-position", "a view is an object"),
        ({"view": {**VIEW, "moves": []}}, "bad-position", "no move to choose"),
        ({"view": {**VIEW, "moves": [], "over": True}}, "bad-position", "the game is over"),
        ({"view": {**VIEW, "over": True}}, "bad-position", "the game is over"),
        ({"seed": -1}, "bad-request", "'seed' must be"),
        ({"seed": "7"}, "bad-request", "'seed' must be"),
        ({"budget": 0}, "bad-request", "a budget is"),
        ({"budget": True}, "bad-request", "'budget' is"),
        ({"budget": "fast"}, "bad-request", "a budget is"),
        ({"rulebook": "klasic"}, "unknown-rulebook", "did you mean 'classic'"),
        ({"rulebook": "own.far"}, "unknown-rulebook", "no rulebook"),
        ({"rulebook": 7}, "bad-request", "must be a name"),
        ({"rulebook": "classic", "text": OWN}, "bad-request", "not both"),
        ({"text": "rulebook"}, "bad-rulebook", "<request>"),
        ({"text": OWN + "include beside"}, "bad-rulebook", "beside"),
        ({"text": {}}, "bad-request", "itself first"),
        ({"options": []}, "bad-request", "'options' must be"),
        ({"options": {"ace_tow": 1}}, "bad-option", "ace_two"),
        ({"viev": 1}, "bad-request", "did you mean 'view'"),
        ({"bot": "net,weights=/etc/passwd"}, "bad-request", "'choose' takes no 'bot'"),
        ({"budget": "5,weights=/etc/passwd"}, "bad-request", "a budget is"),
        ({"do": "chose"}, "unknown-request", "did you mean 'choose'"),
    ],
)
def test_bad_requests_are_refused_with_code_and_reason(
    request_: dict[str, Any], code: str, message: str
) -> None:
    answer = ask(**request_)
    assert list(answer) == ["error"]
    assert answer["error"]["code"] == code
    assert message in answer["error"]["message"]


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(GameError, match="did you mean 'greedy'"):
        BotProgram("gredy")
    assert "did you mean 'greedy'" in faraon("bot", "gredy").stderr


def test_a_bot_that_stumbles_answers_with_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stumble(*_: object) -> None:
        raise KeyError("lU")

    monkeypatch.setattr(Greedy, "choose", stumble)
    error = ask()["error"]
    assert error["code"] == "bad-position"
    assert error["message"].startswith("'greedy' cannot make sense of the view")
    assert "KeyError" not in error["message"]
    assert capsys.readouterr().err == ""


def test_a_move_that_the_view_does_not_offer_is_never_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "stand" not in VIEW["moves"]
    monkeypatch.setattr(Greedy, "choose", lambda *_: Move.parse("stand"))
    assert ask()["error"]["code"] == "bad-position"


def test_a_level_is_the_bot_behind_it() -> None:
    done = faraon("bot", "learner", given='{"do":"hello"}\n')
    assert json.loads(done.stdout)["name"] == "greedy,slips=60"


def spoilt(request: Any, rng: random.Random) -> Any:
    """A copy of a request in which something is missing or replaced."""
    request = copy.deepcopy(request)
    for _ in range(rng.choice((1, 1, 2, 4))):
        holder = rng.choice(_containers(request))
        if not holder:
            continue
        key = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        if rng.random() < 0.3:
            del holder[key]
        else:
            holder[key] = copy.deepcopy(rng.choice(JUNK))
    return request


@pytest.mark.soak
def test_no_request_however_spoilt_ends_the_program() -> None:
    rng = random.Random("spoilt requests")
    program = BotProgram("greedy")
    for _ in range(scaled(400, 20_000)):
        request = spoilt({"do": "choose", "view": VIEW, "seed": 1, "options": {}}, rng)
        answer = json.loads(program.answer(json.dumps(request)))
        assert len(answer.keys() & {"move", "error", "name"}) == 1 or request.get("do") == "quit"


JUNK: tuple[Any, ...] = (
    *(None, True, -1, 0, 7, 10**9, 1.5, "", "l8", "h7^9", "aO=h", "draw", "safe", "classic", [], {}, ["l8"]),
    *({"0": []}, [None], [[[]]], {"a": {"b": 1}}, "x" * 5000),
)


def _containers(value: Any) -> list[Any]:
    """All lists and objects in a value, itself first."""
    found = [value]
    for one in found:
        found.extend(
            part for part in (one.values() if isinstance(one, dict) else one) if isinstance(part, dict | list)
        )
    return found


def advanced(moves: int) -> dict[str, Any]:
    """A view after so many moves, with its whole log."""
    state = STATE
    while not state.over and (state.position.moves_made < moves or len(state.view(state.turn).moves) < 2):
        state = state.play(state.view(state.turn).moves[0])
    return written_view(state, state.turn)


def impossible_logs(view: dict[str, Any], length: int) -> Iterator[dict[str, Any]]:
    """An opponent who lays one card again and again, and what may happen between."""
    other = 1 - view["seat"]
    turn = {"kind": "turn", "count": 1, "cards": ["l8"]}
    shuffle = {"kind": "shuffle", "count": 1}
    draws, seen = [], []
    for seat, count in ((other, 1), (view["seat"], 1), (other, 5)):
        draws.append({"kind": "draw", "seat": seat, "count": count})
        seen.append({**draws[-1], "cards": ["l8"] * count})
    foul = {"kind": "foul", "seat": other, "count": 1, "cards": ["l8"]}
    for events in (
        *([], [turn], [shuffle], [foul], [turn, shuffle]),
        *([first, draw] for first in (turn, shuffle) for draw in (*draws, *seen)),
        *([draw, first] for first in (turn, shuffle, foul) for draw in (*draws, *seen)),
    ):
        laid = {"seat": other, "move": "l8", "events": events}
        drawn = {"seat": other, "move": "draw", "events": events}
        for log in ([laid] * length, [laid, drawn] * (length // 2), view["log"] + [laid] * length):
            yield {**view, "log": log}
            for stock in ([], [None], view["known"]["stock"]):  # as many cards as such a log may leave
                known = {**view["known"], "stock": stock}
                yield {
                    **view, "log": log, "moves_made": len(log), "stock_size": len(stock), "known": known,
                }  # fmt: skip


def two_cards_for_ever(view: dict[str, Any], length: int) -> dict[str, Any]:
    """An opponent who lays a card that nobody has seen, draws the start card from the turned pile, lays that,
    draws the first one, and so on: everything adds up, but for the cards themselves."""
    other, start = 1 - view["seat"], view["pile"][0]
    seen = {*view["hand"], *view["pile"]}
    hidden = next(card for card in ("l8", "b8", "a8", "h8", "lK", "bK", "aK", "hK") if card not in seen)
    log = []
    for number in range(length):
        laid, back = (start, hidden) if number % 2 else (hidden, start)
        turn = {"kind": "turn", "count": 1, "cards": [back]}
        events = [turn, {"kind": "draw", "seat": other, "count": 1}]
        log.append({"seat": other, "move": laid, "events": events})
    known: dict[str, Any] = {"hands": {}, "stock": []}
    return {**view, "log": log, "moves_made": length, "stock_size": 0, "known": known}


@pytest.mark.soak
@pytest.mark.parametrize("name", ["ismcts:20", "solver:20"])
def test_no_log_however_long_or_spoilt_ends_a_program_that_searches(name: str) -> None:
    rng = random.Random(f"spoilt logs {name}")
    views = [VIEW, *(advanced(moves) for moves in (4, 9, 15, 25, 40))]
    requests: list[Any] = [
        {"do": "choose", "view": log}
        for length in (1, 2, 7, scaled(40, 2_000))
        for log in impossible_logs(rng.choice(views), length)
    ]
    requests += [{"do": "choose", "view": {**VIEW, "log": 2_000 * [one]}} for one in views[3]["log"]]
    requests += [
        {"do": "choose", "view": two_cards_for_ever(view, length)}
        for view in views
        for length in (2, 40, 200, 2_000)
    ]
    requests += [
        spoilt({"do": "choose", "view": rng.choice(views), "seed": 1}, rng)
        for _ in range(scaled(300, 10_000))
    ]
    requests = [request for request in requests if request.get("do") != "quit"]
    command = [sys.executable, "-c", "from faraon.cli import main; main()", "bot", name]
    given = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(
        command, input=given.encode(), capture_output=True, timeout=scaled(1, 10) * PATIENCE, check=False
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, (done.returncode, f"after {len(answers)} of {len(requests)} answers")
    assert len(answers) == len(requests)
    for request, answer in zip(requests, answers, strict=True):
        assert len(answer.keys() & {"move", "error", "name"}) == 1
        assert "move" not in answer or answer["move"] in request["view"]["moves"]
    assert any("move" in answer for answer in answers)
    assert b"Traceback" not in done.stderr


def test_the_process_goes_on_after_bad_lines_and_ends_with_quit() -> None:
    good = json.dumps({"do": "choose", "view": VIEW})
    bad = [b"", b"\xff", b"nonsense", b"[" * 5000, b"[]", b"x" * (LONGEST_LINE + 9), b'{"do":1}']
    lines = [*bad, good.encode(), b'{"do":"quit"}', good.encode()]
    command = [sys.executable, "-c", "from faraon.cli import main; main()", "bot", "greedy"]
    done = subprocess.run(command, input=b"\n".join(lines), capture_output=True, timeout=PATIENCE, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [next(iter(answer), "") for answer in answers] == ["error"] * len(bad) + ["move", ""]
    assert done.stderr == b""
