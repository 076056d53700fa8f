"""For all tests: what is compiled is compiled once a checkout, and what is expensive to set up is shared."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

CACHE = Path(__file__).parent.parent / ".cache"
os.environ.setdefault("FARAON_CACHE_DIR", str(CACHE / "kernels"))
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(CACHE / "jax"))

GROUPS = {
    "tests/browser": "browser",
    "tests/lean": "lean",
    "tests/conformance/test_jax.py": "jax",
    "tests/play/test_jax_states.py": "jax",
}
"""These tests stay in one process, which starts one Chromium, makes one environment, loads JAX once."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are processors: tests of servers and browsers wait for a third of their time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Groups come first, then what takes long, so that no process is left alone with it in the end."""
    for item in items:
        for path, group in GROUPS.items():
            if item.nodeid.startswith(path):
                item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=lambda item: item.get_closest_marker("soak") is None)
