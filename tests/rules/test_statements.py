"""Every numbered statement of the rulebook in words is shown by a test; ``-m`` prints them side by side.

A test names the statements that it shows: ``@pytest.mark.says("13.4")``.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from faraon.engines.explain.statements import Said, in_order, statements
from faraon.lang.format import format_text
from faraon.lang.ir import Option, Scalar
from faraon.lang.library import read_book
from faraon.play.game import load

TESTS = Path(__file__).parents[1]
WORDS = "_words.far"


def marks(text: str) -> Iterator[tuple[str, str]]:
    """The tests of a file and the statements that they name, found without running it."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.says":
                    yield from ((node.name, str(ast.literal_eval(number))) for number in mark.args)


def named() -> dict[str, list[str]]:
    """From the number of a statement to the tests that name it."""
    found = defaultdict(list)
    for file in sorted(TESTS.rglob("test_*.py")):
        for test, number in marks(file.read_text(encoding="utf-8")):
            found[number].append(f"{file.relative_to(TESTS)}::{test}")
    return found


def numbers() -> list[str]:
    """All statements, also those of other settings; the headings are none."""
    written = [statement.number for statement in read_book("classic").says]
    return sorted((number for number in written if not number.endswith(".0")), key=in_order)


def told(**options: Any) -> list[Said]:
    return statements(load("classic", **options).bound, "en")


# ------------------------------------------------------------------------------------------ tests name them


def test_every_statement_is_shown_by_a_test() -> None:
    shown = named()
    assert [number for number in numbers() if number not in shown] == []


def test_every_test_names_statements_that_exist() -> None:
    known = set(numbers())
    assert {number: tests for number, tests in named().items() if number not in known} == {}


# -------------------------------------------------------------------------------------- what they are like


def test_there_are_twenty_paragraphs_each_with_a_heading() -> None:
    said = told()
    assert [one.paragraph for one in said if one.is_heading] == [str(number) for number in range(1, 21)]
    assert {one.paragraph for one in said if not one.is_heading} == {str(number) for number in range(1, 21)}


def test_the_statements_of_the_classic_game_are_numbered_without_a_gap() -> None:
    for paragraph in range(1, 21):
        own = [one.number for one in told() if one.paragraph == str(paragraph)]
        assert own == [f"{paragraph}.{count}" for count in range(len(own))]


def test_every_statement_is_one_short_sentence_in_both_languages() -> None:
    for statement in read_book("classic").says:
        for template in (statement.texts.en, statement.texts.sk):
            text = "".join(part if isinstance(part, str) else "{}" for part in template)
            assert 0 < len(text) < 115, text
            if not statement.number.endswith(".0"):
                assert text.endswith("."), text
                assert ". " not in text, text


SETTINGS = [
    (option, value)
    for option in read_book("classic").options
    for value in (*option.values, *((option.range[1],) if option.range else ()))
    if value != option.default
]


@pytest.mark.parametrize(
    ("option", "value"), SETTINGS, ids=[f"{option.name}={value}" for option, value in SETTINGS]
)
def test_every_setting_is_told(option: Option, value: Scalar) -> None:
    """What it changes stands in a paragraph that the option cites, if it cites any."""
    before, after = (
        {(one.number, one.text) for one in told(**chosen)} for chosen in ({}, {option.name: value})
    )
    changed = {f"§{number.partition('.')[0]}" for number, _ in before ^ after}
    assert changed
    assert changed >= set(option.paragraphs[:1])


def test_where_nothing_is_answered_no_start_card_is() -> None:
    options = {"seven_answer": "off", "pharaoh": "off", "ace_answer": "off"}
    assert not any("answered as usual" in one.text for one in told(**options))
    assert sum("answered as usual" in one.text for one in told()) == 2


def test_s08_points_to_a_paragraph_that_says_something() -> None:
    """Aces with two players follow §6 where nobody is asked."""
    for groups, answer in product(("on", "off", "except_aces"), ("on", "off")):
        said = told(ace_two="free", groups=groups, ace_answer=answer)
        assert any(one.paragraph == "6" and not one.is_heading for one in said)


def test_the_file_is_laid_out_in_the_one_way() -> None:
    text = read_book("classic").sources[WORDS]
    assert format_text(text, WORDS) == text


def main() -> None:
    """Statements and tests, side by side."""
    tests = named()
    for statement in sorted(read_book("classic").says, key=lambda one: in_order(one.number)):
        text = "".join(part if isinstance(part, str) else "…" for part in statement.texts.en)
        if statement.number.endswith(".0"):
            print(f"\n§{statement.number.removesuffix('.0')} {text}")
            continue
        print(f"{statement.number:>6}  {text}")
        for test in tests.get(statement.number, ["(no test)"]):
            print(f"{'':>10}{test}")


if __name__ == "__main__":
    main()
