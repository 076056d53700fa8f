"""A bot as a program: one answer a line, and nothing that is sent can end it."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from typing import Any

import pytest

from faraon.bots import Greedy
from faraon.cli.bot import LONGEST_LINE, BotProgram
from faraon.engines.api import State, load
from faraon.engines.errors import GameError
from faraon.testing.positions import random_position
from tests.cli.test_commands import faraon
from tests.scale import scaled

PROGRAM = BotProgram("greedy")
STATE = load("classic", 2).deal(7)
VIEW = STATE.view(STATE.turn).to_json()
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
        chosen = ask(view=view.to_json(), options=options, seed=1, rulebook="classic")
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
    assert ask()["error"]["code"] == "bad-position"
    assert "KeyError" in capsys.readouterr().err


@pytest.mark.soak
def test_no_request_however_spoilt_ends_the_program() -> None:
    rng = random.Random("spoilt requests")
    program = BotProgram("greedy")
    for _ in range(scaled(400, 20_000)):
        request: Any = json.loads(json.dumps({"do": "choose", "view": VIEW, "seed": 1, "options": {}}))
        for _ in range(rng.choice((1, 1, 2, 4))):
            holder = rng.choice(_containers(request))
            key = (
                rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
                if holder
                else None
            )
            if key is None:
                continue
            if rng.random() < 0.3:
                del holder[key]
            else:
                holder[key] = copy.deepcopy(rng.choice(JUNK))
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


def test_the_process_goes_on_after_bad_lines_and_ends_with_quit() -> None:
    good = json.dumps({"do": "choose", "view": VIEW})
    bad = [b"", b"\xff", b"nonsense", b"[" * 5000, b"[]", b"x" * (LONGEST_LINE + 9), b'{"do":1}']
    lines = [*bad, good.encode(), b'{"do":"quit"}', good.encode()]
    command = [sys.executable, "-c", "from faraon.cli import main; main()", "bot", "greedy"]
    done = subprocess.run(command, input=b"\n".join(lines), capture_output=True, timeout=60, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [next(iter(answer), "") for answer in answers] == ["error"] * len(bad) + ["move", ""]
    assert done.stderr == b""
