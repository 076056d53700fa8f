"""For all tests: kernels are compiled once a checkout, whoever runs them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("FARAON_CACHE_DIR", str(Path(__file__).parent.parent / ".cache" / "kernels"))


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are processors: tests of servers and browsers wait for a third of their time."""
    return (os.cpu_count() or 1) + 1
