"""What follows from a shipped rulebook, kept on the disk: it is read in a hundredth of the time.

It is kept under the hash of all shipped texts and of the code that works on them; whatever changes, it is
made anew. Other rulebooks are not kept: anybody may write them, and the disk is not theirs.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TypeVar

from faraon.caches import cache_folder, read_whole, write_whole

T = TypeVar("T")

WORKS = ("rulebooks/*.far", "*.py", "lang/*.py", "lang/*.lark", "game/*.py", "engines/**/*.py")
"""What decides what is kept, in the package."""

WEEK = 7 * 24 * 3600


def kept(name: str, kind: str, make: Callable[[], T]) -> T:
    """What is made of the shipped rulebook of this name, made once."""
    try:
        path = _folder() / f"{name}-{kind}.pickle"
        data = read_whole(path)
    except OSError:
        return make()
    if data is not None:
        with suppress(Exception):  # whatever is there, it can be made again
            found: T = pickle.loads(data)  # noqa: S301 - only its user writes to the folder
            return found
    made = make()
    with suppress(OSError):
        if not path.parent.is_dir():
            _forget_others(path.parent)
        write_whole(path, pickle.dumps(made, protocol=5))
    return made


def _folder() -> Path:
    return cache_folder() / f"kept-{_works()}"


@cache
def _works() -> str:
    root, found = Path(__file__).parent.parent, hashlib.sha256(sys.version.encode())
    for pattern in WORKS:
        for path in sorted(root.glob(pattern)):
            found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:16]


def _forget_others(folder: Path) -> None:
    """What other versions kept and nobody has added to for a week."""
    import shutil  # seldom, and it imports every format of archives

    for other in folder.parent.glob("kept-*"):
        with suppress(OSError):
            if other.stat().st_mtime < time.time() - WEEK:
                shutil.rmtree(other)
