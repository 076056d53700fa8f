"""Runs the notebooks of the documentation, cell by cell; a name of a parameter may have another value."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"


def run(name: str, **parameters: object) -> dict[str, Any]:
    """What the notebook's variables are in the end."""
    cells = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{name}, {cell['id']}", "exec"), names)  # noqa: S102
        if "parameters" in cell["metadata"].get("tags", ()):
            assert parameters.keys() <= names.keys()
            names |= parameters
    return names
