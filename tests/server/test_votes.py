"""The next game is dealt when everybody wants it: one person cannot take the results away from the others."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.server.gathered import caught_up, gathered, play
from tests.server.player import Player
from tests.server.serving import running

SHORT = {"move_limit": 30}


@pytest.fixture(scope="module")
def hurried(folder: object) -> Iterator[str]:
    """A server that does not wait long for those who are away."""
    with running(
        f"sqlite+aiosqlite:///{folder}/votes.sqlite", absence_seconds=0.2, sealing_seconds=0.0
    ) as address:
        yield address


async def until(player: Player, status: str) -> None:
    while player.table["status"] != status:
        await player.receive("happened")


def ready(player: Player) -> list[int]:
    return [seat for seat, one in enumerate(player.table["seats"]) if one["ready"]]


def test_a_rematch_begins_when_the_last_one_wants_it(base: str) -> None:
    async def vote() -> None:
        async with gathered(base, options=SHORT) as (eva, jano):
            await eva.ask("start")
            await caught_up(eva, jano)
            await play([eva, jano])
            assert eva.table["status"] == "over"
            assert (await jano.ask("rematch"))["type"] == "done"
            await caught_up(eva, jano)
            assert eva.table["status"] == "over", "the results stay"
            assert (eva.match["over"], ready(eva)) == (True, [1])
            assert eva.fair["game"] == 2, "the next deal is promised, and can be sealed"
            await jano.ask("ready", on=False)
            await caught_up(eva, jano)
            assert ready(eva) == []
            await jano.ask("rematch")
            for one in (eva, jano):
                await one.seal(f"salt-{one.you}")
            assert (await eva.ask("ready"))["type"] == "done"
            assert "waiting" not in _seen(jano)
            await until(jano, "dealing")
            await asyncio.gather(eva.open(), jano.open())
            await until(jano, "playing")
            assert (jano.match["game"], jano.match["over"], ready(jano)) == (1, False, [])

    def _seen(player: Player) -> list[str]:
        return [frame["table"]["status"] for frame in player.frames if frame.get("table")]

    asyncio.run(vote())


def test_the_next_game_of_a_match_asks_everybody_as_well(base: str) -> None:
    async def vote() -> None:
        async with gathered(base, kind="series", games=3, options=SHORT) as (eva, jano):
            await eva.ask("start")
            await caught_up(eva, jano)
            await play([eva, jano])
            assert (await eva.ask("start"))["type"] == "done"
            await caught_up(eva, jano)
            assert (eva.table["status"], ready(jano)) == ("ready", [0])
            await jano.ask("start")
            await caught_up(eva, jano)
            assert (jano.table["status"], jano.match["game"]) == ("playing", 2)
            assert (await eva.ask("ready"))["code"] == "not-now"

    asyncio.run(vote())


def test_whoever_leaves_or_is_away_does_not_hold_the_others_up(hurried: str) -> None:
    async def vote() -> None:
        async with gathered(hurried, people=3, options=SHORT) as (eva, jano, ema):
            await eva.ask("start")
            await caught_up(eva, jano, ema)
            await play([eva, jano, ema])
            await eva.ask("rematch")
            await ema.ask("leave")
            assert jano.socket is not None
            await jano.socket.close()
            await until(eva, "playing")
            seats = eva.table["seats"]
            assert [seat["kind"] for seat in seats] == ["person", "person", "bot"]
            assert [seat["stand_in"] for seat in seats] == [False, True, False]

    asyncio.run(vote())


def test_before_the_first_game_people_say_that_they_are_ready(base: str) -> None:
    async def gather() -> None:
        async with gathered(base) as (eva, jano), Player(base, eva.table["id"], None) as stranger:
            assert (await stranger.ask("ready"))["code"] == "not-yours"
            await jano.ask("ready")
            await caught_up(eva)
            assert ready(eva) == [1]
            assert (await jano.ask("start"))["code"] == "not-yours", "the host starts"
            await jano.ask("leave")
            await caught_up(eva)
            assert ready(eva) == [], "whoever sits down next has said nothing"

    asyncio.run(gather())
