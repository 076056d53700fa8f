"""A rulebook of one's own with a dead end: the table closes and says so, and nobody waits for ever."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.player import Player
from tests.server.serving import open_table, running

DEAD = Path(__file__).parent.parent / "data" / "dead.far"


@pytest.mark.parametrize("other", ["bot", "open"])
def test_a_table_without_a_move_closes_with_a_sentence(url: str, tmp_path: Path, other: str) -> None:
    rulebook = tmp_path / "dead.far"
    nothing_fits = DEAD.read_text(encoding="utf-8").replace("Cn[0][suit] == suit", "Cn[0] == TOP")
    rulebook.write_text(nothing_fits, encoding="utf-8")

    async def play(base: str) -> None:
        seated = open_table(base, other, rulebook="dead")
        async with Player(base, seated["table"], seated["token"]) as host:
            await host.ask("start")
            while host.table["status"] != "closed":
                await host.receive("happened")
            lines = [event["line"] for event in host.events.values() if event["line"] is not None]
            assert lines[-1]["en"].startswith("A dead end: these rules allow no move now.")
            assert lines[-1]["sk"].startswith("Slepá ulička")

    with running(url, rulebooks=(str(rulebook),)) as base:
        asyncio.run(play(base))
