"""The page of hints shows what is really said: all of it, and every word is true."""

from __future__ import annotations

from tests.docs.hints import PAGE, cases, page
from tests.truth.hint_predicates import REASONS, Hint, problem


def test_the_page_of_hints_is_what_the_bot_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tests.docs.hints"
    assert page().count("\n## ") >= 20


def test_the_page_shows_every_reason_and_all_are_true() -> None:
    found = cases()
    for case, state, advice in found:
        assert problem(Hint(state, advice.move), advice.en, advice.sk) is None, case["title"]
    told = [advice.en for _, _, advice in found]
    assert [en.pattern for en, _, _ in REASONS if not any(map(en.fullmatch, told))] == []
