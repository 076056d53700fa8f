"""Finished work is written down at once, so that an interrupted run can go on.

The journal is kept beside the result, ``FILE.part``: JSON lines, first what identifies the run, then one line
for every piece of work. A torn last line is what an interruption leaves, and is cut off. While
one run writes the journal, no other may (where files can be locked).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from filelock import lock_descriptor

from faraon.engines.errors import GameError


def as_line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


class Journal:
    """The finished work of one run; without a path it is only remembered."""

    def __init__(self, path: Path | None, identity: Mapping[str, Any]) -> None:
        self.path = path
        self.identity = identity
        self.done: list[dict[str, Any]] = []
        self._file: IO[bytes] | None = None

    @property
    def part(self) -> Path | None:
        return None if self.path is None else self.path.with_name(self.path.name + ".part")

    def __enter__(self) -> Journal:
        if self.part is not None:
            try:
                self._file = self.part.open("a+b")
                self._lock(self.part, self._file)
                self._file.seek(0)
                self._read(self._file)
            except OSError as error:
                self.close()
                raise GameError("bad-request", f"cannot write {self.part}: {error.strerror}") from None
            except GameError:
                self.close()
                raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _lock(self, part: Path, file: IO[bytes]) -> None:
        """Until the file is closed; :class:`GameError` if another run holds it."""
        try:
            free = lock_descriptor(file.fileno(), blocking=False)
        except OSError:  # some file systems have no locks
            free = True
        # Another run may have finished just now, and removed the file that was opened.
        if not free or not part.exists() or not os.path.samestat(part.stat(), os.fstat(file.fileno())):
            raise GameError("bad-request", f"another run is writing {part} at this moment")

    def _read(self, file: IO[bytes]) -> None:
        entries: list[dict[str, Any]] = []
        whole = 0
        for line in file:
            entry = _entry(line)
            if entry is None:
                break
            entries.append(entry)
            whole += len(line)
        mine = json.loads(as_line(self.identity))
        if entries[:1] not in ([], [mine]):
            raise self._of_another_version(entries[0], mine) or self._refusal()
        file.seek(whole)
        if not entries and file.read().count(b"\n"):  # whole lines, and none of ours: not to be overwritten
            raise self._refusal()
        file.seek(whole)
        file.truncate()
        if not entries:
            self._write(self.identity)
        self.done = entries[1:]

    def _of_another_version(self, head: dict[str, Any], mine: dict[str, Any]) -> GameError | None:
        """The refusal of a run that is the same except for the program's version."""
        begun, now = head.pop("version", "unknown"), mine.pop("version", "unknown")
        if head != mine:
            return None
        return GameError(
            "bad-request",
            f"{self.part} was begun by version {begun} of faraon, and this is {now}, whose bots may play "
            "otherwise: go on with that version, or remove it",
        )

    def _refusal(self) -> GameError:
        return GameError(
            "bad-request",
            f"{self.part} is the journal of another run: give its arguments to go on with it, or remove it",
        )

    def _write(self, entry: Mapping[str, Any]) -> None:
        if self._file is not None:
            self._file.write(as_line(entry).encode() + b"\n")
            self._file.flush()

    def add(self, entry: dict[str, Any]) -> None:
        """Remembers one finished piece of work."""
        self.done.append(entry)
        self._write(entry)

    def finish(self, result: str) -> None:
        """Writes the result in one step, and removes the journal; if it cannot be written, that stays."""
        if self.path is None or self.part is None:
            return
        new = self.path.with_name(self.path.name + ".new")
        try:
            new.write_text(result, encoding="utf-8", newline="\n")
            os.replace(new, self.path)
        except OSError as error:
            with suppress(OSError):
                new.unlink(missing_ok=True)
            raise GameError("bad-request", f"cannot write {self.path}: {error.strerror}") from None
        if sys.platform == "win32":  # there an open file cannot be removed
            self.close()
        self.part.unlink(missing_ok=True)
        self.close()


def _entry(line: bytes) -> dict[str, Any] | None:
    """One line of a journal, or ``None`` if it is torn."""
    if not line.endswith(b"\n"):
        return None
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None
