"""The rulebooks of the how-to, as a reader of the page makes them."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parent.parent.parent / "docs" / "how-to" / "house-rules.md"
HOUSE_RULES = PAGE.read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(?P<kind>\w+) ?(?P<file>\S*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
SOUND = ("kings", "eights", "slow", "plain", "dlh", "king", "nines", "until", "quick")
"""Those that pass the checker."""


def rulebook(name: str) -> str:
    """The text of a rulebook: all blocks of its file, one after another."""
    return "".join(block["text"] for block in BLOCK.finditer(HOUSE_RULES) if block["file"] == f"{name}.far")


def write_rulebooks(folder: Path, *names: str) -> list[Path]:
    """The files of these rulebooks in a folder."""
    paths = [folder / f"{name}.far" for name in names]
    for path in paths:
        path.write_text(rulebook(path.stem), encoding="utf-8")
    return paths
