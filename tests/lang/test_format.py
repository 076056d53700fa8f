"""The formatter: every shipped rulebook formats to itself, nothing is lost, and the meaning stays."""

from __future__ import annotations

import random

import pytest

from faraon.lang.errors import RulebookError
from faraon.lang.format import format_text
from faraon.lang.library import book_from_text, shipped, source

NAMES = [*shipped()]


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_rulebook_formats_to_itself(name: str) -> None:
    file, text = source(name)
    assert format_text(text, file) == text


@pytest.mark.parametrize("name", ["classic", "prsi"])
def test_another_layout_formats_to_the_same(name: str) -> None:
    _, text = source(name)
    rng = random.Random(name)
    lines = []
    for line in text.splitlines():
        if "#" not in line and '"' not in line and line.strip():
            line = line.replace(" & ", rng.choice((" & ", "  &  ", "&"))).replace(
                " == ", rng.choice((" == ", "=="))
            )
            line = " " * rng.randrange(6) + line.strip()
        lines.append(line + " " * rng.randrange(3))
    messy = "\n".join(lines)
    assert messy != text
    assert format_text(messy) == text


def test_the_meaning_stays() -> None:
    text = """rulebook x
deal: hand = 5
state suit: suit = TOP[suit]
state owed: 0..9 = 1 + 2 * 3
rule a: (owed > 1 | owed == 0) & not (owed == 3 & n == 1) -> put Cn
rule b: not not (owed % 2 == 1) -> draw (owed - (2 - 1)) * 3
mechanic m: Cn[val] == over & c is chosen -> suit = c, owed = 1 if owed == 2 else 3 if owed == 4 else 5
end e: active == 1 -> loser = i
"""
    laid_out = format_text(text)
    assert format_text(laid_out) == laid_out
    assert book_from_text(laid_out).hash == book_from_text(text).hash
    assert "draw (owed - (2 - 1)) * 3" in laid_out
    assert "(owed > 1 | owed == 0) & not (owed == 3 & n == 1)" in laid_out


def test_sentences_are_laid_out() -> None:
    text = """rulebook x
include classic
says owing   yes if TOP==(hearts,king)  en "A king waits." sk "Čaká kráľ."
says owing no en "Nothing waits." sk "Nič nečaká."
"""
    laid_out = format_text(text)
    assert format_text(laid_out) == laid_out
    assert 'says owing yes if TOP == (hearts, king)\n    en "A king waits."\n    sk "Čaká kráľ."' in laid_out
    assert "says owing no\n" in laid_out


def test_comments_stay_where_they_were() -> None:
    text = """# at the top

rulebook x    # beside a statement
# before a statement
deal: hand = 5
rule a: owed == 0 # in the middle
    -> put Cn
# at the end
"""
    laid_out = format_text(text)
    for comment in (
        "# at the top",
        "# beside a statement",
        "# before a statement",
        "# in the middle",
        "# at the end",
    ):
        assert laid_out.count(comment) == 1
    assert format_text(laid_out) == laid_out
    assert laid_out.splitlines()[2] == "rulebook x    # beside a statement"


def test_a_block_from_a_document_stays_as_it_is() -> None:
    block = "Rules:\n    # match suit\n    - (ace   == 0 &  cnt == 1)    ->  put Cn into DP\n"
    assert block in format_text("rulebook x\n\n" + block)


def test_what_cannot_be_read_is_not_formatted() -> None:
    with pytest.raises(RulebookError, match="E101"):
        format_text("rule rule rule")
