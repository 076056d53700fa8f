"""What must be seen at a glance is read where the rulebook says, whatever it calls its variables."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from faraon.cards import Suit
from faraon.cli.play import TerminalGame
from faraon.game.situation import Note, Situation
from faraon.lang.library import read_book, shipped
from faraon.play.game import load
from faraon.play.state import State
from tests.scale import scaled
from tests.views import written_view

DLH = str(Path(__file__).parent.parent / "data" / "dlh.far")
"""A rulebook of the house: it calls its debt ``dlh``, its suit ``barva`` and its stop ``stoj``."""


def position(rulebook: str, top: str, players: int = 2, **variables: Any) -> State:
    hands = [["h8", "l9"], ["b8", "b9"], ["a8", "a9"]][:players]
    return load(rulebook, players).position(
        {"hands": hands, "pile": ["aX", top], "stock": ["lX", "hX", "bX"], "turn": 0, **variables}
    )


@pytest.mark.parametrize(
    ("rulebook", "variables", "shown"),
    [
        ("classic", {}, Situation(Suit.bells)),
        ("classic", {"suit": "l"}, Situation(Suit.leaves, declared=True)),
        ("classic", {"owed": 3}, Situation(Suit.bells, debt=3, owed=3)),
        ("classic", {"ace": 2}, Situation(Suit.bells, stop=2)),
        ("formal", {"cnt": 1}, Situation(Suit.bells)),
        ("formal", {"cnt": 6, "ace": 1}, Situation(Suit.bells, debt=6, owed=6, stop=1)),
        ("draft", {"F": "h", "T": 3}, Situation(Suit.hearts, declared=True, debt=3, owed=3)),
        ("draft", {"A": 1}, Situation(Suit.bells, stop=1)),
        (DLH, {"barva": "l"}, Situation(Suit.leaves, declared=True)),
        (DLH, {"dlh": 4}, Situation(Suit.bells, debt=4, owed=4)),
        (DLH, {"stoj": True}, Situation(Suit.bells, stop=1)),
    ],
)
def test_suit_debt_and_stop(rulebook: str, variables: dict[str, Any], shown: Situation) -> None:
    state = position(rulebook, "bK", **variables)
    assert state.situation == shown
    assert all(state.view(seat).situation == shown for seat in (-1, 0, 1))


@pytest.mark.parametrize("rulebook", ["classic", "formal", "formal-repaired", "draft"])
def test_anything_fits_on_the_pharaoh(rulebook: str) -> None:
    assert position(rulebook, "lU").situation.any_card
    assert not position(rulebook, "bU").situation.any_card


def test_by_a_house_rule_the_pharaoh_is_an_under_like_any_other() -> None:
    hands = {"hands": [["h8"], ["b8"]], "pile": ["lU"], "stock": [], "turn": 0}
    assert not load("classic", pharaoh="off").position(hands).situation.any_card


def test_why_somebody_moves_again_is_told_in_the_rulebooks_words() -> None:
    again = position("classic", "bK", burn=True).situation.again
    assert again is not None
    assert (again.role, again.value) == ("again", 1)
    assert again.text("en") == "Burned four: an extra move."
    assert again.text("sk") == "Spálená: ťah navyše."


def burned_sevens(**variables: Any) -> State:
    """Four sevens lie there, and whoever laid them moves again (§16)."""
    return position("classic", "b7", 3, owed=12, burn=True, **variables)


def test_in_an_extra_move_the_debt_waits_for_the_next_player() -> None:
    now = burned_sevens().situation
    assert (now.debt, now.owed) == (12, 0)
    after = burned_sevens().play("draw").situation
    assert (after.debt, after.owed) == (12, 12)


def test_a_player_who_is_stopped_in_an_extra_move_owes_the_debt() -> None:
    assert burned_sevens(ace=1).situation.owed == 12


def test_in_the_last_chance_nobody_pays() -> None:
    """Who is alone returns somebody or concedes (§13)."""
    hands = {"hands": [["h8", "h7"], []], "pile": ["b7"], "stock": ["lX"], "turn": 0, "owed": 3}
    now = load("classic").position({**hands, "out": {"1": "returnable"}}).situation
    assert (now.debt, now.owed) == (3, 0)


def test_nobody_is_said_to_owe_what_the_next_player_owes() -> None:
    state = burned_sevens()
    middle, seat = str(state).splitlines()[1:3]
    assert middle.endswith("Burned four: an extra move.   a debt of 12 cards waits")
    assert seat == "> 0  h8 l9"
    assert "owes" not in state._repr_html_()
    for language, owes, waits in (
        ("en", "You owe", "Debt: 12 cards"),
        ("sk", "Dlhuješ", "Dlh: 12 kariet"),
    ):
        assert owes not in terminal(state, language)
        assert waits in terminal(state, language)


def test_roles_of_the_house_are_notes() -> None:
    assert position(DLH, "bK", draho=True).situation.notes == (
        Note(
            "draho",
            1,
            "Sevens are dear: the next ones cost double.",
            "Sedmy zdraželi: najbližšie stoja dvojnásobok.",
        ),
    )
    (free,) = position("classic", "bK", free=True).situation.notes
    assert free.role == "free"


def test_a_suit_that_was_asked_for_is_told_even_if_it_is_the_cards_own() -> None:
    """Whether a card asks for a suit is known to the rulebook alone: here it is the king."""
    table = {"pile": ["b7"], "stock": ["lX"], "turn": 0, "hands": [["bK", "bO", "h9"], ["b8", "b9"]]}
    state = load(DLH).position(table)
    assert state.play("bK=b").situation == Situation(Suit.bells, declared=True)
    assert state.play("bO").situation == Situation(Suit.bells)


@pytest.mark.parametrize("rulebook", [*shipped(), DLH])
def test_every_seat_is_shown_the_same_also_over_the_wire(rulebook: str) -> None:
    rng = random.Random(rulebook)
    players = min(3, read_book(rulebook).players[1])
    for _ in range(scaled(2, 100)):
        state = load(rulebook, players).deal(rng.getrandbits(64))
        while not state.over and len(state.log) < 120:
            for seat in range(-1, players):
                view = state.view(seat)
                assert view.situation == state.situation
                assert state.game.read_view(json.loads(json.dumps(written_view(state, seat)))) == view
            assert state.situation.suit is not None
            state = state.play(rng.choice(state.moves()))


# -------------------------------------------------------------------------------------------- the terminal


def terminal(state: State, language: str) -> str:
    out = io.StringIO()
    console = Console(file=out, width=100, color_system=None)
    TerminalGame(state.game, language, console=console).show_table(state)
    return out.getvalue()


@pytest.mark.parametrize(
    ("rulebook", "variables"),
    [
        (DLH, {"barva": "l", "dlh": 4}),
        ("draft", {"F": "l", "T": 4}),
        ("formal", {"suit": "l", "cnt": 4}),
        ("classic", {"suit": "l", "owed": 4}),
    ],
)
def test_the_terminal_shows_debt_and_suit(rulebook: str, variables: dict[str, Any]) -> None:
    state = position(rulebook, "bK", **variables)
    assert "leaves" in terminal(state, "en")
    assert "You owe 4 cards" in terminal(state, "en")
    assert "zeleň" in terminal(state, "sk")
    assert "Dlhuješ 4 karty" in terminal(state, "sk")


@pytest.mark.parametrize(
    ("rulebook", "variables"),
    [(DLH, {"stoj": True}), ("draft", {"A": 2}), ("formal", {"ace": 1}), ("classic", {"ace": 1})],
)
def test_the_terminal_shows_a_stop(rulebook: str, variables: dict[str, Any]) -> None:
    state = position(rulebook, "bK", **variables)
    assert "You are stopped" in terminal(state, "en")
    assert "Stojíš" in terminal(state, "sk")


def test_the_terminal_shows_what_else_a_rulebook_shows() -> None:
    assert "Sevens are dear: the next ones cost double." in terminal(position(DLH, "bK", draho=True), "en")
    assert "Sedmy zdraželi" in terminal(position(DLH, "bK", draho=True), "sk")
    assert "Any card fits" in terminal(position("draft", "lU"), "en")
