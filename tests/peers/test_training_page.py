"""The examples of the page on training that need the libraries of others, with small numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "train-an-agent.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python notest\n(.*?)```", PAGE, re.DOTALL)
SMALLER = {"100_000": "256", "65_536": "64", "4096": "32"}


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs(number: int) -> None:
    text = EXAMPLES[number]
    for large, small in SMALLER.items():
        text = text.replace(large, small)
    exec(text, {})  # noqa: S102 - our own page
