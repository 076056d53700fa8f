"""Generated source is as long as the rulebook is, however its expressions are nested."""

from __future__ import annotations

from pathlib import Path

import pytest

from faraon.engines.kernels.jax.module import jax_source
from faraon.engines.kernels.numba.module import numba_source
from faraon.engines.kernels.observation import observation_fields
from faraon.engines.kernels.plan import plan, table_plan
from faraon.lang import read
from faraon.lang.errors import RulebookError
from faraon.lang.library import book_from_text
from faraon.limits import MAX_RULEBOOK_PARTS
from faraon.play.game import Game

TINY = (Path(__file__).parents[1] / "lang" / "tiny.far").read_text(encoding="utf-8")


def nested(template: str, depth: int) -> str:
    """A rulebook with ``owed % (1 + owed % (1 + owed % …))``."""
    expr = "owed"
    for _ in range(depth):
        expr = template.format(expr)
    return TINY + f"mechanic deep: owed > 99 -> owed = {expr}\n"


def sources(text: str) -> list[int]:
    """How long the sources of all engines are."""
    game = Game(book_from_text(text), 2, {})
    return [
        len(game.engine.source),
        len(numba_source(plan(game.book))),
        len(jax_source(table_plan(game.bound), observation_fields(game.bound, memory=False))),
    ]


@pytest.mark.parametrize("template", ["owed % (1 + {})", "owed / (1 + {})", "min(owed, {})", "max({}, owed)"])
def test_no_expression_is_written_twice(template: str) -> None:
    low, high, deep = (sources(nested(template, depth)) for depth in (1, 4, 14))
    for little, more, much in zip(low, high, deep, strict=True):
        # Each level adds the same, but for the indentation of wrapped lines.
        assert much - more < 60 * (more - little)


@pytest.mark.parametrize("sign", ["%", "/"])
def test_a_division_by_nothing_is_nothing(sign: str) -> None:
    text = TINY.replace("state owed: 0..9 = 0", "state owed: 0..9 = 7")
    text += f"mechanic divided: () -> owed = owed {sign} (cost - cost)\n"
    state = Game(book_from_text(text), 2, {}).deal(seed=1)
    assert state.play("draw").position.vars[1] == 0


def test_a_rulebook_whose_definitions_grow_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each statement may be large; all of them together may not."""
    wide = " & ".join(["(owed > ace + 1 | owed < 8)"] * 100)
    large = "".join(f"mechanic m{number}: wide & owed > {number} -> ace = 0\n" for number in range(8))
    text = TINY + f"let wide = {wide}\n" + large
    book_from_text(text)
    monkeypatch.setattr(read, "MAX_RULEBOOK_PARTS", 4000)
    with pytest.raises(RulebookError, match="the rulebook is too large"):
        book_from_text(text + "# once more\n")
    assert MAX_RULEBOOK_PARTS > 50 * 1600, "the largest that is shipped has 1526"
