"""§18 at a table: where invalid moves are punished, a person can lay a wrong group and pays for it."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import pytest

from faraon.cards import Card, pack
from faraon.server.table import table
from faraon.server.table.fair import FairDeal
from tests.server.player import Player
from tests.server.serving import call, open_table

MINE, THEIRS, START = ["lK", "hX", "a8", "b8", "aO"], ["h9", "h8", "a9", "aX", "lX"], "b9"


@pytest.fixture(autouse=True)
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Card by card, mine first, then the start card and the stock."""
    first = [*map(Card.parse, (*itertools.chain(*zip(MINE, THEIRS, strict=True)), START))]
    deal = FairDeal((*first, *(one for one in pack(1) if one not in first)), chance=0, lot=0)
    monkeypatch.setattr(table, "fair_deal", lambda *_: deal)


async def begin(base: str, pajchel: str) -> tuple[Player, Player]:
    seated = open_table(base, "open", options={"pajchel": pajchel}, name="Anna")
    _, guest = call(base, f"/api/tables/{seated['table']}/join", {"name": "Boris"})
    me, other = (Player(base, seated["table"], one["token"]) for one in (seated, guest))
    await me.enter()
    await other.enter()
    await me.ask("start")
    while me.view is None:
        await me.receive("happened")
    return me, other


async def judged(me: Player, move: str) -> dict[str, Any]:
    assert me.view is not None
    return await me.ask("judge", position=me.view["position"], move=move)


@pytest.mark.parametrize("lay", ["lK", "a8 b8", "b8 lK", "b8 aO=h"])
def test_s18_a_wrong_group_is_laid_and_paid_for_where_the_table_says_so(base: str, lay: str) -> None:
    async def play() -> None:
        me, other = await begin(base, "penalty")
        assert me.view is not None
        assert me.view["fouls"]
        assert lay not in me.view["moves"]
        price = (await judged(me, lay.partition("=")[0]))["foul"]
        assert (price["cards"], price["sk"]) == (3, "Tri karty za neplatný ťah.")
        assert (await me.move(lay))["type"] == "done"
        while other.n < me.n or other.view is None or not other.view["moves"]:
            await other.receive("happened")
        assert (me.view["sizes"], me.view["pile"], me.view["turn"]) == ([8, 5], [START], 1)
        mine, theirs = (player.events[player.n] for player in (me, other))
        assert mine["what"]["foul"]
        back = "karta sa vracia do ruky" if len(lay) == 2 else "karty sa vracajú do ruky"
        assert f"neplatný ťah, {back} – ťaháš 3 karty (" in mine["line"]["sk"]
        assert theirs["line"]["sk"].endswith(f"neplatný ťah, {back} – ťahá 3 karty"), "what was drawn is mine"
        for player in (me, other):
            await player.__aexit__()

    asyncio.run(play())


def test_s18_a_table_for_beginners_refuses(base: str) -> None:
    async def play() -> None:
        me, other = await begin(base, "refuse")
        assert me.view is not None
        assert not me.view["fouls"]
        assert (await judged(me, "lK"))["foul"] is None
        refused = await me.move("a8 b8")
        assert (refused["code"], refused["reasons"][0]["paragraph"]) == ("illegal-move", "§3, §11, §15")
        assert me.view["sizes"] == [5, 5]
        for player in (me, other):
            await player.__aexit__()

    asyncio.run(play())
