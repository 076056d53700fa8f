"""``faraon admin``: look after a table server, whether it runs or not."""

from __future__ import annotations

import asyncio
import datetime
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from faraon.engines.errors import GameError
from faraon.engines.extras import extra

if TYPE_CHECKING:
    from faraon.server.live.hub import Hub
    from faraon.server.table.events import Event
    from faraon.server.table.table import Table

T = TypeVar("T")

admin = typer.Typer(help="Look after a table server.", no_args_is_help=True, rich_markup_mode=None)

TRIES = 20
"""A table whose players come back at once may be taken from us again."""

Database = Annotated[
    str, typer.Option(envvar="FARAON_DATABASE", help="As for 'faraon serve', whose default it shares.")
]
TableId = Annotated[str, typer.Argument(help="The table, as its address names it.")]
Address = Annotated[str, typer.Argument(help="An IP address; of IPv6 the whole /64 counts.")]


@admin.callback()
def needs_a_server() -> None:
    with extra("server"):
        import faraon.server.net  # noqa: F401 - only whether it can be had


def _work(database: str, task: Callable[[Hub], Awaitable[T]]) -> T:
    from sqlalchemy.exc import SQLAlchemyError

    from faraon.cli.serve import check_settings
    from faraon.server.live.hub import Hub
    from faraon.server.settings import Settings, default_database

    async def work() -> T:
        settings = Settings(database=database or default_database())
        check_settings(settings)
        try:
            hub = await Hub.visit(settings)
        except (SQLAlchemyError, OSError) as error:
            message = f"the database cannot be opened: {type(error).__name__}"
            raise GameError("bad-request", message) from None
        try:
            return await task(hub)
        finally:
            await hub.close()

    return asyncio.run(work())


async def _order(hub: Hub, table: str, decided: Callable[[Table], list[Event]]) -> None:
    """Takes the table, adds the events, and leaves it to whoever asks for it next."""
    from faraon.server.wire.refusals import RefusalError

    for turn in range(TRIES):
        try:
            await (await hub.get(table)).order(decided)
            return
        except RefusalError as refusal:
            if refusal.code != "failed" or turn == TRIES - 1:
                raise GameError("bad-request", f"{table}: {refusal.en}") from None
            await asyncio.sleep(0.05)


@admin.command("list")
def list_(
    status: Annotated[list[str] | None, typer.Option(help="waiting, ready, playing, over or closed.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=100_000)] = 50,
    database: Database = "",
) -> None:
    """The tables that were used last: id, status, when, and the names of people."""
    from faraon.server.store import operating

    for one in _work(database, lambda hub: operating.tables(hub.store, status or [], limit)):
        names = ", ".join(one.names)
        typer.echo(f"{one.id:<16} {one.status:<8} {_moment(one.updated)}  {names}".rstrip())


@admin.command()
def close(table: TableId, database: Database = "") -> None:
    """Close a table for everybody."""
    from faraon.server.table.events import Closed

    _work(database, lambda hub: _order(hub, table, lambda now: [] if now.closed else [Closed("operator")]))


@admin.command()
def kick(
    table: TableId,
    seat: Annotated[int, typer.Argument(min=0, max=9, help="Seats count from 0.")],
    database: Database = "",
) -> None:
    """Take somebody's seat away; if a game is played, a bot goes on. The last one closes the table."""
    from faraon.server import wire as msg
    from faraon.server.table.deciding import decide

    def decided(now: Table) -> list[Event]:
        if seat >= len(now.seats) or now.seats[seat].kind != "person":
            raise GameError("bad-request", f"nobody sits at seat {seat} of {table}")
        return decide(now, seat, msg.Leave("operator"))

    _work(database, lambda hub: _order(hub, table, decided))


@admin.command()
def ban(
    address: Address,
    hours: Annotated[float, typer.Option(min=0, help="For how long; 0: for good.")] = 0,
    database: Database = "",
) -> None:
    """Serve an address no more; whoever is connected from there has to go."""
    from faraon.server.store import operating

    until = time.time() + hours * 3600 if hours else None
    _work(database, lambda hub: operating.ban(hub.store, _household(address), until))


@admin.command()
def unban(address: Address, database: Database = "") -> None:
    """Serve an address again."""
    from faraon.server.store import operating

    if not _work(database, lambda hub: operating.unban(hub.store, _household(address))):
        raise GameError("bad-request", f"{address} was not banned")


@admin.command()
def bans(database: Database = "") -> None:
    """The addresses that are not served, and until when."""
    for address, until in _work(database, lambda hub: hub.store.bans()).items():
        typer.echo(f"{address:<28} {'' if until is None else _moment(until)}".rstrip())


@admin.command()
def erase(
    name: Annotated[str, typer.Argument(help="The name as it is shown; '' with --table: all names.")],
    table: Annotated[str, typer.Option(help="Only at this table.")] = "",
    seat: Annotated[int | None, typer.Option(min=0, max=9, help="Only at this seat.")] = None,
    database: Database = "",
) -> None:
    """Erase a person: the name is gone from all games and records, and the games remain."""
    from faraon.server.store import operating

    if not name and not table:
        raise GameError("bad-request", "say a name or a table")
    for one in _work(database, lambda hub: operating.erase(hub.store, name, table, seat)):
        typer.echo(one)


@admin.command()
def backup(
    file: Annotated[Path, typer.Argument(help="A new file.")],
    database: Database = "",
) -> None:
    """Copy an SQLite database, while the server runs. With PostgreSQL use pg_dump."""
    from faraon.server.store import operating

    if file.exists():
        raise GameError("bad-request", f"{file} exists already")
    _work(database, lambda hub: operating.backup(hub.store, file))


def _moment(at: float) -> str:
    """In the time of Greenwich, to the minute."""
    return datetime.datetime.fromtimestamp(at, tz=datetime.UTC).strftime("%Y-%m-%d %H:%M")


def _household(address: str) -> str:
    import ipaddress

    from faraon.server.net.doors import household

    try:
        ipaddress.ip_address(address)
    except ValueError:
        raise GameError("bad-request", f"this is not an IP address: {address!r}") from None
    return household(address)
