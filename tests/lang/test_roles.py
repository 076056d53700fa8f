"""What a rulebook shows: roles of state variables and definitions."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from faraon.engines.rules import bind
from faraon.lang import ir
from faraon.lang.format import format_text
from faraon.lang.library import book_from_text, check, read_book, shipped, source
from faraon.lang.names import ROLES
from faraon.lang.print_ir import print_expr
from faraon.play.game import Game, load

TINY = (Path(__file__).parent / "tiny.far").read_text(encoding="utf-8")
DLH = Path(__file__).parent.parent / "data" / "dlh.far"


def told(book: ir.Book) -> list[tuple[str, str, int]]:
    """Roles, what they show, and when that is nothing."""
    return [(one.role, print_expr(one.expr), one.rest) for one in book.shows]


def shown(text: str) -> list[tuple[str, str, int]]:
    return told(book_from_text(TINY + text))


# ------------------------------------------------------------------------------------ what the book has of it


def test_a_state_variable_shows_itself_and_rests_at_the_least_of_its_range() -> None:
    text = "state a: 0..9 = 3 shows debt\nstate b: 1..9 = 1 shows stop\nstate c: -3..9 = 0 shows cold"
    assert shown(text + ' en "cold" sk "zima"\n') == [("debt", "a", 0), ("stop", "b", 1), ("cold", "c", -3)]
    book = book_from_text(TINY + "state a: 0..9 = 3 shows debt\nrule x: a == 3 -> draw 1\n")
    assert book.shows[0].expr in ir.walk(book.rules[-1].guard)


def test_conditions_and_suits_rest_at_zero() -> None:
    text = "state a: bool = true shows again\nstate b: suit = bells shows suit\n"
    assert shown(text + "state c: bool = true shows stop\n") == [
        ("again", "a", 0),
        ("suit", "b", 0),
        ("stop", "c", 0),
    ]


def test_a_definition_shows_its_expression_and_a_number_rests_at_zero() -> None:
    text = "let much = owed > 3\nlet a shows again = much & active == 2\nlet b shows debt §3 = owed - ace\n"
    assert shown(text) == [("again", "owed > 3 & active == 2", 0), ("debt", "owed - ace", 0)]


def test_options_stay_open_until_a_table_binds_them() -> None:
    (pharaoh,) = (one for one in read_book("classic").shows if one.role == "any_card")
    assert print_expr(pharaoh.expr) == "pharaoh == on & TOP == (leaves, under)"
    on, off = (bind(read_book("classic"), 2, {"pharaoh": setting}) for setting in ("on", "off"))
    assert print_expr(on.fold(pharaoh.expr)) == "TOP == (leaves, under)"
    assert off.fold(pharaoh.expr) == ir.FALSE


def test_a_name_is_read_as_what_the_role_shows() -> None:
    """``ace`` is also a value, ``pharaoh`` also an option."""
    assert shown("let x shows stop = ace\n") == [("stop", "ace", 0)]
    assert shown("let depth shows again = depth == deep & ace == 1\n") == [
        ("again", "depth == deep & ace == 1", 0)
    ]


def test_state_variables_come_before_definitions_each_in_their_order() -> None:
    text = "let b shows again = owed > 3\nlet a shows any_card = owed > 4\nstate x: 0..9 = 0 shows debt\n"
    assert [role for role, _, _ in shown(text)] == ["debt", "again", "any_card"]


def test_a_definition_that_is_shown_is_used() -> None:
    assert check("x.far", TINY + "let x shows again = owed > 3\n")[1] == []


def test_texts_are_those_of_the_statement() -> None:
    text = (
        'state x: 0..9 = 0 shows cold en "cold" "It is cold." sk "zima" "Je zima."\n'
        'let y shows warm = owed > 3 en "warm" sk "teplo" yes en "Warm!" sk "Teplo!"\n'
        "let z shows again = owed > 4\n"
    )
    cold, warm, again = book_from_text(TINY + text).shows
    assert cold.texts == ir.Texts(("cold",), ("zima",), ("It is cold.",), ("Je zima.",))
    assert warm.texts == ir.Texts(("warm",), ("teplo",))
    assert again.texts == ir.NO_TEXTS


def test_a_text_may_name_options_but_not_the_state() -> None:
    text = 'state x: 0..9 = 0 shows cold en "cold {cost}" sk "zima {cost}"\n'
    assert book_from_text(TINY + text).shows[0].texts.en == (
        "cold ",
        ir.Slot(ir.Var("option", "cost", "int")),
    )
    found = check("x.far", TINY + 'let y shows warm = ace > 0 en "warm {owed}" sk "teplo"\n')[1]
    assert [one.code for one in found] == ["E210"]


def test_roles_decide_nothing() -> None:
    plain = 'state x: 0..9 = 0 en "cold" sk "zima"\nlet y = owed > 3\nrule z: y -> draw 1\n'
    roles = plain.replace("= 0 en", "= 0 shows cold en").replace("let y", "let y shows again")
    assert book_from_text(TINY + plain).hash == book_from_text(TINY + roles).hash


def test_the_words_of_roles_stay_free() -> None:
    text = "state shows: 0..9 = 0 shows debt\nstate debt: 0..9 = 0\nlet stop = shows > 0 & debt > 0\n"
    assert shown(text + "rule x: stop -> draw shows\n") == [("debt", "shows", 0)]


# -------------------------------------------------------------------------------------- on top of another one


def house(text: str) -> list[tuple[str, str, int]]:
    return told(book_from_text(f"rulebook house\ninclude classic\n{text}"))


def test_an_override_replaces_the_statement_with_its_role() -> None:
    assert house("") == told(read_book("classic"))
    assert house("override state owed: -1..99 = 0 shows debt\n")[1] == ("debt", "owed", -1)
    assert "debt" not in [role for role, _, _ in house("override state owed: 0..99 = 0\n")]
    assert "any_card" not in [role for role, _, _ in house("override let pharaoh_on_top = TOP[val] == X\n")]
    moved = house("override state owed: 0..99 = 0\nlet due shows debt = (0 if burn else owed)\n")
    assert [role for role, _, _ in moved] == ["suit", "stop", "free", "again", "any_card", "debt"]


def test_a_role_that_an_included_rulebook_has_is_taken() -> None:
    text = "rulebook house\ninclude classic\nstate due: 0..99 = 0 shows debt\n"
    (found,) = check("house.far", text)[1]
    assert (found.code, found.span.line) == ("E205", 3)
    assert "'owed' shows already (classic.far:" in found.message


# ------------------------------------------------------------------------------------------------- the layout


def test_the_role_stands_before_the_paragraphs() -> None:
    text = """rulebook x

