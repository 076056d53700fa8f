"""What a run keeps in its folder, so that it goes on exactly where it was kept last.

``run.json`` says what made it, ``journal.jsonl`` how it went, ``checkpoint.npz`` where it is, and in the end
``weights.npz`` what it learned.
"""

from __future__ import annotations

import json
import os
import platform
import time
from pathlib import Path
from typing import Any

from faraon import __version__
from faraon.bots.net.weights import SPOILT
from faraon.engines.errors import GameError
from faraon.engines.extras import extra

with extra("train"):
    import jax
    import numpy as np


def made_with() -> dict[str, Any]:
    """The versions and the machine of a run."""
    return {
        "faraon": __version__,
        "jax": jax.__version__,
        "python": platform.python_version(),
        "device": str(jax.devices()[0].device_kind),
    }


class Folder:
    """The folder of one run."""

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        """``about`` is what decides the run; :class:`GameError` where another run is kept."""
        self.path = path
        if not (path / "run.json").exists():
            self._begin(about)
            return
        kept = self.about()
        differs = _differing(json.loads(json.dumps(about)), kept)
        if differs:
            message = f"{path} keeps another run (other: {', '.join(differs)}): name another folder"
            raise GameError("bad-request", message)

    def _begin(self, about: dict[str, Any]) -> None:
        began = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        said = json.dumps({**about, "made": made_with(), "began": began}, indent=1)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if any(self.path.iterdir()):
                message = f"{self.path} is not empty, and no training run: name another folder"
                raise GameError("bad-request", message)
            (self.path / "run.json").write_text(said + "\n")
        except OSError as error:
            raise GameError("bad-request", f"{self.path} cannot keep a run: {error.strerror}") from None

    def about(self) -> dict[str, Any]:
        try:
            found = json.loads((self.path / "run.json").read_text())
        except (OSError, ValueError) as error:
            raise GameError("bad-request", f"{self.path}/run.json cannot be read: {error}") from None
        if not isinstance(found, dict):
            raise GameError("bad-request", f"{self.path}/run.json is not what a run keeps")
        return found

    def note(self, row: dict[str, Any]) -> None:
        with (self.path / "journal.jsonl").open("a") as file:
            file.write(json.dumps(row) + "\n")

    def save(self, counts: dict[str, Any], state: Any) -> None:
        """A checkpoint; whoever is killed while writing it has the one before."""
        arrays = {f"{at}": np.asarray(leaf) for at, leaf in enumerate(jax.tree.leaves(state))}
        said = np.frombuffer(json.dumps(counts).encode(), np.uint8)
        new = self.path / "checkpoint.new.npz"
        with new.open("wb") as file:
            np.savez(file, allow_pickle=False, counts=said, **arrays)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.path / "checkpoint.npz")

    def steps(self) -> int:
        """How many steps the latest checkpoint has seen; 0 if there is none yet."""
        path = self.path / "checkpoint.npz"
        return int(_opened(path)[0]["steps"]) if path.exists() else 0

    def restore(self, like: Any) -> tuple[dict[str, Any], Any] | None:
        """The latest checkpoint, in the shape of a state; ``None`` if there is none yet."""
        path = self.path / "checkpoint.npz"
        if not path.exists():
            return None
        leaves, shape = jax.tree.flatten(like)
        counts, arrays = _opened(path)
        found = [arrays.get(f"{at}") for at in range(len(leaves))]
        typed = []
        for one, leaf in zip(found, leaves, strict=True):
            if one is None or one.shape != leaf.shape:
                raise GameError("bad-request", f"{path} is a checkpoint of another run")
            typed.append(jax.numpy.asarray(one))
        return counts, jax.tree.unflatten(shape, typed)


def _differing(asked: dict[str, Any], kept: dict[str, Any]) -> list[str]:
    """What is not as it was, by name; of groups, such as the settings, the names in it."""
    found: list[str] = []
    for name, value in asked.items():
        before = kept.get(name)
        if isinstance(value, dict) and isinstance(before, dict):
            found += [f"{name}/{one}" for one in _differing(value, before)]
        elif value != before:
            found.append(name)
    return found


def _opened(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        return json.loads(arrays.pop("counts").tobytes()), arrays
    except SPOILT as error:
        raise GameError("bad-request", f"{path} is spoiled: {error}; begin again elsewhere") from None
