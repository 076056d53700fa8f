"""The command ``faraon`` with its arguments, its input and a plain environment."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest

from faraon.cli import main
from tests.patience import PATIENCE

PLAIN = {"NO_COLOR": "1", "COLUMNS": "160", "LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}

Ended = subprocess.CompletedProcess[str]


def faraon(*arguments: str, given: str = "", **environment: str) -> Ended:
    """Run in this process, which has loaded everything already; what would be a traceback is raised."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**PLAIN, **environment}.items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", ["faraon", *arguments])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        with pytest.raises(SystemExit) as ended:
            main()
    assert isinstance(ended.value.code, int)
    return Ended(arguments, ended.value.code, _written(out), _written(err))


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def faraon_alone(*arguments: str, given: str = "", **environment: str) -> Ended:
    """Run in a process of its own, as a shell starts it; it may not take for ever."""
    return subprocess.run(
        [sys.executable, "-m", "faraon", *arguments],
        input=given, capture_output=True, text=True, encoding="utf-8",
        env={**os.environ, **PLAIN, **environment}, timeout=PATIENCE, check=False,
    )  # fmt: skip
