"""OpenSpiel's own tests, and what its algorithms find in ours."""

from __future__ import annotations

import doctest
import random
import re
import unittest
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from faraon.bots.equilibrium.cfr import equilibrium
from faraon.bots.equilibrium.efg import efg_lines
from faraon.bots.equilibrium.tree import Tree
from faraon.engines.errors import GameError
from faraon.play.game import load
from tests.env.test_chance import dealt, on_top
from tests.scale import scaled

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is installed by make peers")

from faraon.env import openspiel  # noqa: E402 - it needs OpenSpiel

pytestmark = pytest.mark.filterwarnings("ignore")  # what the peers do is not ours to mend

SHORT = "move_limit:60"
TINY = "python_faraon(rulebook=mini-6,options=move_limit:3)"


@pytest.fixture(scope="module", autouse=True)
def registered() -> None:
    """Their tests read flags of the command line."""
    from absl import flags

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["test"])
    assert openspiel.register() == openspiel.register() == "python_faraon"


def games() -> list[str]:
    return [
        f"python_faraon(options={SHORT})",
        f"python_faraon(players=4,options={SHORT})",
        f"python_faraon(players=3,rulebook=prsi,options={SHORT})",
        f"python_faraon(players=2,rulebook=crazy,options={SHORT})",
        f"python_faraon(options={SHORT};play_drawn:on;voluntary_draw:off)",
        "python_faraon(rulebook=mini-8,history=0)",
    ]


def moved(game: Any, seed: int, moves: int) -> Any:
    """A state after so many choices, in which somebody has one."""
    rng, state = random.Random(seed), game.new_initial_state()
    while state.is_chance_node() or moves > 0 or len(state.legal_actions()) < 2:
        if state.is_terminal():
            return moved(game, seed + 1000, moves)
        moves -= not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return state


# -------------------------------------------------------------------------------------------- their own tests


@pytest.mark.parametrize("name", games())
def test_random_sim_test(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=scaled(2, 50), serialize=True, verbose=False)


@pytest.mark.parametrize("name", games()[:3])
def test_sim_game(name: str) -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    case = GamesSimTest(next(one for one in dir(GamesSimTest) if one.startswith("test")))
    case.sim_game(pyspiel.load_game(name))


def test_playthrough(tmp_path: Path) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    text = generate_playthrough.playthrough(games()[0], action_sequence=None, seed=1)
    file = tmp_path / "playthrough.txt"
    file.write_text(text, encoding="utf-8")
    expected, found = generate_playthrough.replay(str(file))
    assert expected == found


def run_case(base: type, name: str, **fields: Any) -> None:
    case = type("Case", (base,), {"game": pyspiel.load_game(name), **fields})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun > 3
    assert not result.failures + result.errors, [why for _, why in result.failures + result.errors]


def test_api_on_a_partial_tree() -> None:
    from open_spiel.integration_tests import api_test

    run_case(api_test.EnforceAPIOnPartialTreeBase, games()[0], game_name="python_faraon")


