"""A virtual environment with lark alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src"

Lean = Callable[..., str]


@pytest.fixture(scope="session")
def lean_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its Python. Lark is copied from the packages of this one, so that no registry has to be reached."""
    folder = tmp_path_factory.mktemp("lean") / "venv"
    venv.create(folder, symlinks=os.name != "nt")
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    for file in distribution("lark").files or ():
        if ".." not in file.parts:  # not the scripts
            (packages / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(Path(str(file.locate())), packages / file)
    return Path(sysconfig.get_path("scripts", "venv", {"base": str(folder)})) / Path(sys.executable).name


@pytest.fixture
def lean(lean_python: Path, tmp_path: Path) -> Lean:
    """Runs a script there, in an empty home; what it prints, and on demand its errors."""

    def run(script: str, *arguments: str, errors: bool = False) -> str:
        done = subprocess.run(
            [str(lean_python), "-W", "error", "-s", "-c", script, *arguments],
            env={"PYTHONPATH": str(SOURCES), "HOME": str(tmp_path)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        if not errors:
            assert not done.stderr, done.stderr
            assert done.returncode == 0
        return done.stderr if errors else done.stdout

    return run
