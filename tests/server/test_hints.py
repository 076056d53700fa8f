"""Hints: against bots always, among people only where it was agreed, and everybody knows."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import get_args

from faraon.server import wire
from faraon.server.wire.refusals import TEXTS
from tests.server.player import Player
from tests.server.serving import call, open_table

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "protocol.md"


async def ask_hint(base: str, seated: dict[str, str], *others: str) -> str:
    """What whoever is on turn is answered."""
    players = [Player(base, seated["table"], token) for token in (seated["token"], *others)]
    for one in players:
        await one.enter()
    await players[0].ask("start")
    while not any(one.my_turn for one in players):
        if players[0].over:
            await players[0].ask("rematch")
            await players[0].ask("start")
        for one in players:
            await one.ask("ping")
    me = next(one for one in players if one.my_turn)
    assert me.view is not None
    answer = await me.ask("hint", position=me.view["position"])
    for one in players:
        assert one.socket is not None
        await one.socket.close()
    return str(answer.get("code", answer["type"]))


def shown(base: str, table: str) -> bool:
    return bool(call(base, f"/api/tables/{table}")[1]["table"]["hints"])


def test_one_person_against_bots_may_ask(base: str) -> None:
    seated = open_table(base, "bot", "bot")
    assert shown(base, seated["table"])
    assert asyncio.run(ask_hint(base, seated)) == "hinted"


def test_people_may_not_unless_they_agreed(base: str) -> None:
    for agreed, expected in ((False, "no-hints"), (True, "hinted")):
        seated = open_table(base, "open", hints=agreed)
        assert shown(base, seated["table"]) is agreed, "a guest sees it before joining"
        _, guest = call(base, f"/api/tables/{seated['table']}/join", {"name": "Jano"})
        assert shown(base, seated["table"]) is agreed
        assert asyncio.run(ask_hint(base, seated, guest["token"])) == expected


def test_whoever_is_left_alone_with_bots_may_ask(base: str) -> None:
    """And everybody is told as soon as it changes."""
    seated = open_table(base, "open", "bot")
    _, guest = call(base, f"/api/tables/{seated['table']}/join", {"name": "Jano"})

    async def play() -> None:
        me, other = (Player(base, seated["table"], one["token"]) for one in (seated, guest))
        async with me, other:
            await me.ask("start")
            assert me.table["hints"] is False
            await other.ask("leave")
            while me.table["seats"][1]["kind"] == "person":
                await me.receive("happened")
            assert me.table["hints"] is True

    asyncio.run(play())


def test_a_seat_that_waits_for_somebody_counts_as_theirs(base: str) -> None:
    seated = open_table(base, "bot")

    async def open_a_seat() -> None:
        async with Player(base, seated["table"], seated["token"]) as me:
            assert me.table["hints"]
            await me.ask("seat", seat=1, kind="open")
            assert not me.table["hints"]
            await me.ask("start")  # a bot takes it
            assert me.table["hints"]

    asyncio.run(open_a_seat())


def test_the_codes_of_refusals_are_those_of_the_page_and_the_client() -> None:
    assert set(TEXTS) == set(get_args(wire.Code))
    section = PAGE.read_text(encoding="utf-8").partition("### Codes of refusals")[2].partition("\n## ")[0]
    named = re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE)
    assert sorted(named) == sorted(TEXTS)
    for text in (one for both in TEXTS.values() for one in both):
        assert text[0].isupper()
        assert text.endswith(".")
