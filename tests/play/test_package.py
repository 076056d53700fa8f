"""What `import faraon` gives, and what it costs."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys

import pytest
from typer.testing import CliRunner

import faraon
from faraon.arena.run import Run
from faraon.cli.app import app


def test_the_version_is_that_of_the_package() -> None:
    assert faraon.__version__ == importlib.metadata.version("faraon")


def test_a_source_tree_without_an_installation_has_a_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    assert faraon.__version__ == "0+source"
    assert CliRunner().invoke(app, ["--version"]).output == "faraon 0+source\n"
    run = Run.of(faraon.load("classic"), ["greedy", "uniform"], games=2, seed=1)
    assert run.identity()["version"] == "0+source"


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'versions'"):
        _ = faraon.versions  # type: ignore[attr-defined]  # this is the point
    assert all(hasattr(faraon, name) for name in faraon.__all__)


def test_importing_it_loads_nothing_large() -> None:
    code = "import faraon, sys; print(*{name.partition('.')[0] for name in sys.modules})"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    large = {
        "numpy",
        "llvmlite",
        "numba",
        "jax",
        "ray",
        "rich",
        "typer",
        "starlette",
        "sqlalchemy",
        "msgspec",
    }
    assert not large & set(found.stdout.split())