state a: 0..9 = 0  shows debt  §14 §15
    en "a" "A." sk "b" "B."

state b: bool = false  shows again

override let c shows any_card §3 §4 = TOP[val] == over
    en "c" sk "d"
    yes en "C."
        sk "D."

let d shows tired = a == 1
    en "d" sk "e"
"""
    assert format_text(text) == text
    assert format_text(text.replace("  shows", "\n shows").replace("    ", "\t")) == text


def test_a_long_definition_that_is_shown_is_wrapped() -> None:
    long = " & ".join(f"owed != {number}" for number in range(10, 20))
    text = f'rulebook x\n\nlet d shows tired §3 =\n    {long}\n    en "d" sk "e"\n'
    assert format_text(text) == text
    assert format_text(text.replace("=\n    ", "= ", 1)) == text


# ------------------------------------------------------------------------------------------ shipped rulebooks

FORMAL = [
    ("stop", "ace", 0),
    ("suit", "suit", 0),
    ("debt", "cnt", 1),
    ("any_card", "val == under & suit == leaves", 0),
]
CLASSIC = [
    ("suit", "suit", 0),
    ("debt", "owed", 0),
    ("stop", "ace", 0),
    ("free", "free", 0),
    ("again", "burn", 0),
    ("any_card", "pharaoh == on & TOP == (leaves, under)", 0),
]
SHIPPED = {
    "classic": CLASSIC,
    "family": CLASSIC,
    "prsi": CLASSIC,
    "crazy": [("suit", "suit", 0), ("reversed", "reversed", 0)],
    "mau": [("suit", "suit", 0), ("debt", "owed", 0)],
    "mini-6": CLASSIC,
    "mini-8": CLASSIC,
    "formal": FORMAL,
    "formal-repaired": [*FORMAL[:3], ("due", "due", 0), FORMAL[3]],
    "draft": [
        ("stop", "A", 0),
        ("suit", "F", 0),
        ("debt", "T", 1),
        ("any_card", "TOP == (leaves, under)", 0),
    ],
}


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_rulebook_shows(name: str) -> None:
    assert told(read_book(name)) == SHIPPED[name]


@pytest.mark.parametrize("name", shipped())
def test_a_role_of_the_house_tells_a_sentence(name: str) -> None:
    for one in read_book(name).shows:
        if one.role not in ROLES:
            assert one.texts.en_long, one.role
            assert one.texts.sk_long, one.role


# ----------------------------------------------------------------------------------- a rulebook of the house


def test_the_house_rulebook_is_sound_and_laid_out() -> None:
    file, text = source(str(DLH))
    assert check(file, text)[1] == []
    assert format_text(text, file) == text


def test_the_house_rulebook_shows_its_own_names() -> None:
    book = read_book(str(DLH))
    assert told(book) == [
        ("suit", "barva", 0),
        ("debt", "dlh", 0),
        ("stop", "stoj", 0),
        ("draho", "draho", 0),
    ]
    assert book.shows[3].texts.sk_long == ("Sedmy zdraželi: najbližšie stoja dvojnásobok.",)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_house_rulebook_is_played_to_the_end(players: int) -> None:
    game, rng = load(str(DLH), players), random.Random(players)
    for seed in range(10):
        state = game.deal(seed=seed)
        while not state.over:
            state = state.play(rng.choice(state.moves()))
        assert state.loser is not None
        assert len(state.places) == players - 1


def test_kings_ask_for_a_suit_in_the_house_rulebook() -> None:
    game = Game(read_book(str(DLH)), 2, {})
    position = {"hands": [["lK", "bO", "aX"], ["h7", "l9"]], "pile": ["b8"], "stock": ["l8", "a8"], "turn": 0}
    state = game.position(position)
    assert [str(move) for move in state.moves()] == ["bO", "lK=h", "lK=l", "lK=a", "lK=b", "draw"]
    assert state.play("lK=h").to_json()["barva"] == "h"
    dear = game.position({**position, "pile": ["aU"]}).play("aX")
    assert dear.to_json()["draho"] is True
    assert game.position({**dear.to_json(), "barva": "h"}).play("h7").to_json()["dlh"] == 4
