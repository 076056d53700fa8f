"""For all tests: what is compiled is compiled once a checkout, and what is expensive to set up is shared."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

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


class Groups(LoadScopeScheduling):  # type: ignore[misc]  # xdist carries no types
    """Every test by itself, wherever there is room, except those of a group."""

    def _split_scope(self, nodeid: str) -> str:
        return next((group for path, group in GROUPS.items() if nodeid.startswith(path)), nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    return Groups(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, so that no process is left alone with it in the end."""
    items.sort(key=lambda item: item.get_closest_marker("soak") is None)
