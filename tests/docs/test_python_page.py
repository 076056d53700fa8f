"""Every name on the page of the Python API is there, and its example runs."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
NAMES = sorted(set(re.findall(r"`(faraon\.[\w.]+\w)", PAGE)))
OTHERS = ("faraon.env.gymnasium", "faraon.env.openspiel", "faraon.env.pettingzoo", "faraon.env.pgx")
"""They need the libraries of others, and are tried with them."""


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(example, {})  # noqa: S102 - our own page
    assert "Known" in capsys.readouterr().out


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OTHERS])
def test_a_name_is_there(name: str) -> None:
    parts = name.split(".")
    found, at = importlib.import_module("faraon"), 1
    while at < len(parts):
        part = parts[at]
        if not hasattr(found, part):
            importlib.import_module(".".join(parts[: at + 1]))
        found, at = getattr(found, part), at + 1
