"""The JAX kernel gives the same states and legal masks as the Numba kernel, and obeys jit and vmap."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp

from faraon.engines.errors import GameError
from faraon.engines.kernels.arrays import write_state
from faraon.engines.kernels.jax.engine import QUICKLY, JaxEngine
from faraon.engines.kernels.jax.module import jax_plan
from faraon.engines.kernels.layout import STATE_WORDS
from faraon.lang.ir import Scalar
from faraon.lang.library import book_from_text, read_book
from faraon.play.game import Game, load
from faraon.testing.batches import BatchComparison
from faraon.testing.conformance import compare_games, playthroughs, replay_on
from faraon.testing.options import pairwise
from faraon.testing.perft import perft, perft_files
from faraon.testing.positions import random_position
from faraon.testing.programs import random_program
from tests.conformance.tables import one_pack
from tests.scale import SOAK, scaled

CLASSIC = read_book("classic")
SETS = pairwise(CLASSIC)
DLH = Path(__file__).parent.parent / "data" / "dlh.far"
KIN = Path(__file__).parent.parent / "data" / "kin.far"

pytestmark = pytest.mark.soak

TABLES: list[tuple[str, int, dict[str, Scalar]]] = [
    ("classic", 2, {}),
    ("classic", 3, {"finish_over": "own", "play_drawn": "on", "groups": "except_aces"}),
    ("classic", 4, {"recycle": "shuffle", "play_on": "first_out", "voluntary_draw": "off"}),
    ("classic", 5, {"ace_two": "free", "start_special": "always", "red_seven_return": "off"}),
    ("formal-repaired", 3, {}),
]
if SOAK:  # a table takes its own compilation: all forty sets, all rulebooks and player numbers only here
    TABLES += [("classic", 2 + number % 4, options) for number, options in enumerate(SETS)]
    TABLES += [(name, players, {}) for name in ("prsi", "family", "formal", "draft") for players in (2, 5)]
    TABLES += [(name, 2, {}) for name in ("mini-6", "mini-8")]
    TABLES += [(name, players, {}) for name in ("crazy", "mau") for players in (2, 4)]


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_batches_of_games_agree_with_numba(number: int) -> None:
    """Five tables, 400 games each: 2,000; in the soak 53 tables and 200,000."""
    game = one_pack(*TABLES[number])
    batch = 100
    games = scaled(400, 3_800)
    comparison = BatchComparison(game, batch, 120)
    moves = 0
    for piece in range(games // batch):
        if piece % 2:
            rng = random.Random(f"jax {number} {piece}")
            origins = np.zeros((batch, STATE_WORDS), np.int32)
            for row in origins:
                write_state(game.bound, random_position(game, rng).position, row)
        else:
            origins = comparison.dealt(seed=1000 * number + 10 * piece)
        moves += comparison.compare(origins, seed=piece).moves
    assert moves > 10 * games


def test_perft_and_playthroughs() -> None:
    """On a few files of the default table; every table is a compilation of its own."""
    game = load("classic", 2)
    engine = JaxEngine(game.bound)
    files = [file for _, file in perft_files() if not file.options and file.rulebook == "classic"]
    small = [file for file in files if len(file.position["hands"]) == 2 and file.counts[-1] < 300]
    assert len(small) > 5
    for file in small[: scaled(6, 100)]:
        depth = min(len(file.counts), scaled(3, 6))
        assert perft(engine, file.state().position, depth) == file.counts[depth - 1]
    for name, states in playthroughs():
        if name == "classic-2.fgn":
            assert replay_on(states, engine) > 5


@pytest.mark.parametrize("seed", range(scaled(1, 12)))
def test_random_programs(seed: int) -> None:
    """Every program is a compilation of its own."""
    rng = random.Random(f"jax program {seed}")
    game = Game(random_program(seed), rng.choice((2, 3)), {"mode": rng.choice(("plain", "wild", "odd"))})
    assert compare_games(game, JaxEngine(game.bound), rng, 10).games == 10


def test_random_games_of_a_house_rulebook() -> None:
    game, rng = load(str(DLH), 3), random.Random("jax dlh")
    assert compare_games(game, JaxEngine(game.bound), rng, scaled(10, 100)).games >= 10


def test_random_games_with_all_that_the_family_is_made_of() -> None:
    """Fewer cards, the other way round, drawing until one fits, also from a shuffled pile."""
    rng = random.Random("jax kin")
    for players, options in ((3, {"play_drawn": "on", "recycle": "shuffle"}), (2, {}))[: scaled(1, 2)]:
        game = load(str(KIN), players, **options)
        assert compare_games(game, JaxEngine(game.bound), rng, scaled(12, 200)).games >= 12


@pytest.mark.parametrize("name", ["mini-6", "mini-8", "crazy", "mau"][: scaled(1, 4)])
def test_perft_of_other_games(name: str) -> None:
    """A table is a compilation of its own: only the smallest in the suite."""
    for _, file in perft_files():
        if file.rulebook == name:
            state = file.state()
            depth = min(len(file.counts), scaled(4, 5))
            assert perft(JaxEngine(state.game.bound), state.position, depth) == file.counts[depth - 1]
    game = load(name, 2)
    engine = JaxEngine(game.bound)
    dealt = game.deal(3)
    assert dealt.deck is not None
    chance = np.uint32(dealt.position.chance)
    state = engine.kernel.deal(jnp.asarray([int(card) for card in dealt.deck]), chance=chance)
    words = engine.words(jax.tree.map(lambda leaf: leaf[None], state))
    assert engine.position_of(words[0]) == dealt.position


@pytest.fixture(scope="module")
def two() -> JaxEngine:
    return JaxEngine(load("classic", 2).bound)


def test_a_state_has_at_most_128_bytes(two: JaxEngine) -> None:
    state = jax.eval_shape(two.kernel.init, jax.random.key(0))
    assert sum(leaf.size * leaf.dtype.itemsize for leaf in jax.tree.leaves(state)) <= 128


def test_dealing_is_the_python_engines(two: JaxEngine) -> None:
    game = load("classic", 2)
    for seed in range(3):
        dealt = game.deal(seed)
        assert dealt.deck is not None
        state = two.kernel.deal(jnp.asarray([int(card) for card in dealt.deck]))
        words = two.words(jax.tree.map(lambda leaf: leaf[None], state))
        assert two.position_of(words[0]) == dealt.position


def test_a_finished_game_is_dealt_anew(two: JaxEngine) -> None:
    init, mask, step = (
        jax.jit(function, compiler_options=QUICKLY)
        for function in (two.kernel.init, two.kernel.legal_mask, two.kernel.step)
    )
    over = init(jax.random.key(3))._replace(over=jnp.asarray(True))
    assert bool(mask(over).all())
    after = step(over, 0)
    assert not bool(after.over)
    assert int(after.moves_made) == 0
    assert int(after.luck) != int(over.luck)
    again = step(after._replace(over=jnp.asarray(True)), 0)
    assert [int(hand) for hand in again.hands] != [int(hand) for hand in after.hands]


def test_deals_are_even(two: JaxEngine) -> None:
    """Every card is the start card about as often as any other."""
    states = jax.jit(jax.vmap(two.kernel.init))(jax.random.split(jax.random.key(5), 6400))
    counts = np.bincount(np.asarray(states.top), minlength=32)
    assert counts.min() > 120  # 200 are expected, with a deviation of 14
    assert counts.max() < 280


def test_observations_show_what_the_seat_sees(two: JaxEngine) -> None:
    game = load("classic", 2)
    position = game.deal(11).position
    shown = np.asarray(two.kernel.observe(two.state(position), 1))
    assert shown.shape == (two.fields[-1].end,)
    assert [card for card in range(32) if shown[card]] == [int(card) for card in position.hands[1]]
    assert [card for card in range(32) if shown[32 + card]] == [int(position.pile[-1])]
    swapped = position.hands[0][0], position.stock[0]
    hands = tuple(sorted((*position.hands[0][1:], swapped[1])))
    other = two.state(
        position.__class__(
            hands=(hands, position.hands[1]),
            stock=(swapped[0], *position.stock[1:]),
            pile=position.pile,
            turn=position.turn,
            out=position.out,
            vars=position.vars,
        )
    )
    assert np.array_equal(np.asarray(two.kernel.observe(other, 1)), shown)


def test_six_players_need_another_engine() -> None:
    with pytest.raises(GameError, match="5 players"):
        JaxEngine(load("formal", 6).bound)


def test_several_ways_to_return_need_another_engine() -> None:
    text = """rulebook ways
include classic
rule late §13: returns & n == 1 & Cn[val] == VIII & can_be_returned -> put Cn, return j, draw 1 for j
    en "Return." sk "Vráť."
"""
    with pytest.raises(GameError, match="several ways"):
        jax_plan(Game(book_from_text(text, "ways.far"), 2, {}).bound)
