"""People at one table, each with a connection of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from tests.server.player import Player
from tests.server.serving import call, open_table

NAMES = ("Jano", "Ema", "Zuza")


@asynccontextmanager
async def gathered(base: str, people: int = 2, bots: int = 0, **table: Any) -> AsyncIterator[list[Player]]:
    """The host first; the first game is not started."""
    seated = open_table(base, *["open"] * (people - 1), *["bot:novice"] * bots, name="Eva", **table)
    tokens = [seated["token"]]
    for name in NAMES[: people - 1]:
        status, joined = call(base, f"/api/tables/{seated['table']}/join", {"name": name})
        assert status == 201, joined
        tokens.append(joined["token"])
    async with AsyncExitStack() as stack:
        players = [Player(base, seated["table"], token, seed) for seed, token in enumerate(tokens)]
        for one in players:
            await stack.enter_async_context(one)
        yield players


async def caught_up(*players: Player) -> None:
    """Everybody has heard all that happened."""
    for one in players:
        await one.ask("ping")


async def play(players: list[Player]) -> None:
    """The present game, to its end."""
    while any(one.table["status"] == "playing" for one in players):
        for one in players:
            if one.my_turn:
                await one.move()
        await caught_up(*players)


def lines(player: Player, kind: str) -> list[dict[str, Any]]:
    """What the log says of this kind, as it was told when it happened."""
    said = (event["line"] for event in player.events.values())
    return [line for line in said if line is not None and line["kind"] == kind]
