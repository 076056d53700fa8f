"""Bots and levels by name where groups are laid covered: the same for every command (§17)."""

from __future__ import annotations

import json
import random
import shlex
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from faraon.arena.run import Run, run_arena
from faraon.arena.workers import Place
from faraon.bots.legal import may_play
from faraon.bots.levels import LEVELS
from faraon.bots.ready import ReadyBots
from faraon.cards import Suit, Value
from faraon.cli.bot import BotProgram
from faraon.engines.errors import GameError
from faraon.game.move import Move
from faraon.lab.run import Lab
from faraon.lang.library import read_book
from faraon.play.game import load
from faraon.play.state import State
from tests.arena.programs import READ, program
from tests.cli.command import faraon
from tests.covered.games import played
from tests.patience import PATIENCE
from tests.scale import scaled

COVERED = ("-o", "camouflage=on")
SEARCHING = ["flat", "ismcts:100", "solver", "solver:100,otherwise=greedy"]
POSITION = {"hands": [["a9", "h8", "lK"], ["h9", "aX"]], "pile": ["bX"], "stock": ["l8", "l9"], "turn": 0}


def given() -> State:
    return load("classic", 2, camouflage="on").position(POSITION)


# ------------------------------------------------------------------------------------- those that search


@pytest.mark.parametrize("name", SEARCHING)
def test_the_arena_refuses_them_before_anything_is_played(name: str, tmp_path: Path) -> None:
    kind = name.partition(":")[0]
    found = faraon("arena", "greedy", name, *COVERED, "--games", "2", "--json", str(tmp_path / "a.json"))
    assert found.returncode == 2
    assert f"'{kind}' searches, and cannot where groups are laid covered" in found.stderr
    assert found.stdout == ""
    assert not list(tmp_path.iterdir())
    with pytest.raises(GameError, match=kind) as error:
        Run.of(load("classic", 2, camouflage="on"), ["greedy", name], 2, 1)
    assert error.value.code == "bad-option"


@pytest.mark.parametrize("name", SEARCHING)
def test_the_laboratory_skips_covered_groups_with_the_reason(name: str) -> None:
    lab = Lab.of(read_book("classic"), 2, ["camouflage", "starter"], (name, "uniform"), 2, 1, 30.0)
    assert {variant.option for variant in lab.variants.playable} == {"", "starter"}
    ((skipped, why),) = lab.variants.skipped
    assert (skipped.option, skipped.value) == ("camouflage", "on")
    assert name.partition(":")[0] in why


def test_the_laboratory_refuses_a_bluffer_at_once() -> None:
    with pytest.raises(GameError, match="every card lies open"):
        Lab.of(read_book("classic"), 2, ["starter"], ("greedy", "bluffer"), 2, 1, 30.0)


@pytest.mark.parametrize("name", SEARCHING)
def test_a_bot_as_a_program_refuses_such_a_table(name: str) -> None:
    error = chosen(BotProgram(name), given())["error"]
    assert error["code"] == "bad-option"
    assert name.partition(":")[0] in error["message"]


# ------------------------------------------------------------------------------------------------- levels


def test_in_the_arena_levels_are_bluffers_and_it_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    found = faraon("arena", "pharaoh", "novice", "greedy", *COVERED, "--games", "2", "--json", str(path))
    assert found.returncode == 0, found.stderr
    bots = ["bluffer,lies=5", "bluffer,lies=20,slips=60", "greedy"]
    assert json.loads(path.read_text(encoding="utf-8"))["run"]["bots"] == bots
    assert "groups are laid covered: pharaoh plays as bluffer,lies=5" in found.stderr
    assert "novice plays as bluffer,lies=20,slips=60" in found.stderr
    assert "greedy plays" not in found.stderr


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_level_as_a_program_plays_at_every_table(level: Any) -> None:
    state = given()
    asked = chosen(BotProgram(level.name), state)
    bot = ReadyBots().level(level.name, state.game)
    assert bot.name == level.covered
    assert asked == {"move": str(bot.choose(state.view(0), 1))}
    for options, name in (({}, level.bot), ({"camouflage": "on"}, level.covered)):
        hello = BotProgram(level.name, options=options).answer('{"do": "hello"}')
        assert json.loads(hello)["name"] == name


def chosen(asked: BotProgram, state: State) -> dict[str, Any]:
    view = state.game.write_view(state.view(state.turn))
    request = {"do": "choose", "view": view, "options": {"camouflage": "on"}, "seed": 1}
    answer: dict[str, Any] = json.loads(asked.answer(json.dumps(request)))
    return answer


@pytest.mark.parametrize(("bot", "told"), [("player", True), ("greedy", False), ("bluffer", True)])
def test_the_terminal_warns_of_lies_only_where_somebody_lies(bot: str, told: bool) -> None:
    found = faraon("play", *COVERED, "--bot", bot, "--seed", "1", "--lang", "en", given="q\n")
    assert ("your opponents lie now and then" in found.stdout) is told


# -------------------------------------------------------------------------------------- lies of programs


def test_what_may_be_played_is_what_the_table_allows() -> None:
    """Seen from the view alone, for any cards of the hand."""
    rng, seen = random.Random("allowed"), Counter[bool]()
    for number in range(scaled(8, 200)):
        for state in played(number, "allowed"):
            hand = state.position.hands[state.turn]
            if state.over or len(hand) < 2:
                continue
            for _ in range(4):
                cards = tuple(rng.sample(hand, rng.randint(2, min(5, len(hand)))))
                move = Move(cards, rng.choice((None, *Suit)) if cards[-1].val == Value.over else None)
                allowed = may_play(state.game, state.view(state.turn), move)
                assert allowed == state.judge(move).legal, (move, state)
                seen[allowed] += 1
    assert min(seen[True], seen[False]) > 50


def test_a_program_may_not_lay_what_it_does_not_hold(tmp_path: Path) -> None:
    liar = program(tmp_path, "liar", READ + "print(json.dumps({'move': 'b7 b7'}), flush=True)")
    run = Run.of(load("classic", 2, camouflage="on"), ["greedy", liar], 4, 1, PATIENCE)
    found = run_arena(run, None, Place(), lambda done, whole: None).result
    assert found["bots"][1]["forfeits"] == {"illegal move": 4}


def test_a_bluffer_as_a_program_lies_as_the_bluffer_does() -> None:
    command = shlex.join([sys.executable, "-m", "faraon", "bot", "bluffer,lies=50"])
    game = load("classic", 2, camouflage="on")
    runs = [
        Run.of(game, ["greedy", name], 10, 1, PATIENCE) for name in ("bluffer,lies=50", f"program:{command}")
    ]
    own, asked = (run_arena(run, None, Place(), lambda done, whole: None).result for run in runs)
    assert asked["bots"][1]["forfeits"] == {}
    assert own["deals"] == asked["deals"]
