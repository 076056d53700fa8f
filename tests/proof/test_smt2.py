"""``faraon rules emit smt2``: the text alone, given to a solver, has the same answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from faraon.proof.terms import z3
from tests.cli.command import faraon
from tests.proof.test_verify import DRAFT, spoiled


def answer(text: str) -> str:
    """What a solver says that is given nothing but the text."""
    context = z3.Context()
    return str(z3.Z3_eval_smtlib2_string(context.ref(), text)).strip()


@pytest.mark.parametrize(("name", "players"), [("formal", "4"), ("mau", "3"), ("classic", "2")])
def test_the_exported_question_is_answered_by_a_solver(name: str, players: str) -> None:
    told = faraon("rules", "emit", "smt2", name, "-n", players)
    assert told.returncode == 0
    assert "(set-logic QF_BV)" in told.stdout
    assert answer(told.stdout) == "unsat"


def test_a_dead_end_is_in_the_text_too(tmp_path: Path) -> None:
    at = DRAFT.index("# A stopped player may stand")
    name = spoiled(tmp_path, "unrepaired", DRAFT[:at] + DRAFT[DRAFT.index("# ----", at) :])
    text = faraon("rules", "emit", "smt2", name).stdout
    assert answer(text) == "sat"
    # the declared ranges are there: without a card in hand nobody is on turn
    assert answer(text.replace("(check-sat)", "(assert (= at.hand0 #x00000000))\n(check-sat)")) == "unsat"


def test_settings_are_folded_in_and_bad_ones_refused() -> None:
    told = faraon("rules", "emit", "smt2", "classic", "-o", "groups=off")
    assert "option.groups" not in told.stdout
    assert "; groups = off" in told.stdout
    assert faraon("rules", "emit", "smt2", "classic", "-o", "packs=3").returncode == 2
