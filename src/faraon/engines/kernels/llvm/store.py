"""Object files in the cache, so that a program is compiled once on a machine.

A file is named by the hash of everything that the machine code depends on: the texts, this compiler, LLVM
and the processor. It begins with a hash of its own: what was cut off, or written by somebody else, is
compiled anew.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from faraon.caches import cache_folder, read_whole, write_whole
from faraon.engines.extras import extra
from faraon.engines.kernels.cache import Tell, tell_on_stderr

if TYPE_CHECKING:
    from faraon.engines.kernels.llvm.code import Code
    from faraon.engines.kernels.llvm.program import Source

_one_at_a_time = threading.RLock()
MOST_KEPT = 256
_loaded: dict[str, Code] = {}


def need_compiler() -> None:
    """:class:`GameError` if llvmlite is not installed."""
    with extra("fast"):
        import llvmlite  # noqa: F401 - only whether it is there


@lru_cache(maxsize=1)
def _compiler() -> bytes:
    """The texts of this compiler: another one may make other code."""
    folder = resources.files(__package__)
    files = sorted((file.name, file.read_bytes()) for file in folder.iterdir() if file.name.endswith(".py"))
    return b"".join(text for _, text in files)


def key_of(sources: Sequence[Source]) -> str:
    """The name of a program's machine code."""
    from faraon.engines.kernels.llvm.target import processor

    found = hashlib.sha256(_compiler())
    for text in (processor(), *(part for source in sources for part in source)):
        found.update(f"{len(text)} {text}".encode())
    return found.hexdigest()[:32]


def load_code(sources: Sequence[Source], title: str, tell: Tell = tell_on_stderr) -> Code:
    """A program's functions, compiled or taken from the cache; ``title`` is told while it is compiled.

    :class:`GameError` without llvmlite, :class:`SubsetError` for a text outside of the subset.
    """
    need_compiler()
    key = key_of(sources)
    found = _loaded.get(key)
    if found is None:
        with _one_at_a_time:  # whoever needs another program meanwhile does not wait
            found = _loaded.get(key) or _load(key, sources, title, tell)
            while len(_loaded) >= MOST_KEPT:  # whoever uses one still has it
                del _loaded[next(iter(_loaded))]
            _loaded[key] = found
    return found


def _load(key: str, sources: Sequence[Source], title: str, tell: Tell) -> Code:
    from filelock import FileLock

    from faraon.engines.kernels.llvm.code import Code

    try:
        folder = cache_folder() / "llvm"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{key}.o"
        found = read_whole(path)
        if found is None:
            with FileLock(folder / f"{key}.lock"):  # one process compiles, the others find it ready
                found = read_whole(path)
                if found is None:
                    tell(f"compiling {title}, once on this machine …")
                    found = _compile(sources)
                    write_whole(path, found)
    except OSError as error:
        tell(f"the cache cannot be used ({error}): compiling {title} for this time only …")
        found = _compile(sources)
    return Code(found)


def _compile(sources: Sequence[Source]) -> bytes:
    from faraon.engines.kernels.llvm.code import packed
    from faraon.engines.kernels.llvm.program import Program
    from faraon.engines.kernels.llvm.target import object_of

    program = Program(sources)
    return packed(program.signatures, object_of(program.module))
