"""The map of the code names files that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAP = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (?:(?P<hop>\d+) \| )?(?P<where>`.*?) \|", MAP, re.MULTILINE)
"""A hop of the walk, or none; what the row is about."""


def places(where: str) -> list[Path]:
    """The files and folders of a row; a bare name stands in the folder of the one before it."""
    found, folder = [], ROOT
    for name in re.findall(r"`([^`]+)`", where):
        tries = [ROOT / "src" / "faraon" / name, ROOT / name, folder / name, folder.parent / name]
        path = next((one for one in tries if one.exists()), ROOT / name)
        folder = path if path.is_dir() else path.parent
        found.append(path)
    return found


@pytest.mark.parametrize("where", [where for _, where in ROWS])
def test_what_the_map_names_is_there(where: str) -> None:
    assert all(path.exists() for path in places(where)), places(where)


def test_every_hop_of_the_walk_is_a_file() -> None:
    hops = [(int(hop), places(where)) for hop, where in ROWS if hop]
    assert [number for number, _ in hops] == [*range(1, len(hops) + 1)]
    assert len(hops) > 10
    assert all(files and all(path.is_file() for path in files) for _, files in hops)


def test_every_package_is_on_the_map() -> None:
    """In the picture by its name, in the table with what is in it."""
    picture = MAP.split("```")[1]
    packages = [path.parent.name for path in (ROOT / "src" / "faraon").glob("*/__init__.py")]
    assert packages
    assert not [name for name in packages if name not in picture]
    assert not [name for name in packages if f"`{name}/" not in MAP]
