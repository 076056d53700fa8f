"""The same work on a real cluster of two nodes gives the same bytes."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from faraon.arena.workers import Place, do_all
from faraon.engines.errors import GameError
from tests.cli.command import faraon_alone
from tests.patience import PATIENCE

RUN = ("arena", "greedy", "uniform", "--games", "24", "--seed", "3", "--json")

CLUSTER = """
import sys
from ray.cluster_utils import Cluster
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
cluster.add_node(num_cpus=1)
cluster.wait_for_nodes()
print(cluster.address, flush=True)
sys.stdin.read()
cluster.shutdown()
"""
"""In a process of its own: Ray changes the one that it lives in, and warns."""

STATES = """
import sys
import ray
from faraon import IllegalMove, load
ray.init(address=sys.argv[1], logging_level="ERROR", log_to_driver=False)
state = load("classic", 3, ace_two="free").deal(seed=3)
play = ray.remote(lambda state, move: state.play(move))
there, here = ray.get(play.remote(ray.put(state), state.moves()[0])), state.play(state.moves()[0])
assert (there, there.log, there.deck) == (here, here.log, here.deck)
assert there.game.engine is state.game.engine
try:
    ray.get(play.remote(state, "hA lA aA bA"))
except ray.exceptions.RayTaskError as error:
    assert type(error.cause) is IllegalMove
    assert error.cause.verdict == state.judge("hA lA aA bA")
    print("states travel")
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    quiet = {
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_DISABLE_IMPORT_WARNING": "1",
        "RAY_memory_monitor_refresh_ms": "0",
    }
    process = subprocess.Popen(
        [sys.executable, "-c", CLUSTER],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, **quiet},
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    yield next(
        line.strip() for line in process.stdout if line.count(":") == 1 and line.strip()[-1].isdecimal()
    )
    process.stdin.close()
    process.wait(PATIENCE)
    process.stdout.close()


def test_a_cluster_of_two_nodes_gives_the_same_bytes(cluster: str, tmp_path: Path) -> None:
    far, near = tmp_path / "far.json", tmp_path / "near.json"
    found = faraon_alone(*RUN, str(far), "--ray", cluster)
    assert found.returncode == 0, found.stderr
    nodes = [line for line in found.stdout.splitlines() if "deals were played on" in line]
    assert len(nodes) == 2, found.stdout
    assert sum(int(line.split()[0]) for line in nodes) == 12
    assert faraon_alone(*RUN, str(near), "--processes", "2").returncode == 0
    assert far.read_bytes() == near.read_bytes()


def number(shared: object, piece: int) -> dict[str, object]:
    return {"shared": shared, "piece": piece}


def test_ray_lives_in_a_process_of_its_own_and_whoever_kills_it_is_told(cluster: str) -> None:
    answers = do_all(number, "all", range(1000), Place(ray=cluster))
    assert next(answers).result["shared"] == "all"
    assert "ray" not in sys.modules
    (driver,) = multiprocessing.active_children()
    driver.kill()
    with pytest.raises(GameError, match="was killed; with --json FILE, the same command goes on"):
        list(answers)


def test_states_travel_to_a_node_and_back(cluster: str) -> None:
    quiet = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_DISABLE_IMPORT_WARNING": "1"}
    found = subprocess.run(
        [sys.executable, "-c", STATES, cluster], capture_output=True, text=True, env=quiet, check=False
    )
    assert found.stdout.splitlines() == ["states travel"], found.stderr
