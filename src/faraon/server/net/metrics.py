"""Figures in the text format that Prometheus reads, of one process or of all at a port.

Visitors cannot read them. Programs of this machine can, where people play; and with a port of their own no
limit or attack keeps Prometheus away.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from faraon.server.live.bots import at_work
from faraon.server.live.hub import Hub
from faraon.server.measures import BOUNDS, REFUSED, Histogram
from faraon.server.net.answers import failure
from faraon.server.net.origin import is_neighbour
from faraon.server.net.socket import Sockets
from faraon.server.wire.refusals import RefusalError

TICK_SECONDS = 0.1
WRITE_SECONDS = 1.0
ANSWER_SECONDS = 10.0
ENDING = ".figures"
FORMAT = "text/plain; version=0.0.4"

TYPES = {
    "faraon_uptime_seconds": "gauge",
    "faraon_tables": "gauge",
    "faraon_sockets": "gauge",
    "faraon_requests_total": "counter",
    "faraon_refusals_total": "counter",
    "faraon_bots_thinking": "gauge",
    "faraon_bots_waiting": "gauge",
    "faraon_events_total": "counter",
    "faraon_commit_seconds": "histogram",
    "faraon_commit_failures_total": "counter",
    "faraon_loop_lag_seconds": "histogram",
    "faraon_memory_bytes": "gauge",
    "faraon_cpu_seconds_total": "counter",
}


class Sample(msgspec.Struct, array_like=True):
    family: str
    name: str
    labels: dict[str, str]
    value: float


class Metrics:
    """Of this process; the others at the port leave theirs beside, in a file each."""

    def __init__(self, hub: Hub, sockets: Sockets, home: Path | None) -> None:
        self.hub, self.sockets, self.home = hub, sockets, home
        self.lag = Histogram()
        self._started = time.time()

    async def measure(self) -> None:
        """How late the event loop is: everybody waits for as long."""
        loop, written = asyncio.get_running_loop(), 0.0
        while True:
            began = loop.time()
            await asyncio.sleep(TICK_SECONDS)
            self.lag.add(max(0.0, loop.time() - began - TICK_SECONDS))
            if self.home is not None and began > written + WRITE_SECONDS:
                written = began
                with contextlib.suppress(OSError):  # a full disk stops nothing else
                    self._leave_for_others(self.home / f"{self.hub.store.owner}{ENDING}")

    def _leave_for_others(self, file: Path) -> None:
        new = file.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(list(self.samples())))
        new.replace(file)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request at the port of the figures."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                asked = await reader.readline()
                while (await reader.readline()).strip():
                    pass
                known = asked.startswith(b"GET /metrics ")
                writer.write(_response("200 OK", self.text()) if known else _response("404 Not Found", ""))
                await writer.drain()
        except (OSError, ValueError):  # it went away, or never ends
            pass
        finally:
            writer.close()

    async def tell_neighbours(self, request: Request) -> Response:
        """A request at the port where people play, if a program of this machine asks for itself."""
        if not is_neighbour(request):
            return failure(RefusalError("unknown-page"))
        return PlainTextResponse(self.text(), media_type=FORMAT)

    def samples(self) -> Iterator[Sample]:
        written, (thinking, waiting) = self.hub.store.measures, at_work()
        for name, value in {
            "faraon_uptime_seconds": time.time() - self._started,
            "faraon_tables": len(self.hub.tables),
            "faraon_sockets": self.sockets.open,
            "faraon_requests_total": self.sockets.requests,
            "faraon_bots_thinking": thinking,
            "faraon_bots_waiting": waiting,
            "faraon_events_total": written.events,
            "faraon_commit_failures_total": written.failures,
            "faraon_memory_bytes": resident(),
            "faraon_cpu_seconds_total": time.process_time(),
        }.items():
            yield Sample(name, name, {}, value)
        for code, times in sorted(REFUSED.items()):
            yield Sample("faraon_refusals_total", "faraon_refusals_total", {"code": code}, times)
        yield from _histogram("faraon_commit_seconds", written.commits)
        yield from _histogram("faraon_loop_lag_seconds", self.lag)

    def text(self) -> str:
        """The figures of all processes at the port."""
        members, me = self.hub.members, self.hub.store.owner
        if self.home is None or members is None:
            return write({"": self.samples()})
        found: dict[str, Iterable[Sample]] = {me: self.samples()}
        for id_, home in members.alive.items():
            if id_ != me and home == str(self.home):
                with contextlib.suppress(OSError):  # it has just come, or just gone
                    data = (self.home / f"{id_}{ENDING}").read_bytes()
                    found[id_] = msgspec.json.decode(data, type=list[Sample])
        return write(found)


def _response(status: str, text: str) -> bytes:
    body = text.encode()
    head = f"HTTP/1.1 {status}\r\ncontent-type: {FORMAT}\r\nconnection: close\r\n"
    return f"{head}content-length: {len(body)}\r\n\r\n".encode() + body


def resident() -> int:
    """How much memory the process holds, where the system tells."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _histogram(name: str, times: Histogram) -> Iterator[Sample]:
    for bound in BOUNDS:
        yield Sample(name, f"{name}_bucket", {"le": f"{bound:g}"}, times.up_to(bound))
    yield Sample(name, f"{name}_bucket", {"le": "+Inf"}, times.count)
    yield Sample(name, f"{name}_sum", {}, round(times.seconds, 6))
    yield Sample(name, f"{name}_count", {}, times.count)


def write(processes: Mapping[str, Iterable[Sample]]) -> str:
    """All figures of a kind together, each with its process if there are several.

    >>> print(write({"a": [Sample("faraon_tables", "faraon_tables", {}, 3)]}), end="")
    # TYPE faraon_tables gauge
    faraon_tables{process="a"} 3
    """
    lines: dict[str, list[str]] = defaultdict(list)
    for process, samples in processes.items():
        for one in samples:
            labels = one.labels | ({"process": process} if process else {})
            inside = ",".join(f'{key}="{value}"' for key, value in labels.items())
            lines[one.family].append(f"{one.name}{f'{{{inside}}}' if inside else ''} {one.value:.15g}")
    return "".join(
        f"# TYPE {family} {TYPES[family]}\n" + "".join(f"{line}\n" for line in found)
        for family, found in lines.items()
    )
