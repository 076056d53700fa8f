"""Starts the table server and opens the game in the browser."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import typer
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, InvalidRequestError, NoSuchModuleError
from sqlalchemy.ext.asyncio import create_async_engine

from faraon.cli.workers import Workers
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.lang.library import read_book
from faraon.server.logs import configure
from faraon.server.net.addresses import local_address, qr_text
from faraon.server.net.running import Running
from faraon.server.settings import Settings

TRIED_PORTS = 20


def bound_socket(host: str, port: int | None) -> socket.socket:
    """A socket at this port; without one, at the first free port from 8000 on."""
    ports = [port] if port is not None else [*range(8000, 8000 + TRIED_PORTS), 0]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for one in ports:
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, one))
        except OSError as error:
            found.close()
            if one == ports[-1]:
                raise OSError(f"cannot listen at {host} port {one}: {error.strerror}") from None
            continue
        return found
    raise OSError(f"cannot listen at {host}")


def has_screen() -> bool:
    """Whether a browser could be seen on this machine."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class Announcing(Running):
    """Says where it is as soon as it answers."""

    def __init__(
        self, settings: Settings, figures: socket.socket | None, announce: Callable[[], None]
    ) -> None:
        super().__init__(settings, figures=figures)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()


ADDRESSES = "write sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER@HOST/NAME"


def check_settings(settings: Settings) -> None:
    """Errors in rulebooks and in the database's address are reported before anything starts."""
    for path in settings.rulebooks:
        read_book(path)
    try:
        driver = make_url(settings.database).get_driver_name()
        if driver == "asyncpg":
            with extra("postgres"):
                import asyncpg  # type: ignore[import-untyped] # noqa: F401 - only whether it is there
        create_async_engine(settings.database)
    except (ArgumentError, NoSuchModuleError):
        raise GameError(
            "bad-request", f"this is not a database address: {settings.database!r}; {ADDRESSES}"
        ) from None
    except (InvalidRequestError, ModuleNotFoundError):
        raise GameError("bad-request", f"the driver {driver} cannot be used; {ADDRESSES}") from None


def check_workers(settings: Settings) -> None:
    """Why there cannot be several processes."""
    if make_url(settings.database).get_backend_name() != "postgresql":
        raise GameError(
            "bad-request",
            "several workers need PostgreSQL, which keeps them apart (--database "
            "postgresql+asyncpg://USER@HOST/NAME); with SQLite there is one",
        )
    if not hasattr(socket, "SCM_RIGHTS"):
        raise GameError("bad-request", "several workers need a system that can pass connections on")


def metrics_socket(address: str) -> socket.socket:
    """At ``HOST:PORT``; without a host nobody else reaches it."""
    host, _, port = address.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise GameError("bad-request", f"metrics are read at a port or at HOST:PORT, not at {address!r}")
    return bound_socket(host.strip("[]") or "127.0.0.1", int(port))


def run(
    settings: Settings, host: str, port: int | None, open_browser: bool, workers: int, metrics: str
) -> None:
    configure()
    check_settings(settings)
    if workers > 1:
        check_workers(settings)
    try:
        listening = bound_socket(host, port)
        figures = metrics_socket(metrics) if metrics else None
    except OSError as error:
        raise GameError("bad-request", str(error)) from None
    number = listening.getsockname()[1]
    everywhere = host in ("0.0.0.0", "::")  # noqa: S104 - it is compared, not bound
    shown = local_address() if everywhere else host
    address = settings.address or f"http://{f'[{shown}]' if ':' in shown else shown}:{number}"

    def announce() -> None:
        typer.echo(f"Faraón: {address}")
        if figures is not None:
            at, by = figures.getsockname()[:2]
            typer.echo(f"Metrics: http://{f'[{at}]' if ':' in at else at}:{by}/metrics")
        if everywhere or shown not in ("127.0.0.1", "localhost", "::1"):
            typer.echo(qr_text(address))
        if open_browser and has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    if workers > 1:
        started = asyncio.run(Workers(settings, workers, listening, figures).run(announce))
    else:
        server = Announcing(settings, figures, announce)
        server.run(sockets=[listening])
        started = server.started
    if not started:
        raise GameError("bad-request", "the server could not start; its log says why")
