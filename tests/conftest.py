"""For all tests: what is compiled is compiled once a checkout, and what is expensive to set up is shared."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

CACHE = Path(__file__).parent.parent / ".cache"
os.environ.setdefault("FARAON_CACHE_DIR", str(CACHE / "kernels"))
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(CACHE / "jax"))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the command

GROUPS = {
    "tests/browser": "browser",
    "tests/lean": "lean",
    "tests/conformance/test_jax.py": "jax",
    "tests/play/test_jax_states.py": "jax",
    "tests/env/test_jax_observation.py": "jax",
    "tests/learn": "jax",
    "tests/conformance/test_kernels.py::test_numba": "numba",
    "tests/bots/test_machines.py::test_numba": "numba",
    "tests/arena/test_ray.py": "ray",
    "tests/bots/test_ready.py": "ready",
    "tests/bots/test_equilibrium.py": "equilibrium",
    "tests/server/test_admin.py": "admin",
    "tests/server/test_owners.py": "owners",
    "tests/server/test_reviews.py": "reviews",
    "tests/server/test_workers.py": "workers",
    "tests/play/test_processes.py": "processes",
    "tests/wasm": "wasm",
}
"""These tests stay in one process: one Chromium, one environment, JAX, Numba, one cluster, one database, one
module for all. What several would compile, the others would only wait for."""

LONGEST = (
    "tests/browser",
    "tests/conformance/test_jax.py",
    "tests/play/test_jax_states.py",
    "tests/server/test_kill.py",  # needs no kernel: others need the one of classic, and would wait for it
    "tests/server/test_workers.py",
    "tests/server/test_faults.py",
    "tests/arena/test_ray.py",
    "tests/conformance/test_kernels.py::test_numba",
    "tests/bots/test_machines.py::test_numba",
    "tests/bots/test_solver.py",
    "tests/conformance/test_kernels.py",
    "tests/server/test_leaks.py",
    "tests/lean",
    "tests/server/test_admin.py",
)
"""What takes longest, in the order in which it is begun."""


@pytest.hookimpl(optionalhook=True)  # without xdist (`-p no:xdist`) nobody asks
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """More than there are processors: tests of servers and browsers wait for half of their time."""
    return (os.cpu_count() or 1) + 2


class Groups(LoadScopeScheduling):  # type: ignore[misc]  # xdist carries no types
    """Every test by itself, wherever there is room, except those of a group."""

    def _split_scope(self, nodeid: str) -> str:
        return next((group for path, group in GROUPS.items() if nodeid.startswith(path)), nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    config.option.loadscopereorder = False  # by what they take, not by how many they are
    return Groups(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, so that no process is left alone with it in the end."""

    def turn(item: pytest.Item) -> tuple[int, bool]:
        known = (at for at, path in enumerate(LONGEST) if item.nodeid.startswith(path))
        return next(known, len(LONGEST)), item.get_closest_marker("soak") is None

    items.sort(key=turn)


def pytest_collection_finish() -> None:
    """Tests and modules stay: the collector of garbage need not walk through them each time. Nor need it look
    after every 700 objects: games and rulebooks are made of many that stay, and it took up to a twelfth of
    the time."""
    gc.freeze()
    gc.set_threshold(10_000)
