"""The notebooks run, with small numbers; those that need other libraries run with the tests of the peers."""

from __future__ import annotations

import pytest

from tests.docs.notebooks import run


def test_hello(capsys: pytest.CaptureFixture[str]) -> None:
    names = run("hello", GAMES=4)
    assert sorted(names["table"].returns()) == [-1.0, 1.0]
    assert "Hoarder: wins" in capsys.readouterr().out


def test_house_rule(capsys: pytest.CaptureFixture[str]) -> None:
    run("house-rule", GAMES=20, DUELS=4)
    told = capsys.readouterr().out
    assert "A king: the same player moves again." in told
    assert "the first player wins" in told
    assert "ismcts:200 wins" in told
