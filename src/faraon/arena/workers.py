"""Pieces of work done here, in processes, or on a Ray cluster: the same answers, in any order.

The work is a function at the top of a module, what it shares, and the pieces; all of them can be pickled.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import platform
import signal
import socket
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from typing import Any

from faraon.engines.errors import GameError
from faraon.engines.extras import extra

Piece = Any
Work = Callable[[Any, Piece], dict[str, Any]]
"""What all pieces share, and one of them."""


KILLED = "a process that played was killed; with --json FILE, the same command goes on"


@dataclass(frozen=True)
class Place:
    """Where work is done."""

    processes: int = 1
    ray: str | None = None
    """The address of a cluster, such as ``auto`` or ``host:port``."""


@dataclass(frozen=True)
class Done:
    """A finished piece of work, and the machine that did it."""

    result: dict[str, Any]
    where: str


def do_all(work: Work, shared: Any, pieces: Iterable[Piece], place: Place) -> Generator[Done, None, None]:
    """Yields the answers as they come. Closing the iterator ends everything that was started."""
    if place.ray is not None:
        return _on_ray(work, shared, pieces, place.ray)
    if place.processes > 1:
        return _in_processes(work, shared, pieces, place.processes)
    return (Done(work(shared, piece), "this process") for piece in pieces)


# ------------------------------------------------------------------------------------------------ processes

_shared: Any = None


def _begin(shared: Any) -> None:
    global _shared
    _shared = shared
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that hands out the work
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


def _piece(work: Work, piece: Piece) -> Done:
    return Done(work(_shared, piece), f"process {os.getpid()}")


def _in_processes(
    work: Work, shared: Any, pieces: Iterable[Piece], processes: int
) -> Generator[Done, None, None]:
    # A new interpreter for every worker: a copy of this one would copy its threads' locks as well.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, _begin, (shared,))
    left = iter(pieces)
    waiting: set[Future[Done]] = set()
    try:
        while True:
            for piece in islice(left, 3 * processes - len(waiting)):
                waiting.add(pool.submit(_piece, work, piece))
            if not waiting:
                return
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for one in finished:
                yield one.result()
    except BrokenProcessPool:
        raise GameError("bad-request", KILLED) from None
    finally:
        pool.shutdown(cancel_futures=True)


# ------------------------------------------------------------------------------------------------------ Ray


def _remote_piece(work: Work, shared: Any, piece: Piece) -> Done:
    import ray

    node = ray.get_runtime_context().get_node_id()
    return Done(work(shared, piece), f"{platform.node()} ({node[:8]})")


def _on_ray(work: Work, shared: Any, pieces: Iterable[Piece], address: str) -> Generator[Done, None, None]:
    """Ray lives in a process of its own, which is killed in the end: now and then it crashes when it shuts
    down, and would take the answers with it. A cluster clears up after whoever is gone."""
    with extra("ray"):
        if find_spec("ray") is None:
            raise ModuleNotFoundError(name="ray")
    context = multiprocessing.get_context("spawn")
    answers, end = context.Pipe(duplex=False)
    driver = context.Process(target=_drive, args=(end, work, shared, list(pieces), address), daemon=True)
    driver.start()
    end.close()
    try:
        while (found := answers.recv()) is not None:
            if isinstance(found, Exception):
                raise found
            yield found
    except EOFError:
        raise GameError("bad-request", KILLED) from None
    finally:
        driver.kill()
        driver.join()
        answers.close()


def _drive(end: Connection, work: Work, shared: Any, pieces: list[Piece], address: str) -> None:
    """Sends every answer, and ``None`` or what went wrong at last."""
    _begin(None)
    try:
        for done in _driven(work, shared, pieces, address):
            end.send(done)
        end.send(None)
    except Exception as error:
        end.send(error if isinstance(error, GameError) else RuntimeError(f"{type(error).__name__}: {error}"))
    threading.Event().wait()  # to be killed


def _driven(work: Work, shared: Any, pieces: list[Piece], address: str) -> Iterator[Done]:
    import ray

    try:
        _knock(address)
        ray.init(address=address, logging_level=logging.ERROR)
    except (OSError, ValueError, RuntimeError) as error:
        raise GameError("bad-request", f"there is no Ray cluster at {address}: {error}") from None
    task = ray.remote(_remote_piece).options(scheduling_strategy="SPREAD")
    common = ray.put(shared)
    processors = ray.cluster_resources().get("CPU", 1)
    window = max(4, 3 * int(processors))
    left = iter(pieces)
    waiting: list[Any] = []
    while True:
        waiting += [task.remote(work, common, piece) for piece in islice(left, window - len(waiting))]
        if not waiting:
            return
        finished, waiting = ray.wait(waiting)
        for one in finished:
            yield _fetched(ray, one)


def _knock(address: str) -> None:
    """:class:`OSError` if nobody is there: Ray itself would wait for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal() and "/" not in address:
        socket.create_connection((host, int(port)), timeout=10).close()


def _fetched(ray: Any, one: Any) -> Done:
    try:
        done: Done = ray.get(one)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, GameError):
            raise error.cause from None
        raise
    return done
