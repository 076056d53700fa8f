"""The notebooks in full, with the libraries that they need."""

from __future__ import annotations

import re

import pytest

from tests.docs.notebooks import NOTEBOOKS, run

LEAST = 80
"""Per cent of the games against random players that the agent of the notebook wins."""


@pytest.mark.parametrize("name", sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")))
def test_it_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(name)
    told = capsys.readouterr().out
    print(told)
    if name == "ppo":
        before, after = (float(share) for share in re.findall(r"(?:before|after): +([\d.]+) %", told))
        assert before < LEAST <= after
