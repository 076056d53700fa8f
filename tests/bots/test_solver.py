"""The solver is right, and proves what it says."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache

import pytest

from faraon.bots.api import Bot, Budget
from faraon.bots.registry import make_bot
from faraon.bots.simple.greedy import Greedy
from faraon.bots.simple.uniform import Uniform
from faraon.bots.solve.proof import ProofSearch
from faraon.bots.solve.solver import Solver, known_position
from faraon.bots.solve.values import Value, solve
from faraon.engines.errors import GameError
from faraon.game.move import Move
from faraon.game.position import Position
from faraon.game.view import View
from faraon.play.fast import native_engine
from faraon.play.game import Game, load
from faraon.play.state import State
from tests.bots.retrograde import bare, retrograde, small_position
from tests.scale import scaled

OPTIONS: list[dict[str, object]] = [
    {},
    {"ace_two": "free"},
    {"voluntary_draw": "off"},
    {"play_drawn": "on"},
    {"red_seven_return": "off", "groups": "except_aces"},
    {"pharaoh": "off", "burned": "off"},
    {"play_on": "first_out", "finish_over": "own"},
    {"seven_cards": 2, "groups": "off", "seven_answer": "off"},
]

TURNED = (72, 73, 96, 104, 106, 124)
"""Seeds of greedy games in which the pile is turned over."""

PLENTY = Budget(simulations=10_000)


@lru_cache
def table(number: int) -> tuple[Game, ProofSearch]:
    game = load("classic", 2, **OPTIONS[number])
    return game, ProofSearch(native_engine(game), bits=16)


def until_turned(game: Game, seed: int) -> State:
    state, bot = game.deal(seed), Greedy()
    while not any(event[0] == "turn" for entry in state.log[-1:] for event in entry.events):
        state = state.play(bot.choose(state.view(state.turn), seed * 4096 + state.position.moves_made))
    return state


def worth(truth: dict[Position, int | None], position: Position, player: int) -> Value:
    winner = truth[bare(position)]
    return Value.draw if winner is None else Value.win if winner == player else Value.loss


@pytest.mark.soak
def test_the_solver_agrees_with_retrograde_analysis() -> None:
    """A position, some that it can lead to, and every move that the solver says something of."""
    rng, seen, analysed = random.Random("small"), Counter[Value](), 0
    while analysed < scaled(16, 1_000):
        game, search = table(rng.randrange(len(OPTIONS)))
        origin = small_position(game, rng).position
        truth = retrograde(game, origin)
        if truth is None:
            continue
        analysed += 1
        later = [position for position in truth if not position.over]
        for position in (origin, *rng.sample(later, min(8, len(later)))):
            solution = solve(search, position, PLENTY)
            assert solution.value is worth(truth, position, position.turn), position
            for action, told in solution.moves.items():
                move = search.engine.actions.move(action, position.turn, game.players)
                after = game.engine.play(position, move)[0]
                assert told.value in (Value.unknown, worth(truth, after, position.turn)), (position, move)
            assert solution.action is not None
            seen[solution.value] += 1
    assert min(seen[one] for one in (Value.win, Value.loss, Value.draw)) > 0
    assert seen.total() > 4 * analysed


@pytest.mark.soak
@pytest.mark.parametrize("opponent", [Uniform(), Greedy()], ids=lambda bot: bot.name)
def test_a_proven_win_is_won_against_anybody(opponent: Bot) -> None:
    """Within the moves that were promised: each move of the proof brings the end nearer."""
    rng, won = random.Random("wins"), 0
    while won < scaled(15, 300):
        game, search = table(rng.randrange(len(OPTIONS)))
        state = small_position(game, rng)
        solution = solve(search, state.position, PLENTY)
        if solution.value is not Value.win:
            continue
        winner, left = state.turn, solution.distance
        while not state.over:
            assert left is not None
            if state.turn == winner:
                solution = solve(search, state.position, PLENTY, keep=True)
                assert solution.value is Value.win
                assert solution.distance is not None
                assert solution.distance <= left
                assert solution.action is not None
                left = solution.distance
                state = state.play(search.engine.actions.move(solution.action, state.turn, game.players))
            else:
                state = state.play(opponent.choose(state.view(state.turn), rng.getrandbits(32)))
            left -= 1
        assert state.loser == 1 - winner
        won += 1


def test_a_proof_that_has_fallen_out_of_the_table_is_found_again() -> None:
    """Whoever keeps the table for a whole game must not be left without a move in a position that is won."""
    rng = random.Random("no room")
    game, roomy = table(0)
    search = ProofSearch(roomy.engine, bits=8)

    def is_solved(state: State) -> bool:
        solution = solve(search, state.position, Budget(simulations=400), keep=True)
        assert (solution.action is None) == (solution.value is Value.unknown), state.to_json()
        return solution.value is not Value.unknown

    # What stays open takes by far the longest, and there is nothing to find again.
    solved = [state for state in (small_position(game, rng) for _ in range(80)) if is_solved(state)]
    assert all(is_solved(state) for state in solved)


def test_the_proven_line_ends_the_game() -> None:
    rng, shown = random.Random("lines"), 0
    while shown < 20:
        game, search = table(0)
        state = small_position(game, rng)
        solution = solve(search, state.position, PLENTY)
        if solution.value not in (Value.win, Value.loss):
            continue
        winner = state.turn if solution.value is Value.win else 1 - state.turn
        assert solution.line[0] == solution.action
        for action in solution.line:
            state = state.play(search.engine.actions.move(action, state.turn, game.players))
        assert (state.over, state.loser) == (True, 1 - winner)
        shown += 1


def test_the_same_number_of_nodes_gives_the_same_solution() -> None:
    game, search = table(0)
    position = until_turned(game, TURNED[0]).position
    budget = Budget(simulations=50)
    found = [solve(search, position, budget), solve(ProofSearch(search.engine, bits=16), position, budget)]
    assert found[0] == found[1] == solve(search, search.engine.state(position), budget)


def test_tables_that_cannot_be_solved_are_refused() -> None:
    with pytest.raises(GameError, match="chance decides"):
        ProofSearch(native_engine(load("classic", 2, recycle="shuffle")))
    with pytest.raises(GameError, match="two players"):
        ProofSearch(native_engine(load("classic", 3)))


def test_the_turned_pile_ends_all_secrets() -> None:
    game = load("classic", 2)
    for seed in TURNED:
        state = until_turned(game, seed)
        assert known_position(game, state.view(state.turn)) == state.position


def test_what_is_hidden_is_not_known() -> None:
    state = load("classic", 2).deal(seed=1)
    assert known_position(state.game, state.view(state.turn)) is None
    shuffling = load("classic", 2, recycle="shuffle").deal(seed=1)
    assert known_position(shuffling.game, shuffling.view(shuffling.turn)) is None


class Asked:
    """Remembers that it was asked."""

    name = "asked"

    def __init__(self) -> None:
        self.views: list[View] = []

    def choose(self, view: View, seed: int, budget: Budget | None = None) -> Move:
        self.views.append(view)
        return view.moves[0]


def test_with_something_hidden_another_bot_is_asked() -> None:
    game, other = load("classic", 2), Asked()
    bot = Solver(game, Budget(simulations=10), fallback=other)
    view = game.deal(seed=1).view(0)
    assert bot.choose(view, seed=1) == view.moves[0]
    assert other.views == [view]


def test_the_solver_plays_whole_games_against_greedy() -> None:
    game = load("classic", 2)
    bot = make_bot("solver:20", game)
    for seed in TURNED[:2]:
        state = until_turned(game, seed)
        while not state.over and state.position.moves_made < 300:
            player = bot if state.turn == 0 else Greedy()
            view = state.view(state.turn)
            move = player.choose(view, seed=7)
            assert move in view.moves
            if player is bot:
                assert bot.choose(view, seed=7) == move
            state = state.play(move)
