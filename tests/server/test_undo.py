"""Taking moves back: against bots, and only before anything new was seen."""

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


def test_a_drawn_card_cannot_be_given_back(thoughtful: str) -> None:
    seated = open_table(thoughtful, "bot", pace=1.0)

    async def play() -> None:
        async with Player(thoughtful, seated["table"], seated["token"]) as me:
            await start(me)
            assert me.view is not None
            stopped = me.view["situation"]["stop"] > 0  # by a start card; who stands draws nothing
            await me.move("stand" if stopped else "draw")
            assert me.view["can_undo"] is stopped
            if not stopped:
                assert (await me.ask("undo", position=me.view["position"]))["code"] == "cannot-undo"

    asyncio.run(play())


def test_a_bots_answer_from_its_hidden_hand_ends_the_right(base: str) -> None:
    """The bot moves at once here: as soon as it lays a card that nobody could know, there is no way back."""

    async def play() -> None:
        seen = set()
        for _ in range(12):
            seated = open_table(base, "bot")
            async with Player(base, seated["table"], seated["token"]) as me:
                await start(me)
                if lay(me) == "draw":
                    continue
                await me.move(lay(me))
                while not me.my_turn and not me.over:
                    await me.receive("happened")
                if me.over or me.view is None:
                    continue
                replies = [
                    one["what"]
                    for one in me.events.values()
                    if one["what"]["type"] == "moved" and one["what"]["seat"] == 1
                ]
                bot_laid = any(one["move"] not in ("draw", "stand", "pass") for one in replies)
                assert me.view["can_undo"] is not bot_laid
                seen.add(bot_laid)
            if seen == {True, False}:
                return
        assert True in seen

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
            assert (await host.ask("undo", position=host.view["position"]))["code"] == "cannot-undo"

    asyncio.run(play())