def test_api_on_the_full_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their test wants the sizes of the tree: ours are counted by our own tree."""
    from open_spiel.integration_tests import api_test

    tree = Tree(load("mini-6", move_limit=3))
    nodes = _nodes(pyspiel.load_game(TINY))
    assert nodes[1] == 4 * tree.decisions, "two cards of each hand are dealt in any order"
    assert nodes[2] == 4 * tree.ends
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "mini", nodes)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "mini", tree.sets)
    run_case(api_test.EnforceAPIOnFullTreeBase, TINY, game_name="mini")


def _nodes(game: Any) -> tuple[int, int, int]:
    """Chance nodes, decisions and ends."""
    found, waiting = [0, 0, 0], [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        found[0 if state.is_chance_node() else 2 if state.is_terminal() else 1] += 1
        waiting += [state.child(action) for action in state.legal_actions()]
    return found[0], found[1], found[2]


# ------------------------------------------------------------------------------------------------- algorithms


def test_rl_environment() -> None:
    from open_spiel.python import rl_environment

    environment = rl_environment.Environment("python_faraon", players=3, options=SHORT)
    step, rng = environment.reset(), random.Random(1)
    while not step.last():
        legal = step.observations["legal_actions"][step.observations["current_player"]]
        step = environment.step([rng.choice(legal)])
    assert sum(step.rewards) == pytest.approx(0)


@pytest.mark.parametrize("name", [games()[0], "python_faraon(rulebook=mini-8)"])
def test_information_set_search_in_python(name: str) -> None:
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game(name)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game, evaluator, uct_c=1.4, max_simulations=20, random_state=np.random.RandomState(1)
    )
    state = moved(game, 3, 4)
    assert bot.step(state) in state.legal_actions()


def test_information_set_search_in_cpp_cannot_ask_a_python_game_for_worlds() -> None:
    """OpenSpiel 2.0.2 does not pass that question on to Python; this test ends when it does."""
    game = pyspiel.load_game(games()[0])
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, 10)
    with pytest.raises(pyspiel.SpielError, match="ResampleFromInfostate"):
        bot.get_policy(moved(game, 3, 4))


def test_search_in_cpp() -> None:
    game = pyspiel.load_game(games()[0])
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, 20, 100, False, 1, False)
    assert bot.mcts_search(moved(game, 3, 4)).explore_count == 20


def test_monte_carlo_regrets() -> None:
    from open_spiel.python.algorithms import external_sampling_mccfr, outcome_sampling_mccfr

    for solver in (
        external_sampling_mccfr.ExternalSamplingSolver,
        outcome_sampling_mccfr.OutcomeSamplingSolver,
    ):
        found = solver(pyspiel.load_game(TINY))
        for _ in range(scaled(5, 200)):
            found.iteration()
        assert found.average_policy().action_probabilities(moved(pyspiel.load_game(TINY), 3, 0))


def test_shimmy() -> None:
    shimmy = pytest.importorskip("shimmy", reason="shimmy is installed by make peers")
    from pettingzoo.test import api_test

    environment = shimmy.OpenSpielCompatibilityV0(env=pyspiel.load_game(games()[0]))
    api_test(environment, num_cycles=scaled(100, 1000), verbose_progress=False)


# -------------------------------------------------------------------------------------------------- the truth


def test_information_states_are_those_of_the_exported_game() -> None:
    exported = pyspiel.load_efg_game(openspiel.export_efg(pyspiel.load_game(TINY)))
    assert _sets(exported, lambda text: text.split("-", 3)[3]) == _sets(pyspiel.load_game(TINY), str)


def _sets(game: Any, told: Any) -> set[str]:
    found, waiting = set(), [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if not (state.is_chance_node() or state.is_terminal()):
            found.add(told(state.information_state_string()))
        waiting += [state.child(action) for action in state.legal_actions()]
    return found


def test_our_equilibrium_is_one_for_openspiel() -> None:
    """Its exploitability by OpenSpiel's best responses, and that of uniform play, are those that we tell."""
    tree = Tree(load("mini-6"))
    found = equilibrium(tree)
    game = pyspiel.load_efg_game("".join(efg_lines(tree)))
    shares: dict[str, dict[str, float]] = {}
    for seat, sequences in enumerate(tree.seats):
        strategy = sequences.strategy(found.reaches[seat])
        for own, (first, width) in enumerate(zip(sequences.first, sequences.width, strict=True)):
            moves = (str(tree.game.actions.move(action, seat, 2)) for action in tree.legal(seat, own))
            shares[f"{seat}-{own + 1}"] = dict(zip(moves, strategy[first : first + width], strict=True))
    policy: dict[str, list[tuple[int, float]]] = {}
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if not (state.is_chance_node() or state.is_terminal()):
            key = state.information_state_string()
            moves_of = shares["-".join((str(state.current_player()), key.split("-")[2]))]
            policy[key] = [
                (action, moves_of[state.action_to_string(action)]) for action in state.legal_actions()
            ]
        waiting += [state.child(action) for action in state.legal_actions()]
    assert len(policy) == tree.sets
    exploitability = pyspiel.exploitability(game, pyspiel.TabularPolicy(policy))
    assert exploitability == pytest.approx(found.quality.exploitability, abs=1e-12)
    assert exploitability < 1e-4
    uniform = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
    assert uniform == pytest.approx(0.42801, abs=1e-5)


