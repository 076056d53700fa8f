"""Documents are read whole: which lines are what, what they are played by, and what is wrong with others."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from faraon.lang.definitions import FIRST_VALUES, TUPLES
from faraon.lang.document import Document
from faraon.lang.document_reader import read_document
from faraon.lang.format import write_body
from faraon.lang.library import (
    UnknownRulebookError,
    check,
    document_in,
    document_of,
    read_book,
    written,
)
from faraon.limits import MAX_SOURCE
from tests.documents import DRAFT, DRAFT_BLOCKS, FORMAL, FORMAL_BLOCKS, paragraphs


def read(text: str) -> Document:
    document = document_of("note.txt", text)
    assert document is not None
    return document


def kinds(document: Document) -> list[str]:
    """``LINES KIND NAME`` of every part."""
    told = []
    for part in document.parts:
        name = part.definition.term.en if part.definition else part.name
        told.append(f"{part.first}-{part.last} {part.kind} {name}".rstrip())
    return told


def problem(text: str) -> str:
    found = read(text).problem
    assert found is not None
    assert found.en != found.sk
    return found.en


# -------------------------------------------------------------------------------------------- what is what


def test_the_lines_of_a_formal_document() -> None:
    document = read(FORMAL)
    assert (document.model, document.verbatim, document.problem) == ("formal", True, None)
    found = kinds(document)
    assert found[:9] == [
        "1-2 prose",
        "4-4 definition card",
        "5-5 definition pack",
        "6-7 definition discard pile",
        "9-11 definition state",
        "13-13 definition move",
        "14-14 definition turn",
        "15-16 definition initial state",
        "18-18 heading rule",
    ]
    assert found[9:11] == ["19-20 rule R1", "21-22 rule R2"]
    assert found[15] == "31-32 rule R7"
    assert found[16:18] == ["34-34 heading mechanic", "35-35 mechanic M1"]
    assert found[-2:] == ["44-44 mechanic M10", "46-46 prose"]


def test_the_lines_of_a_draft() -> None:
    document = read(DRAFT)
    assert (document.model, document.verbatim) == ("draft", True)
    found = kinds(document)
    assert found[:5] == [
        "1-1 prose",
        "3-3 definition card",
        "4-4 definition turn",
        "6-7 definition state",
        "8-9 definition initial state",
    ]
    assert found[5:7] == ["10-10 heading rule", "11-11 rule R1"]
    assert found[-1] == "23-23 mechanic M6"


def test_the_lines_of_the_paragraphs() -> None:
    document = read(paragraphs())
    assert (document.model, document.problem) == ("classic", None)
    assert kinds(document)[:3] == ["1-3 prose", "5-5 paragraph 1", "7-7 paragraph 2"]
    assert kinds(document)[-2:] == ["43-43 paragraph 20", "45-45 prose"]


def test_every_line_that_is_not_empty_is_read_as_something_once() -> None:
    for text in (FORMAL, DRAFT, paragraphs()):
        document = read(text)
        seen = [n for part in document.parts for n in range(part.first, part.last + 1)]
        written_ = [n for n, line in enumerate(document.lines, 1) if line.strip()]
        assert len(seen) == len(set(seen))
        assert set(written_) <= set(seen)


@pytest.mark.parametrize(("text", "model"), [(FORMAL, "formal"), (DRAFT, "draft"), (paragraphs(), "classic")])
def test_a_document_is_played_as_its_model(text: str, model: str, tmp_path: Path) -> None:
    file = tmp_path / "document.txt"
    file.write_text(text, encoding="utf-8")
    assert read_book(str(file)) is read_book(model)


def test_a_document_with_blocks_of_its_own_is_played_by_them(tmp_path: Path) -> None:
    file = tmp_path / "document.txt"
    file.write_text(FORMAL.replace("cnt = 3 * N if", "cnt = 2 * N if"), encoding="utf-8")
    document = document_in(str(file))
    assert document is not None
    assert (document.model, document.verbatim, document.problem) == ("formal", False, None)
    assert document.differing == ("M8",)
    book = read_book(str(file))
    assert book.hash not in (read_book("formal").hash, read_book("formal-repaired").hash)
    assert {(rule.span.line if rule.span else 0) for rule in written(book.sources).implications["rule"]} == {
        *range(20, 33, 2)
    }


def test_what_is_wrong_in_a_block_is_found_at_its_line_of_the_document() -> None:
    _, found, _ = check("note.txt", read(DRAFT).rules)
    errors = [(one.code, one.span.line) for one in found if one.is_error]
    assert errors == [("E202", 11), ("E202", 22)]


# ----------------------------------------------------------------------------------- the state in notation


def test_the_tuples_and_first_values_are_those_of_the_models() -> None:
    for model, first in FIRST_VALUES.items():
        states = {one.name: one for one in written(read_book(model).sources).state}
        for name, value in first.items():
            assert write_body(states[name.removeprefix("SP[").removesuffix("]")])[0].endswith(f" = {value}")
    assert set(FIRST_VALUES["formal"]) < set(TUPLES["GS"])


@pytest.mark.parametrize(
    ("old", "new", "term", "said"),
    [
        ("ace, suit, val, cnt", "ace, suit, cnt", "state", "formal has DP, ST, LP, LP_MC, ace"),
        ("cnt = 1\n", "cnt = 2\n", "initial state", "formal has ace = 0, suit = TOP[suit]"),
    ],
)
def test_a_state_that_the_model_does_not_have_is_not_read(old: str, new: str, term: str, said: str) -> None:
    assert not [part for part in read(FORMAL).parts if part.unread]
    assert FORMAL.count(old) >= 1
    unread = [part for part in read(FORMAL.replace(old, new, 1)).parts if part.unread]
    assert [part.definition.term.en for part in unread if part.definition] == [term]
    assert unread[0].unread is not None
    assert unread[0].unread.en.startswith(said)


# ---------------------------------------------------------------------------------------- other line ends


def decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


@pytest.mark.parametrize("text", [FORMAL, DRAFT, paragraphs()], ids=["formal", "draft", "paragraphs"])
@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace("\n", "\u2028"),
        lambda text: text.replace("\n", "\x85"),
        lambda text: "\ufeff" + text,
        lambda text: text.rstrip("\n"),
        lambda text: text + "\n" * 50,
        lambda text: text.replace("\n", "   \n"),
        decomposed,
    ],
)
def test_other_line_ends_and_marks_change_nothing(text: str, change: Callable[[str], str]) -> None:
    document, plain = read(change(text)), read(text)
    assert kinds(document) == kinds(plain)
    assert (document.model, document.verbatim, document.problem) == (plain.model, plain.verbatim, None)


# ------------------------------------------------------------------------------------------------ bad input


def test_a_document_that_is_cut_says_where() -> None:
    head, tail = FORMAL_BLOCKS.split("    - Cn[val] != over")
    assert problem(head) == (
        "it is cut after M5 (line 22); missing: M6 – M10. If that is meant, put its blocks into a file ….far"
    )
    assert problem(head + "    - Cn[val] != ov").startswith("it is cut in the middle of M6 (line 23)")
    assert problem(head.split("Game mechanics")[0]) == (
        "it is cut: it ends in line 15 without the block 'Game mechanics'; found: 7 rules"
    )
    assert problem(FORMAL[: FORMAL.index("Rules:")]) == (
        "it is cut: it ends in line 16 without the block 'Rules:'; found: 7 definitions, 2 lines of prose"
    )
    assert tail


@pytest.mark.parametrize("blocks", [FORMAL_BLOCKS, DRAFT_BLOCKS], ids=["formal", "draft"])
def test_wherever_it_is_cut_it_is_not_played(blocks: str) -> None:
    """At every sign of the blocks but the spaces at their end."""
    rng = random.Random(1)
    whole = "The club.\n\n" + blocks.rstrip()
    first = len(whole) - len(blocks.rstrip()) + 12
    for end in rng.sample(range(first, len(whole)), 60):
        document = read(whole[:end])
        assert document.problem is not None, whole[:end][-60:]


def test_paragraphs_that_are_cut_say_where() -> None:
    text = paragraphs()
    assert problem(text[: text.index("(13)")]) == (
        "it is cut: the paragraphs end with §12 (line 27), the rulebook has 20"
    )
    last = text[: text.index("(20)") + 100].rstrip(".")
    assert problem(last) == "it is cut: §20 (line 43) ends in the middle of a sentence"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("(7)", "(8)"), "line 17 has §8 instead of §7"),
        (lambda text: text + "\n(21) Ešte jeden.\n", "line 47 has §21"),
        (lambda text: text.lower().replace("pajchel", "omyl"), "in §18 (line 39) there is no 'pajchel…'"),
    ],
)
def test_other_paragraphs_are_not_the_rulebook(change: Callable[[str], str], said: str) -> None:
    assert said in problem(change(paragraphs()))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "found: nothing"),
        ("Dear Anna,\nthe cards are in the drawer.\n", "found: 2 lines of prose"),
        ("{}", "found: 1 line of prose"),
        ("\x00\x01\x02", "found: 1 line of prose"),
        (FORMAL + DRAFT_BLOCKS, "blocks of both the formal document and the draft"),
        ("Rules:\n\nGame mechanics\n", "without the block 'Rules:'; found: nothing"),
        ("x" * (MAX_SOURCE + 1), "too long to be a document"),
    ],
)
def test_a_text_that_is_not_ours_says_what_was_found(text: str, said: str) -> None:
    assert said in problem(text)


@pytest.mark.parametrize(
    ("content", "en", "sk"),
    [
        ("Pravidlá".encode()[:-1], "ends in the middle of a letter: it is cut", "uprostred písmena"),
        (FORMAL.encode("utf-16"), "is not UTF-8 text", "nie je text v UTF-8"),
        (bytes(range(256)), "is not UTF-8 text", "nie je text v UTF-8"),
        (b"x" * (4 * MAX_SOURCE + 1), "is too long to be a rulebook", "pridlhý"),
        (b"Hello", "this is neither a rulebook nor one of the documents", "toto nie sú pravidlá ani žiadny"),
    ],
)
def test_a_file_that_is_not_a_document_is_refused(content: bytes, en: str, sk: str, tmp_path: Path) -> None:
    file = tmp_path / "document.txt"
    file.write_bytes(content)
    with pytest.raises(UnknownRulebookError) as error:
        read_book(str(file))
    assert en in str(error.value)
    assert sk in error.value.sk


@pytest.mark.parametrize("text", ["rulebook mine\ninclude classic\n", "# a comment\n\nrulebook mine\n"])
def test_a_rulebook_is_not_a_document(text: str) -> None:
    assert document_of("house.txt", text) is None
    assert document_of("house.far", "Dear Anna,\n") is None


@pytest.mark.parametrize("text", [FORMAL, DRAFT, paragraphs()], ids=["formal", "draft", "paragraphs"])
def test_a_file_named_as_a_rulebook_is_a_document_only_word_for_word(text: str) -> None:
    assert document_of("note.far", text) == replace(read(text), file="note.far")
    assert document_of("note.far", text[: len(text) // 2]) is None


def test_a_text_of_many_lines_is_read_in_a_moment() -> None:
    """It must grow with the length, not with its square: half a million signs of everything."""
    lines = ["Card C is", "- a -> b", "Rules:", "# c", "(1) x", "GS = (" * 3, "The game state S = (", "-> &"]
    text = "\n".join(random.Random(2).choices(lines, k=40_000))
    assert read_document("note.txt", text).model == "formal"
    many = 200_000
    for line in (
        "Game mechanics" + " " * many,
        "Game begins " + "x" * many,
        "S = (" * many,
        " " * many + "x",
    ):
        document = read_document("note.txt", f"Card C\nThe game state GS\n{line} ?\nGame begins\n{line} ?\n")
        assert document.problem is not None
