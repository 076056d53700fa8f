"""The blocks of the two formal documents stand in the rulebooks unedited, and the checker reads them."""

from pathlib import Path

import pytest

from faraon.lang.errors import Diagnostic
from faraon.lang.ir import Book
from faraon.lang.library import check, read_book, source

DATA = Path(__file__).parent.parent / "data"
FORMAL = (DATA / "document_002_block.txt").read_text(encoding="utf-8")
DRAFT = (DATA / "document_000_block.txt").read_text(encoding="utf-8")

PRELUDE = """
rulebook minimal
deal: hand = 5
state ace: 0..99 = 0
state suit: suit = TOP[suit]
state val: value = TOP[val]
state cnt: 1..999 = 1
state mc: 0..1000000 = 0
"""


def underlined(found: Diagnostic, text: str) -> str:
    """What stands above the carets."""
    assert found.span.line == found.span.end_line
    return text.splitlines()[found.span.line - 1][found.span.column - 1 : found.span.end_column - 1]


def checked(text: str) -> tuple[Book | None, list[tuple[str, int, str, str]]]:
    """The book, and of every finding its code, its line, what it underlines and what it says."""
    book, found, _ = check("document.far", text)
    return book, [(one.code, one.span.line, underlined(one, text), one.message) for one in found]


@pytest.mark.parametrize(("rulebook", "block"), [("formal", FORMAL), ("draft", DRAFT)])
def test_the_block_stands_in_the_rulebook_unedited(rulebook: str, block: str) -> None:
    _, text = source(rulebook)
    assert text.count(block) == 1


# ------------------------------------------------------------------------------------ the formal document


def test_the_bare_block_of_the_formal_document_is_the_game_formal() -> None:
    book, found = checked(FORMAL)
    assert book is not None
    assert book.hash == read_book("formal").hash
    assert {code for code, *_ in found} == {"W302"}


@pytest.mark.parametrize(
    ("line", "written", "message"),
    [
        (3, "Cn[val] = v", "'=' is read as '=='"),
        (3, "Cn[val] = v", "'v' is read as \"some value\": this always holds"),
        (11, "k (1 <= k <= 3)", "the upper limit is not read: larger numbers are covered too"),
        (23, "Cn[suit]", "'Cn[suit]' is read as the suit of the top card"),
        (25, "N", "'N' is read as 'n'"),
    ],
)
def test_what_is_read_into_the_formal_document_is_said(line: int, written: str, message: str) -> None:
    assert ("W302", line, written, message) in checked(FORMAL)[1]


def test_a_minimal_prelude_of_ones_own_is_enough() -> None:
    book, found = checked(PRELUDE + FORMAL)
    assert book is not None
    assert book.name == "minimal"
    assert {message for code, _, _, message in found if code == "W302"} >= {
        "'N' is read as 'n'",
        "'=' is read as '=='",
        "'Cn[suit]' is read as the suit of the top card",
    }


def test_the_rules_and_mechanics_are_cited_by_their_number() -> None:
    book = read_book("formal")
    assert [rule.paragraphs for rule in book.rules] == [(f"R{k}",) for k in range(1, 8)]
    cited = [one.paragraphs for one in book.mechanics if one.name.startswith("mechanic_")]
    assert cited == [(f"M{k}",) for k in range(1, 11)]


@pytest.mark.parametrize("rulebook", ["formal", "formal-repaired", "draft"])
def test_every_rule_and_every_condition_has_its_sentence_in_both_languages(rulebook: str) -> None:
    _, found, _ = check(*source(rulebook))
    assert {one.code for one in found} == {"W302"}
    book = read_book(rulebook)
    for one in (*book.rules, *book.mechanics, *book.ends):
        assert one.texts.en, one.name
        assert one.texts.sk, one.name


def test_a_condition_that_the_prelude_does_not_know_gets_no_sentence() -> None:
    book, found = checked(FORMAL.replace("over == Cn[val]", "king == Cn[val]"))
    assert book is not None
    assert ("W303", 7, "king == Cn[val]", "a player whose move fails here gets no sentence") in found


# ----------------------------------------------------------------------------------------------- the draft


def test_the_draft_as_written_is_rejected_where_it_is_wrong() -> None:
    book, found = checked(DRAFT)
    assert book is None
    assert [one for one in found if one[0].startswith("E")] == [
        ("E202", 2, "SP[F] == Kn[-1][H]", "a suit is compared with a value"),
        ("E202", 13, "SP[F] = KA[H]", "a value is stored in 'F', which is a suit"),
    ]


def test_the_draft_is_accepted_with_its_two_wrong_letters_repaired() -> None:
    repaired = DRAFT.replace("Kn[-1][H]", "Kn[-1][F]").replace("SP[F] = KA[H]", "SP[F] = KA[F]")
    book, found = checked(repaired)
    assert book is not None
    assert book.name == "draft"
    assert ("W302", 13, "KA[F]", "'KA[F]' is read as the suit of the top card") in found
    assert ("W302", 2, "Kn[-1]", "'Kn[-1]' is read as the bottom card, which touches the pile") in found


# ---------------------------------------------------------------------------------------------- otherwise


def test_only_a_file_of_nothing_but_blocks_gets_a_prelude() -> None:
    _, found = checked("players: 2..4\n" + FORMAL)
    assert ("E104", "the rulebook does not name itself") in {(code, message) for code, _, _, message in found}


def test_one_block_alone_is_a_document_too() -> None:
    book, _ = checked(FORMAL[FORMAL.index("Game mechanics") :])
    assert book is not None
    assert (len(book.rules), len(book.mechanics)) == (0, 12)