@pytest.mark.parametrize(
    "name",
    [
        "python_faraon(rulebook=mini-6)",
        "python_faraon(rulebook=mini-8,options=voluntary_draw:on;start_special:always)",
        "python_faraon(rulebook=mini-8,options=play_drawn:on;hand_size:1;move_limit:20)",
        games()[1],
        games()[3],
    ],
)
def test_an_information_state_is_what_the_interpreters_log_tells_the_seat(name: str) -> None:
    """The same text where a seat was dealt and saw the same, another one wherever it did not."""
    game, rng, same = pyspiel.load_game(name), random.Random(1), 0
    texts: dict[str, object] = {}
    logs: dict[object, str] = {}
    for _ in range(scaled(40, 1000)):
        state = moved(game, rng.randrange(10**6), rng.randrange(8))
        moment, players = state.moment, game.num_players()
        played = dealt(game.table, moment)
        for number, made in enumerate(moment.log):
            later = [card for one in moment.log[number:] for _, cards in one.draws for card in cards]
            order = partial(on_top, later) if game.game.bound.shuffled else None
            played = played.play(made.action, order)
        for player in range(players):
            hand = frozenset(moment.dealt[: game.table.size * players][player::players])
            log = player, hand, moment.dealt[-1], played.view(player).log
            text = state.information_state_string(player)
            same += text in texts
            assert texts.setdefault(text, log) == log
            assert logs.setdefault(log, text) == text
    assert same or "mini-6" not in name


@pytest.mark.parametrize("name", [games()[0], games()[1], "python_faraon(rulebook=mini-8)"])
def test_another_world_is_the_same_to_the_player(name: str) -> None:
    game, rng, different = pyspiel.load_game(name), random.Random(3), 0
    for seed in range(scaled(5, 100)):
        state = moved(game, seed, rng.randrange(5))
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, rng.random)
            different += str(other) != str(state)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
    assert different


def test_a_shuffled_pile_has_no_other_worlds() -> None:
    state = moved(pyspiel.load_game("python_faraon(rulebook=prsi)"), 1, 3)
    with pytest.raises(GameError, match="prsi shuffles the pile"):
        state.resample_from_infostate(0, random.random)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("python_faraon(rulebook=clasic)", "there is no rulebook 'clasic'"),
        ("python_faraon(players=9)", "numbered for 6 players"),
        ("python_faraon(options=camouflage:on)", "covered"),
        ("python_faraon(options=groups)", "NAME:VALUE"),
        ("python_faraon(history=-1)", "0 moves or more"),
        ("python_faraon(options=groups:of)", "groups has no setting"),
    ],
)
def test_what_is_refused(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pyspiel.load_game(name)


def test_a_state_of_other_rules_is_refused() -> None:
    kept = moved(pyspiel.load_game(games()[0]), 1, 2).serialize()
    for name in (games()[1], f"python_faraon(options={SHORT};ace_two:free)"):
        state = pyspiel.load_game(name).deserialize_state(kept)
        with pytest.raises(GameError, match=r"what is restored has the rules hash .*, this one has"):
            state.legal_actions()
        with pytest.raises(GameError, match="rules hash"):
            state.apply_action(710)


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    state = moved(pyspiel.load_game(games()[0]), 3, 4)
    before, legal = str(state), state.legal_actions()
    for action in (number for number in range(713) if number not in legal):
        with pytest.raises(GameError, match=rf"action {action} .*is not legal; legal are {legal[0]} "):
            state.apply_action(action)
    for action in (713, 10_000):
        with pytest.raises(GameError, match=f"action {action} is not legal; legal are"):
            state.apply_action(action)
    assert (str(state), state.legal_actions()) == (before, legal)


def test_chance_draws_no_card_twice() -> None:
    state = pyspiel.load_game(games()[0]).new_initial_state()
    state.apply_action(5)
    for card in (5, 32, 99):
        with pytest.raises(GameError, match=rf"chance cannot draw card {card}; left are 0 \(h7\)"):
            state.apply_action(card)
    state = moved(pyspiel.load_game(games()[0]), 3, 4)
    state.apply_action(710)
    assert state.is_chance_node()
    with pytest.raises(GameError, match="chance cannot draw card"):
        state.apply_action(int(state.moment.position.pile[-1]))


def test_nobody_moves_in_a_game_that_is_over() -> None:
    rng, state = random.Random(1), pyspiel.load_game("python_faraon(rulebook=mini-6)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    for action in range(len(load("mini-6").actions)):
        with pytest.raises(GameError, match="the game is over"):
            state.apply_action(action)


def test_the_page_about_it_is_true() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "openspiel.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 2
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, "openspiel.md", None, None)
    assert doctest.DocTestRunner().run(test).failed == 0
    for name in openspiel.PARAMETERS:
        assert f"| `{name}` |" in page
