"""The examples of the page on training run as they stand, as far as nothing else is needed for them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "train-an-agent.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(EXAMPLES[number], {})  # noqa: S102 - our own page
    assert capsys.readouterr().out


def test_the_numbers_of_three_players() -> None:
    from faraon import load
    from faraon.env.spec import observation_spec

    assert f"{observation_spec(load('classic', 3))[-1].end} numbers" in PAGE
