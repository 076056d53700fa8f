"""The generated source: readable, golden, cited; and the tables it refuses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from faraon.engines.errors import GameError
from faraon.engines.kernels.layout import STATE_WORDS
from faraon.engines.kernels.numba.module import numba_source
from faraon.engines.kernels.plan import plan, settling
from faraon.lang.covering import uncovered
from faraon.lang.library import book_from_text, read_book, shipped
from faraon.play.fast import SlowEngine, fast_engine, native_engine
from faraon.play.game import load
from tests.golden import emitted

GOLDEN = Path(__file__).parent.parent / "golden"


def test_the_source_of_classic_is_the_golden_one() -> None:
    assert emitted() == (GOLDEN / "numba-classic.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", shipped())
def test_every_implication_is_cited(name: str) -> None:
    book = uncovered(read_book(name))  # what only covered cards bring with them, no kernel plays
    source = numba_source(plan(book))
    for one in (*book.rules, *book.fouls, *book.mechanics, *book.ends):
        assert " ".join((one.kind, one.name, *one.paragraphs)) in source


@pytest.mark.parametrize("name", ["prsi", "family", "mini-6", "mini-8"])
def test_relatives_share_the_kernel_of_classic(name: str) -> None:
    assert numba_source(plan(read_book(name))) == emitted()


def test_folded_options_leave_the_source() -> None:
    bound = load("classic", 2, red_seven_return="off").bound
    source = numba_source(plan(bound.book, bound.values))
    assert "option_" not in source
    assert "rule red_seven" not in source


def test_what_most_moves_begin_with() -> None:
    """The suit has no first value of its own, and whoever laid the last ace stays known."""
    names = [variable.name for variable in settling(plan(read_book("classic")))]
    assert names == ["owed", "ace", "free", "burn", "drawn"]


def test_a_quiet_path_adds_to_random_moves_only() -> None:
    made = plan(read_book("classic"))
    plain, quiet = (numba_source(made, quiet).split("\ndef ") for quiet in (False, True))
    for one, two in zip(plain, quiet, strict=True):
        assert (one == two) == (not one.startswith("wander("))


@pytest.mark.parametrize(
    ("players", "options"),
    [(6, {"packs": 2}), (7, {}), (2, {"packs": 3})],
)
def test_more_packs_need_the_python_engine(players: int, options: dict[str, object]) -> None:
    with pytest.raises(GameError, match="Python engine") as caught:
        native_engine(load("classic", players, **options))
    assert caught.value.code == "bad-players"


def test_positions_with_a_card_twice_need_the_python_engine() -> None:
    game = load("classic", 2, packs=2)
    state = game.position({"hands": [["h7", "h7"], ["b9"]], "pile": ["l8"], "stock": [], "turn": 0})
    with pytest.raises(GameError, match="Python engine"):
        native_engine(load("classic", 2)).state(state.position)


def test_too_many_variables_need_the_python_engine() -> None:
    lines = ["rulebook many\ninclude classic\n"]
    lines += [f'state v{k}: 0..9 = 0 en "v" sk "v"\n' for k in range(20)]
    with pytest.raises(GameError, match=r"27 variables.*Python engine"):
        plan(book_from_text("".join(lines), "many.far"))


def test_numbers_beyond_32_bits_need_the_python_engine() -> None:
    text = """rulebook big
include classic
state big: 0..999999999 = 0 en "big" sk "big"
mechanic grow: big * big > 7 -> big = 1 en "." sk "."
"""
    with pytest.raises(GameError, match=r"32 bits.*Python engine"):
        plan(book_from_text(text, "big.far"))


def test_without_a_compiler_the_python_engine_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    told: list[str] = []
    game = load("classic", 2)
    engine = fast_engine(game, told.append)
    assert isinstance(engine, SlowEngine)
    assert "Python engine" in told[0]
    assert len(engine.games(2, seed=1)) == 2


def test_a_state_has_128_bytes() -> None:
    engine = native_engine(load("formal-repaired", 6))
    words = engine.state(load("formal-repaired", 6).deal(1).position)
    assert words.nbytes == 4 * STATE_WORDS == 128


def test_a_view_with_imagined_cards_is_a_state() -> None:
    for name in ("classic", "formal"):
        game = load(name, 3)
        state = game.deal(4)
        for _ in range(12):
            state = state.play(state.moves()[-1])
        engine = native_engine(game)
        hidden = tuple(tuple(map(int, hand)) for hand in state.position.hands)
        words = engine.imagined(state.view(1), hidden, tuple(map(int, state.position.stock)))
        assert engine.position(words) == state.position
        with pytest.raises(GameError, match="as many"):
            engine.imagined(state.view(1), hidden, ())


def test_importing_faraon_stays_light() -> None:
    large = {"llvmlite", "numba", "numpy", "jax"}
    code = f"import sys, faraon, faraon.play.fast; print({large} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
