"""Programs that speak the bot protocol (``docs/reference/bots.md``), as bots.

A program is started once in every worker, asked for one move after another, and started anew after it has
failed. One that ends by itself has crashed, whether that is noticed while it is asked or before. What it
writes to standard error goes where ours goes.
"""

from __future__ import annotations

import atexit
import json
import os
import shlex
import shutil
import signal
import subprocess
import threading
from contextlib import suppress
from functools import lru_cache
from typing import Any

from faraon.bots.api import Budget
from faraon.bots.legal import may_play
from faraon.engines.errors import GameError
from faraon.game.move import Move
from faraon.game.view import View
from faraon.lang.library import read_book, shipped
from faraon.play.game import Game

PREFIX = "program:"
LONGEST_ANSWER = 10_000
"""In bytes."""
PATIENCE_AT_END = 2.0
"""Seconds that a program has to end by itself."""


class ForfeitError(Exception):
    """A bot has failed and loses the game; the text is one of the :data:`REASONS`."""


REASONS = ("crashed", "silent", "no answer", "error", "illegal move")
"""The program ended; took too long; wrote something other than an answer; refused; chose an illegal move."""


def command_of(bot: str) -> list[str]:
    """The command line of ``program:COMMAND LINE``, checked; :class:`GameError` if it cannot be run."""
    try:
        command = shlex.split(bot.removeprefix(PREFIX))
    except ValueError as error:
        raise GameError("bad-request", f"'{bot}': {error}") from None
    if not command:
        raise GameError("bad-request", f"'{bot}' names no program")
    if shutil.which(command[0]) is None:
        raise GameError("bad-request", f"'{bot}': there is no program '{command[0]}' here")
    return command


class Program:
    """A program at work."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a request; :class:`ForfeitError` ends the program."""
        late = threading.Event()

        def give_up() -> None:
            late.set()
            self._kill()

        # Ending the process also ends every wait for it, for writing and for reading.
        timer = threading.Timer(seconds, give_up)
        timer.start()
        try:
            line = self._exchange(json.dumps(request).encode() + b"\n")
        finally:
            timer.cancel()
            timer.join()
        if late.is_set():
            raise self._failed("silent")
        if not line.endswith(b"\n"):
            raise self._failed("no answer" if line else "crashed")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise self._failed("no answer") from None
        if not isinstance(answer, dict):
            raise self._failed("no answer")
        return answer

    def _failed(self, why: str) -> ForfeitError:
        self._kill()
        self.close()
        return ForfeitError(why)

    def _exchange(self, request: bytes) -> bytes:
        process = self._started()
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        try:
            process.stdin.write(request)
            process.stdin.flush()
            return process.stdout.readline(LONGEST_ANSWER)
        except (OSError, ValueError):  # or it was closed meanwhile
            return b""

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is not None:
            raise self._failed("crashed")
        if self._process is None:
            try:
                self._process = subprocess.Popen(  # noqa: S603 - whoever runs an arena names the programs
                    self.command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,  # so that its children can be ended with it
                )
            except OSError:
                raise ForfeitError("crashed") from None
        return self._process

    def _kill(self) -> None:
        process = self._process
        if process is None:
            return
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()

    def close(self) -> None:
        """Ends the program: politely, then not."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()
        try:
            process.wait(PATIENCE_AT_END)
        except subprocess.TimeoutExpired:
            self._process = process
            self._kill()
            self._process = None
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


@lru_cache(maxsize=64)
def _program(bot: str) -> Program:
    """One process for all tables: every request says what it is about."""
    program = Program(command_of(bot))
    atexit.register(program.close)
    return program


class ExternalBot:
    """A program in the place of a bot."""

    def __init__(self, name: str, game: Game, seconds: float) -> None:
        self.name = name
        self.program = _program(name)
        self.seconds = seconds
        self.asked = 0
        self.game = game
        book = game.book
        known = book.name in shipped() and read_book(book.name).hash == book.hash
        rulebook = {"rulebook": book.name} if known else {"text": dict(book.sources)}
        self.table: dict[str, Any] = {**rulebook, "options": dict(game.options)}

    def choose(self, view: View, seed: int, budget: Budget | None = None) -> Move:
        self.asked += 1
        request = {
            "do": "choose",
            "view": self.game.write_view(view),
            "seed": seed,
            **self.table,
            "id": self.asked,
        }
        answer = self.program.ask(request, self.seconds)
        if answer.get("id", self.asked) != self.asked:
            self.program.close()  # it is out of step
            raise ForfeitError("no answer")
        if "error" in answer:
            raise ForfeitError("error")
        text = answer.get("move")
        if not isinstance(text, str):
            raise ForfeitError("no answer")
        try:
            move = Move.parse(text)
        except ValueError:
            raise ForfeitError("illegal move") from None
        if not may_play(self.game, view, move):
            raise ForfeitError("illegal move")
        return move
