"""Games and states go to another process, which never saw their rulebook, and come back."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from faraon.engines.errors import IllegalMove
from faraon.game.verdict import Verdict
from faraon.play.game import Game, load
from faraon.play.state import State
from tests.play.games import TABLES, played, table


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    """One process with an interpreter of its own."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        yield pool


def go_on(state: State) -> tuple[State, list[str]]:
    """Three moves more, and what the rulebook says to one of them."""
    verdict = state.judge("h7")
    for _ in range(3):
        if not state.over:
            state = state.play(state.moves()[0])
    return state, [reason.sk for reason in verdict.reasons]


def engines(states: list[State]) -> int:
    """How many engines there are; one stays behind from an earlier call if its rulebook is in use."""
    return len({id(state.game.engine) for state in states})


def refused(state: State) -> None:
    state.play("draw draw" if state.over else "hA lA aA bA")


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_a_state_is_played_on_elsewhere(
    elsewhere: ProcessPoolExecutor, name: str, players: int, options: tuple[tuple[str, object], ...]
) -> None:
    state = played(table(name, players, options), seed=players, moves=8)
    there, reasons = elsewhere.submit(go_on, state).result()
    here, own_reasons = go_on(state)
    assert (there, reasons) == (here, own_reasons)
    assert (there.log, there.origin, there.deck) == (here.log, here.origin, here.deck)


def test_a_house_rulebook_is_played_where_its_file_is_not(
    elsewhere: ProcessPoolExecutor, tmp_path: Path
) -> None:
    path = tmp_path / "ours.far"
    path.write_text("rulebook ours\n\ninclude classic\n\nset seven_cards = 2\n")
    state = played(load(str(path), 3), seed=1, moves=6)
    path.unlink()
    assert elsewhere.submit(go_on, state).result() == go_on(state)


def test_equal_games_share_one_engine_elsewhere(elsewhere: ProcessPoolExecutor) -> None:
    alone = [load("classic").deal(seed=seed) for seed in range(3)]
    assert elsewhere.submit(engines, [*alone, load("classic", 3).deal(seed=1)]).result() == 2


def test_an_illegal_move_elsewhere_says_why_here(elsewhere: ProcessPoolExecutor) -> None:
    state = load("classic").deal(seed=3)
    with pytest.raises(IllegalMove) as caught:
        elsewhere.submit(refused, state).result()
    assert isinstance(caught.value.verdict, Verdict)
    assert caught.value.verdict == state.judge("hA lA aA bA")


def test_a_game_of_another_process_is_the_same_game(elsewhere: ProcessPoolExecutor) -> None:
    there: Game = elsewhere.submit(load, "classic", 3, ace_two="free").result()
    here = load("classic", 3, ace_two="free")
    assert there == here
    assert there.engine is here.engine
