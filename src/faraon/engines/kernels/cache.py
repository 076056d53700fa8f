"""Generated modules on disk, so that a kernel is compiled once a machine.

A module's file is named by the hash of its text, and the text names the emitter; a folder is kept for each
version of Numba, Python and this machine's processor. What runs is always the text that was just generated:
the file is there for Numba, which keeps the machine code beside it, and for people to read. A file that
says something else is written anew, and with it Numba's code goes stale.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType

from faraon.caches import cache_folder, write_at_once
from faraon.engines.kernels.text import joined

Tell = Callable[[str], None]

_one_at_a_time = threading.RLock()

WRITTEN = 1_000_000_000
"""The time stamp of every generated file. Numba trusts its code as long as the stamp and the size of the
file are the same, and a process that writes the same text again must not make it distrust the code of
another."""


def tell_on_stderr(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def versions() -> str:
    """What machine code depends on besides the text."""
    import llvmlite
    import numba

    python = f"py{sys.version_info.major}.{sys.version_info.minor}"
    return f"numba-{numba.__version__}-llvmlite-{llvmlite.__version__}-{python}-{platform.machine()}"


def load_module(text: str, title: str, tell: Tell = tell_on_stderr) -> ModuleType:
    """A generated module, compiled or taken from the cache; ``title`` is told while it is compiled."""
    name = "faraon_kernel_" + hashlib.sha256(text.encode()).hexdigest()[:24]
    with _one_at_a_time:  # a module that another thread is still loading is no module yet
        return sys.modules.get(name) or _load(name, text, title, tell)


def load_machine(kernel: ModuleType, modules: tuple[str, ...], title: str, tell: Tell) -> ModuleType:
    """Modules compiled as one for a kernel. Their text names the kernel, whose name is the hash of its own
    text: machine code of another kernel is never taken for it."""
    return load_module(joined(*modules, kernel=kernel.__name__), title, tell)


def _load(name: str, text: str, title: str, tell: Tell) -> ModuleType:
    from filelock import FileLock

    try:
        folder = cache_folder() / versions()
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / f"{name}.lock"):  # one process compiles, the others find it ready
            path = folder / f"{name}.py"
            if _write(path, text) or not _has_code(path):
                tell(f"compiling {title}, once on this machine (some ten seconds) …")
            return _run(name, text, path)
    except OSError as error:
        tell(f"the cache cannot be used ({error}): compiling {title} for this time only …")
        with tempfile.TemporaryDirectory(prefix="faraon-") as scratch:
            path = Path(scratch) / f"{name}.py"
            _write(path, text)
            return _run(name, text, path)


def _run(name: str, text: str, path: Path) -> ModuleType:
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module  # Numba looks functions up by their module
    try:
        # Generated from checked rules: names are prefixed, and constants are numbers only.
        exec(compile(text, str(path), "exec"), module.__dict__)  # noqa: S102
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _write(path: Path, text: str) -> bool:
    """Puts the text into its file, in one step; tells whether it had to."""
    data = text.encode()
    with suppress(OSError):
        if path.read_bytes() == data and path.stat().st_mtime == WRITTEN:
            return False
    write_at_once(path, data, WRITTEN)
    _forget_code(path)
    return True


def _code(path: Path) -> list[Path]:
    return [*path.parent.glob(f"__pycache__/{path.stem}.*.nb[ic]")]


def _has_code(path: Path) -> bool:
    return bool(_code(path)) or bool(os.environ.get("NUMBA_CACHE_DIR"))


def _forget_code(path: Path) -> None:
    """Machine code that was made from another text under this name must not be taken for this one's."""
    for file in _code(path):
        with suppress(OSError):
            file.unlink()
