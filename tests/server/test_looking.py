"""Looking back: the table as it was seen then, and no more."""

from __future__ import annotations

import asyncio

import pytest

from faraon.server.table import looking
from tests.server.player import Player
from tests.server.serving import open_table
from tests.server.test_undo import start

NOW = {"position": 0, "moves": [], "can_undo": False, "casual": False}
"""What a view of the past says of the present: nothing."""


@pytest.mark.parametrize("long_ago", [False, True])
def test_every_event_is_seen_again_as_it_was(
    base: str, long_ago: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if long_ago:
        monkeypatch.setattr(looking, "kept", lambda *_: None)

    async def play() -> None:
        seated = open_table(base, "bot", "bot")
        async with (
            Player(base, seated["table"], seated["token"]) as me,
            Player(base, seated["table"], None) as spectator,
        ):
            await start(me)
            await me.play_to_the_end()
            seen = {n: event["view"] for n, event in me.events.items() if event.get("view")}
            assert len(seen) > 5
            for n, view in seen.items():
                looked = (await me.ask("look", n=n))["view"]
                assert looked == view | NOW, n
                theirs = (await spectator.ask("look", n=n))["view"]
                assert (theirs["hand"], theirs["seat"]) == ([], None)
            assert (await me.ask("look", n=max(seen) + 5))["code"] == "not-now"

    asyncio.run(play())
