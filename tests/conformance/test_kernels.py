"""Every engine gives the same moves and the same states as the Python engine."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from faraon.engines.errors import GameError
from faraon.engines.kernels.native import NativeEngine
from faraon.game.chance import after_deal
from faraon.game.move import Move
from faraon.lang.library import read_book, shipped
from faraon.play.fast import SlowEngine, native_engine, numba_engine
from faraon.play.game import Game, load
from faraon.testing.conformance import Engine, compare_games, playthroughs, replay_on
from faraon.testing.options import pairwise
from faraon.testing.perft import PerftFile, perft, perft_files
from faraon.testing.plain_kernel import PlainKernel
from faraon.testing.positions import random_position
from faraon.testing.programs import random_program
from tests.conformance.tables import one_pack
from tests.scale import SOAK, scaled

CLASSIC = read_book("classic")
SETS = pairwise(CLASSIC)
PERFT = dict(perft_files())
PLAYED = dict(playthroughs())
DLH = Path(__file__).parent.parent / "data" / "dlh.far"
KIN = Path(__file__).parent.parent / "data" / "kin.far"
KIN_OPTIONS: list[dict[str, str]] = [
    {},
    {"play_drawn": "on", "recycle": "shuffle"},
    {"voluntary_draw": "off", "play_on": "first_out"},
    {"drawing": "one", "ace_two": "free"},
]
ENGINES = ("python", "llvm")

pytestmark = pytest.mark.soak


def engine_of(name: str, game: Game) -> Engine:
    return SlowEngine(game) if name == "python" else native_engine(game)


# ----------------------------------------------------------------------------------- perft, playthroughs
def test_the_perft_files_cover_the_paragraphs() -> None:
    cited = " ".join(file.comment for file in PERFT.values())
    told = [number for number in range(1, 21) if f"§{number}," in cited or f"§{number})" in cited]
    assert told == [number for number in range(1, 21) if number != 17]  # camouflage has no kernel
    assert len(PERFT) >= 30


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", PERFT)
def test_perft_counts(name: str, engine: str) -> None:
    file: PerftFile = PERFT[name]
    state = file.state()
    player = engine_of(engine, state.game)
    depths = range(1, len(file.counts) + 1)
    assert [perft(player, state.position, depth) for depth in depths] == list(file.counts)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", PLAYED)
def test_playthroughs(name: str, engine: str) -> None:
    states = PLAYED[name]
    assert replay_on(states, engine_of(engine, states[0].game)) == len(states) - 1 > 5


# ------------------------------------------------------------------------------------------- random games
@pytest.mark.parametrize("number", range(len(SETS)))
def test_random_games_of_all_option_sets(number: int) -> None:
    """Five games (in the soak 500) of every one of the forty sets: 200 and 20,000 in all."""
    rng = random.Random(f"kernel {number}")
    games = scaled(5, 500)
    done = 0
    for players in (2, 3, 4, 5, 6):
        game = one_pack("classic", players, SETS[number])
        done += compare_games(game, native_engine(game), rng, games // 5).games
    assert done == games


@pytest.mark.parametrize("number", range(len(SETS)))
def test_whole_games_of_all_option_sets(number: int) -> None:
    """How many moves each takes and how it ends: 200 games, in the soak 200,000."""
    for players in (2, 3, 4, 5, 6):
        game = one_pack("classic", players, SETS[number])
        deals = {"count": scaled(1, 1_000), "seed": 1_000 * number + players, "first": number % game.players}
        assert native_engine(game).games(**deals) == SlowEngine(game).games(**deals)


@pytest.mark.parametrize("name", [name for name in shipped() if name != "classic"])
def test_random_games_of_all_rulebooks(name: str) -> None:
    rng = random.Random(f"kernel {name}")
    least, most = read_book(name).players
    for players in range(least, min(6, most) + 1):
        game = load(name, players)
        if game.packs() == 1:
            assert compare_games(game, native_engine(game), rng, scaled(6, 400)).moves > 10


def test_random_games_of_a_house_rulebook() -> None:
    rng = random.Random("kernel dlh")
    for players in (2, 3, 4, 5):
        game = load(str(DLH), players)
        assert compare_games(game, native_engine(game), rng, scaled(6, 400)).moves > 20


@pytest.mark.parametrize("players", [2, 3])
def test_random_games_with_all_that_the_family_is_made_of(players: int) -> None:
    """Fewer cards, the other way round, drawing until one fits; as plain Python and compiled."""
    rng = random.Random(f"kernel kin {players}")
    for options in KIN_OPTIONS:
        game = load(str(KIN), players, **options)
        assert compare_games(game, PlainKernel(game.bound), rng, scaled(10, 100)).moves > 20
        assert compare_games(game, native_engine(game), rng, scaled(10, 400)).moves > 20


@pytest.mark.parametrize(("name", "players"), [("mini-6", 2), ("mini-8", 2), ("crazy", 3), ("mau", 4)])
def test_deals_and_playouts_of_other_decks_and_games(name: str, players: int) -> None:
    game = load(name, players)
    engine, slow = native_engine(game), SlowEngine(game)
    for seed in range(scaled(5, 200)):
        state = game.deal(seed)
        assert engine.deal(seed) == state.position
        counter = after_deal(seed, len(state.deck or ()))
        assert engine.playout(state.position, counter, 40) == slow.playout(state.position, counter, 40)
    assert engine.games(4, seed=5) == slow.games(4, seed=5)


def test_a_specialised_kernel_plays_the_same() -> None:
    game = load("classic", 2)
    rng = random.Random("specialised")
    assert compare_games(game, native_engine(game, specialised=True), rng, scaled(20, 2_000)).games > 0


@pytest.mark.parametrize("players", range(2, 7))
def test_numba_compiles_the_same(players: int) -> None:
    """The second opinion on our own compiler: the same text, the same states, the same rows."""
    rng = random.Random(f"numba {players}")
    for _ in range(scaled(2, 40)):
        game = one_pack("classic", players, rng.choice(SETS))
        ours, numbas = native_engine(game), numba_engine(game)
        assert compare_games(game, numbas, rng, scaled(2, 20)).games > 0
        seed = rng.getrandbits(64)
        assert np.array_equal(ours.batch(1000, seed), numbas.batch(1000, seed))


@pytest.mark.parametrize("batch", range(4))
def test_random_programs(batch: int) -> None:
    """Small rulebooks that nobody would play: as plain Python, and some of them compiled."""
    for seed in range(batch * scaled(8, 500), (batch + 1) * scaled(8, 500)):
        rng = random.Random(f"program {seed}")
        modes = {"mode": rng.choice(("plain", "wild", "odd")), "size": rng.choice((3, 4, 5))}
        game = Game(random_program(seed), rng.choice((2, 3, 4)), modes)
        plain = PlainKernel(game.bound, specialised=seed % 2 == 0)
        compare_games(game, plain, rng, 4)
        compare_playouts(game, plain, rng, 2)
        if seed % scaled(8, 5) == 1:
            compiled = native_engine(game, seed % 2 == 0, tell=lambda _: None)
            compare_games(game, compiled, rng, 20)
            compare_playouts(game, compiled, rng, 40)
        if SOAK and seed % 100 == 1:
            compare_games(game, numba_engine(game, tell=lambda _: None), rng, 20)


# ---------------------------------------------------------------------------------------- random playouts
def compare_playouts(game: Game, engine: NativeEngine | PlainKernel, rng: random.Random, games: int) -> None:
    """Random moves, from deals and from random positions."""
    slow = SlowEngine(game)
    for number in range(games):
        state = random_position(game, rng) if number % 2 else game.deal(rng.getrandbits(64))
        counter, most = rng.getrandbits(64), rng.choice((1, 3, 50, 1000))
        found = engine.playout(state.position, counter, most)
        assert found == slow.playout(state.position, counter, most)


@pytest.mark.parametrize("number", range(0, len(SETS), 4))
def test_playouts_are_the_python_engines(number: int) -> None:
    """The same seed, the same moves: a kernel's choice is the documented one."""
    rng = random.Random(f"playout {number}")
    game = one_pack("classic", rng.choice((2, 3, 4, 5)), SETS[number])
    engine, slow = native_engine(game), SlowEngine(game)
    for _ in range(scaled(3, 100)):
        seed = rng.getrandbits(64)
        position = game.deal(seed).position
        assert engine.deal(seed) == position
        counter = after_deal(seed, 32)
        assert engine.playout(position, counter) == slow.playout(position, counter)
        position, most = random_position(game, rng).position, rng.choice((1, 3, 50))
        assert engine.playout(position, seed, most) == slow.playout(position, seed, most)


