"""Where things are kept that any process can make again, but not as quickly.

What is kept there is run (machine code, pickled tables): only its user may be able to write to the folder.
"""

from __future__ import annotations

import errno
import hashlib
import os
import tempfile
from pathlib import Path


def cache_folder() -> Path:
    """``FARAON_CACHE_DIR``, or a folder of our own among the user's; :class:`OSError` if there is none."""
    chosen = os.environ.get("FARAON_CACHE_DIR")
    if chosen:
        return Path(chosen)
    try:
        from platformdirs import user_cache_path

        return user_cache_path("faraon", appauthor=False, opinion=False)
    except ModuleNotFoundError:  # the core alone keeps nothing
        raise OSError(errno.ENOENT, "platformdirs, which knows the user's folders, is missing") from None
    except RuntimeError:
        raise OSError(errno.ENOENT, "there is no home folder") from None


def write_at_once(path: Path, data: bytes, stamp: int | None = None) -> None:
    """Nobody ever reads half of it, even if several write it; ``stamp`` is its modification time."""
    handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=".new-", suffix=path.suffix)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if stamp is not None:
            os.utime(scratch, (stamp, stamp))
        os.replace(scratch, path)
    except OSError:
        os.unlink(scratch)
        raise


def write_whole(path: Path, data: bytes) -> None:
    """With a hash before it, in a folder that is made if it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_at_once(path, hashlib.sha256(data).digest() + data)


def read_whole(path: Path) -> bytes | None:
    """What :func:`write_whole` wrote; ``None`` if there is nothing, or it was cut off or changed."""
    try:
        found = path.read_bytes()
    except OSError:
        return None
    data = found[hashlib.sha256().digest_size :]
    return data if found == hashlib.sha256(data).digest() + data else None
