"""Taking moves back: against bots, at any time, and the game is then played for practice."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.player import Player
from tests.server.serving import call, open_table, running


@pytest.fixture(scope="module")
def thoughtful(folder: Path) -> Iterator[str]:
    """A server whose bots think for ever, unless the pace is 0."""
    with running(f"sqlite+aiosqlite:///{folder / 'undo.sqlite'}", think_seconds=1000.0) as address:
        yield address


async def start(me: Player) -> None:
    await me.ask("start")
    while not me.my_turn:
        await me.receive("happened")


def lay(me: Player) -> str:
    assert me.view is not None
    return next((move for move in me.view["moves"] if move not in ("draw", "stand", "pass")), "draw")


def test_a_lay_is_taken_back_while_the_bot_thinks(thoughtful: str) -> None:
    async def play() -> None:
        while True:  # until the first move can be a lay
            seated = open_table(thoughtful, "bot", pace=1.0)
            async with Player(thoughtful, seated["table"], seated["token"]) as me:
                await start(me)
                if lay(me) == "draw":
                    continue
                before = me.view
                assert before is not None
                assert not before["can_undo"]
                await me.move(lay(me))
                assert me.view is not None
                assert me.view["can_undo"]
                assert (await me.ask("undo", position=before["position"]))["code"] == "stale"
                assert (await me.ask("undo", position=me.view["position"]))["type"] == "done"
                assert me.view["hand"] == before["hand"]
                assert me.view["moves"] == before["moves"]
                assert me.view["position"] > before["position"]
                assert me.events[me.n]["what"] == {"type": "undone", "seat": 0}
                assert "späť" in me.events[me.n]["line"]["sk"]
                await me.ask("pace", pace=0.0)
                await me.play_to_the_end()
            _, game = call(thoughtful, f"/api/tables/{seated['table']}/games/1")
            assert game["marks"] == ["undo"]
            assert '[Undone "1 ' in game["record"]
            return

    asyncio.run(play())


def test_a_drawn_card_goes_back_and_the_game_is_for_practice(thoughtful: str) -> None:
    seated = open_table(thoughtful, "bot", pace=1.0)

    async def play() -> None:
        async with Player(thoughtful, seated["table"], seated["token"]) as me:
            await start(me)
            assert me.view is not None
            before = me.view
            assert not before["casual"]
            refused = await me.ask("undo", position=before["position"])
            assert refused["code"] == "cannot-undo"
            assert refused["en"] == "You have not moved yet."
            word = "stand" if before["situation"]["stop"] > 0 else "draw"  # stopped by a start card
            await me.move(word)
            drawn = me.view["hand"]
            assert (await me.ask("undo", position=me.view["position"]))["type"] == "done"
            assert (me.view["hand"], me.view["stock_size"]) == (before["hand"], before["stock_size"])
            assert me.view["casual"]
            await me.move(word)
            assert me.view["hand"] == drawn  # the stock lies as it lay

    asyncio.run(play())


def test_a_move_is_taken_back_with_what_the_bot_answered(base: str) -> None:
    async def play() -> None:
        seated = open_table(base, "bot")
        async with Player(base, seated["table"], seated["token"]) as me:
            await start(me)
            before = me.view
            assert before is not None
            await me.move(before["moves"][0])
            assert me.view is not None
            moved = me.view["position"]
            while not me.my_turn and not me.over:
                await me.receive("happened")
            if me.over:
                return
            assert me.view["can_undo"]
            assert me.view["position"] > moved
            # Asked while the move of the bot was on its way; a second time is once too often.
            assert (await me.ask("undo", position=moved))["type"] == "done"
            assert me.view["sizes"] == before["sizes"]
            assert me.view["pile"] == before["pile"]
            assert (await me.ask("undo", position=moved))["code"] == "stale"

    asyncio.run(play())


def test_people_cannot_take_moves_back_from_each_other(thoughtful: str) -> None:
    seated = open_table(thoughtful, "open")
    _, guest = call(thoughtful, f"/api/tables/{seated['table']}/join", {"name": "Eva"})

    async def play() -> None:
        async with (
            Player(thoughtful, seated["table"], seated["token"]) as host,
            Player(thoughtful, seated["table"], guest["token"]),
        ):
            await host.ask("start")
            assert not host.table["undo"]
            await host.move(lay(host))
            assert host.view is not None
            refused = await host.ask("undo", position=host.view["position"])
            assert (refused["code"], refused["sk"]) == ("cannot-undo", "Medzi ľuďmi sa ťahy nevracajú.")

    asyncio.run(play())