def test_batches_are_the_python_engines_with_any_number_of_threads() -> None:
    game = load("classic", 3)
    engine, slow = native_engine(game), SlowEngine(game)
    assert engine.games(12, seed=5, first=1) == slow.games(12, seed=5, first=1)
    assert engine.games(12, seed=5, first=1, threads=5) == engine.games(12, seed=5, first=1)
    position = random_position(game, random.Random(1)).position
    assert engine.playouts(position, 9, seed=2) == slow.playouts(position, 9, seed=2)
    assert len({result.moves for result in engine.games(12, seed=5)}) > 3


@pytest.mark.parametrize("players", [2, 3])
def test_s18_fouls_are_punished_alike(players: int) -> None:
    rng = random.Random(f"fouls {players}")
    game = load("classic", players, pajchel="penalty")
    engine = native_engine(game)
    punished = 0
    for _ in range(scaled(200, 5_000)):
        position = random_position(game, rng).position
        if position.over:
            continue
        card = rng.choice(position.hands[position.turn])
        move = Move((card,)) if card.val.name != "over" else Move((card,), card.suit)
        if game.engine.rule_of(position, move) < 0:
            assert engine.punish(position) == game.engine.play(position, move)[0]
            punished += 1
    assert punished > 20


# ------------------------------------------------------------------------------------------------ bad input
@pytest.mark.parametrize("seat", [-1, 2, 9])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    engine = native_engine(load("classic", 2))
    for call in (lambda: engine.deal(1, seat), lambda: engine.games(3, 1, first=seat)):
        with pytest.raises(GameError, match=f"seats are 0 to 1, not {seat}") as refused:
            call()
        assert refused.value.code == "bad-seat"


@pytest.mark.parametrize("action", [-7, 3, 712, 99_999])
def test_an_illegal_action_is_refused_and_the_legal_ones_named(action: int) -> None:
    game = load("classic", 2)
    engine, position = native_engine(game), game.deal(1).position
    with pytest.raises(GameError, match=rf"action {action} is not legal.*710") as refused:
        engine.play(position, action)
    assert refused.value.code == "illegal-move"
