"""The shipped rulebooks: sound, in both languages, and known by what they decide."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from faraon.lang import ir
from faraon.lang.library import book_from_text, check, read_book, shipped, source

CLEAN = ("classic", "crazy", "family", "mau", "mini-6", "mini-8", "prsi")
"""Those that are not quoted from documents."""

ENGLISH = frozenset(
    {
        "the",
        "you",
        "your",
        "and",
        "with",
        "card",
        "cards",
        "draw",
        "lay",
        "player",
        "players",
        "not",
        "may",
        "suit",
    }
    | {
        "seven",
        "sevens",
        "ace",
        "aces",
        "over",
        "under",
        "king",
        "pile",
        "stock",
        "turn",
        "game",
        "pharaoh",
        "is",
    }
)
SLOVAK = re.compile("[áäčďéíľĺňóôŕšťúýž]", re.IGNORECASE)


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_rulebook_has_no_errors(name: str) -> None:
    book, found, _ = check(*source(name))
    assert book is not None
    assert [str(one.span) for one in found if one.is_error] == []


@pytest.mark.parametrize("name", CLEAN)
def test_no_warnings_either(name: str) -> None:
    assert check(*source(name))[1] == []


@pytest.mark.parametrize("name", [name for name in shipped() if name not in CLEAN])
def test_documents_are_warned_about_where_something_is_read_into_them(name: str) -> None:
    assert {one.code for one in check(*source(name))[1]} <= {"W301", "W302"}


# ------------------------------------------------------------------------------------------------------ texts


def texts_in(part: object) -> Iterator[ir.Texts]:
    """All texts of a rulebook."""
    if isinstance(part, ir.Texts):
        if part:
            yield part
    elif is_dataclass(part):
        for field in fields(part):
            yield from texts_in(getattr(part, field.name))
    elif isinstance(part, tuple):
        for one in part:
            yield from texts_in(one)


def sentences_of(book: ir.Book) -> Iterator[ir.Texts]:
    """The texts that are said to players."""
    yield from texts_in((book.starts, book.rules, book.fouls, book.mechanics, book.ends, book.forbids))
    yield from texts_in(book.definitions)
    yield from texts_in(tuple(one for one in book.says if not one.number.endswith(".0")))


def plain(template: ir.Template) -> str:
    """A text with ``{}`` for its places, and the words that are put into them."""
    return "".join(part if isinstance(part, str) else "{}" + " ".join(part.forms) for part in template)


@pytest.mark.parametrize("name", shipped())
def test_every_text_is_there_in_both_languages(name: str) -> None:
    for texts in texts_in(read_book(name)):
        assert texts.en, texts
        assert texts.sk, texts
        assert bool(texts.en_long) == bool(texts.sk_long), texts


@pytest.mark.parametrize("name", shipped())
def test_whatever_a_player_meets_has_a_text(name: str) -> None:
    book = read_book(name)
    implications = (*book.rules, *book.fouls, *book.mechanics, *book.ends, *book.starts)
    assert book.texts
    assert [one.name for one in implications if not one.texts] == []
    assert [option.name for option in book.options if not option.texts.en_long] == []
    assert all(variable.texts for variable in book.state)
    for option in book.options:
        told = dict(option.value_texts)
        assert all(value in told for value in option.values if isinstance(value, str)), option.name


@pytest.mark.parametrize("name", shipped())
def test_no_english_is_left_in_the_slovak(name: str) -> None:
    for texts in texts_in(read_book(name)):
        for en, sk in ((texts.en, texts.sk), (texts.en_long, texts.sk_long)):
            words = set(re.findall(r"\w+", plain(sk).lower()))
            assert not words & ENGLISH, plain(sk)
            assert plain(en) != plain(sk) or len(words) <= 1, plain(sk)


@pytest.mark.parametrize("name", shipped())
def test_no_slovak_is_left_in_the_english(name: str) -> None:
    for texts in texts_in(read_book(name)):
        for template in (texts.en, texts.en_long):
            words = plain(template).replace("Faraón", "").replace("Prší", "")
            assert not SLOVAK.search(words), words


@pytest.mark.parametrize("name", shipped())
def test_both_languages_fill_in_the_same(name: str) -> None:
    for texts in texts_in(read_book(name)):
        en, sk = ({part.expr for part in one if isinstance(part, ir.Slot)} for one in (texts.en, texts.sk))
        assert en == sk, plain(texts.en)


@pytest.mark.parametrize("name", shipped())
def test_sentences_begin_with_a_capital_and_end_with_a_full_stop(name: str) -> None:
    for texts in sentences_of(read_book(name)):
        for template in (texts.en, texts.sk):
            sentence = plain(template)
            assert sentence[0] == "{" or sentence[0].isupper(), sentence
            assert sentence.endswith("."), sentence
            assert "  " not in sentence
            assert " ." not in sentence
            assert " ," not in sentence


# ------------------------------------------------------------------------------------------------ fingerprint


def changed(old: str, new: str) -> str:
    """The fingerprint of ``classic`` after a change of its text."""
    file, text = source("classic")
    assert old in text, old
    return book_from_text(text.replace(old, new), file).hash


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('en "Draw a card."', 'en "Take a card."'),
        ('sk "Ťahaj kartu."', 'sk "Ber kartu." '),
        ("# ---", "# ==="),
        ("rule draw §4 §5 when", "# why not\nrule draw §4 §5 §6 when"),
        ("\n\nrule pass", "\nrule pass"),
        ("not alone & stopped -> stand,", "not alone\n    & stopped\n    -> stand,"),
        ("let alone §10 = active == 1", "let alone §10 = (active == 2 - 1)"),
        ("rulebook classic", "rulebook another"),
        ('on  en "yes" sk "áno"', 'on  en "of course" sk "pravdaže"'),
    ],
)
def test_the_fingerprint_is_not_changed_by(old: str, new: str) -> None:
    assert changed(old, new) == read_book("classic").hash


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("let alone §10 = active == 1", "let alone §10 = active <= 2"),
        ("stand, draw owed, owed = 0,", "stand, draw owed + 1, owed = 0,"),
        ("state owed: 0..999 = 0", "state owed: 0..998 = 0"),
        ("option hand_size = 5 | 4", "option hand_size = 4 | 5"),
        ("players §1: 2..15", "players §1: 2..14"),
        ("shuffled = (recycle == shuffle)", "shuffled = (recycle == turn)"),
        ("left < 5", "left < 6"),
        ("Cn[val] == over & c is chosen", "Cn[val] == king & c is chosen"),
        ("-> again = true\n", "-> again = false\n"),
        ("state drawn: hidden card = none", "state drawn: card = none"),
        ("mechanic pharaoh §11", "mechanic pharaoh before over §11"),
    ],
)
def test_the_fingerprint_is_changed_by(old: str, new: str) -> None:
    assert changed(old, new) != read_book("classic").hash


def test_every_shipped_rulebook_has_its_own_fingerprint() -> None:
    hashes = [read_book(name).hash for name in shipped()]
    assert len(set(hashes)) == len(hashes)
    assert all(re.fullmatch("[0-9a-f]{64}", one) for one in hashes)
