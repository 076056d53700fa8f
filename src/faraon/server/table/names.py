"""Names that people choose: what can be seen of them, and no two that look alike at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

LONGEST = 24
LONGEST_WORDS = 200
MOST_MARKS = 2
"""On one letter; no language of ours needs more."""
NAMELESS = "Hráč"
UNSEEN = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
            *range(0x180B, 0x1810),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)
"""Signs that count as printable and show nothing."""
SPOILS = frozenset('"[]<>')
"""What would end a record's tag."""
ALIKE = str.maketrans(
    "АВЕЗКМНОРСТУХІЈЅԌԚԜавезкмнорстухіјѕԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧοινκρτυχ",
    "ABE3KMHOPCTYXIJSGQWaBe3kMHopcTyxijsdhqwABEZHIKMNOPTYXoivkptux",
)
"""Letters of other scripts that look like Latin ones."""


def clean_name(name: str) -> str:
    """A name without what cannot be seen, piles of marks, or what would spoil a line or a record's tag.

    >>> clean_name("  Eva\\u200b\\u202e  [x] "), clean_name("\\u3164")
    ('Eva x', 'Hráč')
    >>> len(clean_name("E" + 9 * "\\u0335"))
    3
    """
    return _seen("".join(char for char in name if char not in SPOILS), LONGEST) or NAMELESS


def clean_words(text: str) -> str:
    r"""What somebody writes to others, in one line; empty if nothing of it can be seen.

    >>> clean_words("  Ahoj\u202e,\n <b>ty</b>! "), clean_words("\u200b")
    ('Ahoj, <b>ty</b>!', '')
    """
    return _seen(" ".join(text.split()), LONGEST_WORDS)


def _seen(text: str, longest: int) -> str:
    """What can be seen of a text, its marks in moderation."""
    kept: list[str] = []
    marks = MOST_MARKS  # none before the first letter
    for char in unicodedata.normalize("NFC", text):
        if not char.isprintable() or char in UNSEEN:
            continue
        marks = marks + 1 if unicodedata.category(char).startswith("M") else 0
        if marks <= MOST_MARKS:
            kept.append(char)
    return " ".join("".join(kept).split())[:longest].strip()


def in_a_sentence(name: str) -> str:
    """A name between other words: one that is written from right to left does not turn them around.

    >>> in_a_sentence("Eva"), in_a_sentence("\u05d0") == "\u2068\u05d0\u2069"
    ('Eva', True)
    """
    leftwards = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in name)
    return f"\u2068{name}\u2069" if leftwards else name


def look(name: str) -> str:
    """What two names have in common that cannot be told apart at a glance.

    >>> look("EVA") == look("еvа") == look("Ｅｖａ"), look("Eva") == look("Éva")
    (True, False)
    """
    return unicodedata.normalize("NFKC", name).translate(ALIKE).casefold().replace(" ", "")


def distinct_name(name: str, others: Iterable[str]) -> str:
    """A clean name that nobody else at the table has: with a number, if somebody has it.

    >>> distinct_name("eva", ["Eva", "Jano"]), distinct_name("Eva 2", ["Eva 2"]), distinct_name("x²", ["x²"])
    ('eva 2', 'Eva 2 2', 'x² 2')
    """
    cleaned, taken = clean_name(name), {look(other) for other in others}
    if look(cleaned) not in taken:
        return cleaned
    ways = (f"{cleaned[: LONGEST - 3].strip()} {number}" for number in range(2, 100))
    return next(way for way in ways if look(way) not in taken)
