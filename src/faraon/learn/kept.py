"""What a run keeps in its folder, so that it goes on exactly where it was kept last.

``run.json`` says what made it, ``journal.jsonl`` how it went, ``checkpoint.npz`` where it is, ``belief.npz``
where the belief is, and in the end ``weights.npz`` what it learned.
"""

from __future__ import annotations

import json
import math
import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from faraon import __version__
from faraon.bots.net.weights import SPOILT
from faraon.engines.errors import GameError
from faraon.engines.extras import extra

with extra("train"):
    import jax
    import numpy as np

try:
    import fcntl
except ImportError:  # on Windows nobody notices a second process
    fcntl = None  # type: ignore[assignment]

CHECKPOINT, BELIEF = "checkpoint.npz", "belief.npz"
"""Where self-play is, and the teaching of the belief."""

NOTED = ("made", "began")
"""What is written beside what decides a run."""


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
        try:
            kept = (path / "run.json").exists()
        except OSError as error:
            raise GameError("bad-request", f"{path} cannot keep a run: {error.strerror}") from None
        if not kept:
            self._begin(about)
            return
        before = {name: value for name, value in self.about().items() if name not in NOTED}
        differs = _differing(json.loads(json.dumps(about)), before)
        if differs:
            message = f"{path} keeps another run (other: {', '.join(differs)}): name another folder"
            raise GameError("bad-request", message)

    def _begin(self, about: dict[str, Any]) -> None:
        began = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        said = json.dumps({**about, "made": made_with(), "began": began}, indent=1)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            new = self.path / "run.json.new"
            if {*self.path.iterdir()} - {new}:
                message = f"{self.path} is not empty, and no training run: name another folder"
                raise GameError("bad-request", message)
            with _replacing(self.path / "run.json") as file:
                file.write((said + "\n").encode())
        except OSError as error:
            raise GameError("bad-request", f"{self.path} cannot keep a run: {error.strerror}") from None

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keeps other processes from training here meanwhile; :class:`GameError` if one does already."""
        with (self.path / "run.json").open("rb") as file:
            try:
                if fcntl is not None:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                message = f"another process trains in {self.path} at this moment"
                raise GameError("bad-request", message) from None
            except OSError:  # some file systems have no locks
                pass
            yield

    def about(self) -> dict[str, Any]:
        try:
            found = json.loads((self.path / "run.json").read_text())
        except (OSError, ValueError, RecursionError) as error:
            raise GameError("bad-request", f"{self.path}/run.json cannot be read: {error}") from None
        if not isinstance(found, dict):
            raise GameError("bad-request", f"{self.path}/run.json is not what a run keeps")
        return found

    def note(self, row: dict[str, Any]) -> None:
        """One more line; half a line, of somebody who was killed while writing it, gives way to it."""
        with self.writing(), (self.path / "journal.jsonl").open("a+b") as file:
            file.seek(0)
            file.truncate(file.read().rfind(b"\n") + 1)
            file.write(json.dumps(row).encode() + b"\n")

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Where the disk is full, say, this is told."""
        try:
            yield
        except OSError as error:
            message = f"{self.path} cannot be written any more: {error.strerror}; what was kept is there"
            raise GameError("bad-request", message) from None

    def save(self, counts: dict[str, Any], state: Any, name: str = CHECKPOINT) -> None:
        """A checkpoint; whoever is killed while writing it has the one before."""
        arrays = {f"{at}": np.asarray(leaf) for at, leaf in enumerate(jax.tree.leaves(state))}
        said = np.frombuffer(json.dumps(counts).encode(), np.uint8)
        with self.writing(), _replacing(self.path / name) as file:
            np.savez(file, allow_pickle=False, counts=said, **arrays)

    def steps(self) -> int:
        """How many steps the latest checkpoint has seen; 0 if there is none yet."""
        path = self.path / CHECKPOINT
        return _opened(path)[0]["steps"] if path.exists() else 0

    def restore(self, like: Any, name: str = CHECKPOINT) -> tuple[dict[str, Any], Any] | None:
        """The latest checkpoint, in the shape of a state; ``None`` if there is none yet."""
        path = self.path / name
        if not path.exists():
            return None
        leaves, shape = jax.tree.flatten(like)
        counts, arrays = _opened(path)
        found = [arrays.get(f"{at}") for at in range(len(leaves))]
        typed = []
        for one, leaf in zip(found, leaves, strict=True):
            if one is None or one.shape != leaf.shape or one.dtype != leaf.dtype:
                raise GameError("bad-request", f"{path} is a checkpoint of another run")
            typed.append(jax.numpy.asarray(one))
        return counts, jax.tree.unflatten(shape, typed)


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of the one before once all of it is written."""
    new = path.with_name(f"{path.name}.new")
    with new.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def _differing(asked: dict[str, Any], kept: dict[str, Any]) -> list[str]:
    """What is not as it was, by name; of groups, such as the settings, the names in it."""
    found: list[str] = []
    for name in {**asked, **kept}:
        value, before = asked.get(name), kept.get(name)
        if isinstance(value, dict) and isinstance(before, dict):
            found += [f"{name}/{one}" for one in _differing(value, before)]
        elif value != before:
            found.append(name)
    return found


def _opened(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        counts = json.loads(arrays.pop("counts").tobytes())
        steps, seconds = int(counts["steps"]), float(counts.get("seconds", 0))
        if steps < 0 or not 0 <= seconds < math.inf:
            raise ValueError("it has made less than no step")
        return {"steps": steps, "seconds": seconds}, arrays
    except SPOILT as error:
        raise GameError("bad-request", f"{path} is spoiled: {error}; begin again elsewhere") from None
