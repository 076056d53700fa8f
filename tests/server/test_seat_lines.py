"""Who left, who was replaced, whom a bot stood in for: the log tells it, and names everybody as they were."""

from __future__ import annotations

import asyncio
from typing import Any

from faraon.server import wire as msg
from faraon.server.live.hub import Hub
from faraon.server.settings import Settings
from faraon.server.table import events as ev
from tests.server.gathered import caught_up, gathered, lines
from tests.server.player import Player
from tests.server.silent import Silent


def log_of(player: Player) -> list[dict[str, Any]]:
    welcome = next(frame for frame in reversed(player.frames) if frame["type"] == "welcome")
    return list(welcome["lines"])


def test_the_log_tells_who_left_and_who_plays_instead(base: str) -> None:
    async def play() -> None:
        async with gathered(base, people=3) as (eva, jano, ema):
            await eva.ask("start")
            await caught_up(eva, jano, ema)
            while not ema.my_turn:  # so that there is a line of hers
                mover = next((one for one in (eva, jano) if one.my_turn), None)
                if mover is not None:
                    await mover.move("draw" if "draw" in (mover.view or {})["moves"] else None)
                await caught_up(eva, jano, ema)
            await ema.move()
            await ema.ask("leave")
            await eva.ask("seat", seat=1, kind="bot")
            await eva.ask("rename", name="Evička")
            await caught_up(eva)
            first, second, third = lines(eva, "seat")[-3:]
            bots = [eva.table["seats"][seat]["name"] for seat in (2, 1)]
            assert first["sk"] == f"Ema: odchod od stola; na tomto mieste hrá bot {bots[0]}."
            assert first["en"] == f"Ema has left the table; the bot {bots[0]} takes over."
            assert second["sk"] == f"Jano: miesto dal hostiteľ botovi, hrá {bots[1]}."
            assert third["en"] == "Eva is now called Evička."
            assert (first["seat"], second["seat"], third["seat"]) == (2, 1, 0)
            # Whoever looks at the log later reads the same.
            async with Player(base, eva.table["id"], eva.token) as again:
                told = [line["sk"] for line in log_of(again)]
                assert [first["sk"], second["sk"], third["sk"]] == told[-3:]
                assert any(line["seat"] == 2 and line["sk"].startswith("Ema") for line in log_of(again)[:-3])

    asyncio.run(play())


def test_the_log_tells_of_stand_ins_and_marks_their_moves(url: str) -> None:
    async def play() -> None:
        hub = await Hub.open(Settings(database=url, think_seconds=0.0, absence_seconds=0.0))
        seated = await hub.create(msg.NewTable("שרה", [msg.NewSeat("open")]))
        live = hub.tables[seated.table]
        await live.join("Jano", None, lambda seat: hub.token_for(seated.table, seat))
        people = [Silent(live, 0), Silent(live, 1)]
        for one in people:
            await live.enter(one, None)
        await live.request(people[0], msg.Start("start"))
        slow = live.table.on_turn
        assert slow is not None
        live.leave(people[slow])
        moved = f'"by":"stand_in","seat":{slow}'
        while not any(moved in line for line in _lines(live, 1 - slow)):
            await asyncio.sleep(0.01)
        await live.enter(people[slow], None)
        # The table as the database has it says the same.
        said = [line for line in _lines(live, 1 - slow) if '"kind":"seat"' in line]
        assert isinstance(live.table.log[-1].stored.event, ev.StoodIn | ev.Moved)
        assert "away; a bot plays" in said[0]
        assert any("is back." in line for line in said)
        if slow == 0:
            assert "\u2068שרה\u2069 is away" in said[0], "it does not turn the sentence around"
        hub.forget(seated.table)
        again = await hub.get(seated.table)
        assert [line for line in _lines(again, 1 - slow) if '"kind":"seat"' in line] == said
        await hub.close()

    asyncio.run(play())


def _lines(live: Any, seat: int) -> list[str]:
    welcome = live.welcome(seat, None, live.company.now(), [])
    return [msg.encode(line).decode() for line in welcome.lines]
