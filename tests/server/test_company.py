"""Signs, nudges, words and spectators: to whom they go, how many, and what is left of them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.gathered import caught_up, gathered
from tests.server.player import Player
from tests.server.serving import call, open_table, running

LIMITS = {
    "signs_per_second": 1e-6, "signs_at_once": 3, "words_per_second": 1e-6, "words_at_once": 3,
}  # fmt: skip


@pytest.fixture(scope="module")
def strict(folder: Path) -> Iterator[str]:
    with running(f"sqlite+aiosqlite:///{folder / 'company.sqlite'}", nudge_seconds=1e6, **LIMITS) as address:
        yield address


def heard(player: Player, type_: str) -> list[dict[str, object]]:
    return [frame for frame in player.frames if frame["type"] == type_]


def test_a_reaction_goes_to_everybody_and_only_to_a_recent_move(base: str) -> None:
    async def react() -> None:
        async with gathered(base) as (eva, jano), Player(base, eva.table["id"], None) as stranger:
            assert (await eva.ask("react", n=1, reaction="wow"))["code"] == "stale"
            await eva.ask("start")
            await caught_up(eva, jano)
            mover = eva if eva.my_turn else jano
            await mover.move()
            await caught_up(eva, jano)
            n = max(n for n, event in eva.events.items() if event["what"]["type"] == "moved")
            assert (await jano.ask("react", "once", n=n, reaction="wow"))["type"] == "done"
            assert (await jano.ask("react", "once", n=n, reaction="wow"))["type"] == "done"
            for bad in ({"n": n, "reaction": "insult"}, {"n": "x", "reaction": "wow"}, {"reaction": "wow"}):
                assert (await jano.ask("react", **bad))["code"] == "bad-message"
            for bad_n in (n - 1, n + 1, 0, -1, 2**70):
                assert (await jano.ask("react", n=bad_n, reaction="wow"))["code"] in ("stale", "bad-message")
            assert (await stranger.ask("react", n=n, reaction="wow"))["code"] == "not-yours"
            await caught_up(eva, stranger)
            for one in (eva, stranger):
                assert heard(one, "reacted") == [{"type": "reacted", "seat": 1, "n": n, "reaction": "wow"}]

    asyncio.run(react())


def test_signs_are_counted_by_seat_not_by_connection(strict: str) -> None:
    async def flood() -> None:
        async with gathered(strict) as (eva, jano), Player(strict, eva.table["id"], eva.token) as tab:
            asked = [await one.ask("greet", greeting="hello") for one in (eva, tab, eva, tab, eva)]
            assert [answer.get("code") for answer in asked] == [None, None, None, "too-fast", "too-fast"]
            await caught_up(jano)
            assert len(heard(jano, "greeted")) == 3
            assert (await jano.ask("greet", greeting="hello"))["type"] == "done"

    asyncio.run(flood())


def test_only_somebody_who_is_waited_for_is_nudged(base: str) -> None:
    async def nudge() -> None:
        async with gathered(base, bots=1) as (eva, jano), Player(base, eva.table["id"], None) as stranger:
            assert (await eva.ask("nudge", seat=1))["type"] == "done", "not ready yet"
            await jano.ask("ready")
            assert (await eva.ask("nudge", seat=1))["code"] == "not-now"
            await eva.ask("start")
            while not (eva.my_turn or jano.my_turn):
                await eva.receive("happened")
                await caught_up(jano)
            slow, other = (eva, jano) if eva.my_turn else (jano, eva)
            assert slow.you is not None
            assert (await slow.ask("nudge", seat=slow.you))["code"] == "not-now"
            assert (await other.ask("nudge", seat=2))["code"] == "not-now", "a bot"
            assert (await other.ask("nudge", seat=9))["code"] == "not-now"
            assert (await other.ask("nudge", seat=-1))["code"] == "bad-message"
            assert (await stranger.ask("nudge", seat=slow.you))["code"] == "not-yours"
            assert (await other.ask("nudge", seat=slow.you))["type"] == "done"
            await caught_up(slow)
            assert heard(slow, "nudged")[-1] == {"type": "nudged", "seat": slow.you, "by": other.you}

    asyncio.run(nudge())


def test_nobody_is_chased(strict: str) -> None:
    async def nudge() -> None:
        async with gathered(strict) as (eva, jano):
            await eva.ask("start")
            await caught_up(eva, jano)
            slow, other = (eva, jano) if eva.my_turn else (jano, eva)
            answer = await other.ask("nudge", seat=slow.you)
            assert (answer["code"], answer["sk"]) == (
                "too-fast",
                "Dopraj trochu času: aspoň 1e+06 sekúnd.",
            )

    asyncio.run(nudge())


def test_everybody_knows_how_many_look_on(base: str) -> None:
    async def watch() -> None:
        async with gathered(base) as (eva, _):
            assert heard(eva, "welcome")[0]["company"] == {"type": "company", "watching": 0, "chatting": []}
            async with Player(base, eva.table["id"], None) as stranger:
                assert (await eva.receive("company"))["watching"] == 1
                assert heard(stranger, "welcome")[0]["company"] == {
                    "type": "company", "watching": 1, "chatting": [],
                }  # fmt: skip
            assert (await eva.receive("company"))["watching"] == 0

    asyncio.run(watch())


def test_words_reach_those_alone_who_want_them(base: str, folder: Path) -> None:
    private = "Stretneme sa o piatej pri fontáne"

    async def talk() -> None:
        async with (
            gathered(base, people=3, chat=True) as (eva, jano, ema),
            Player(base, eva.table["id"], None) as stranger,
        ):
            assert eva.table["chat"]
            assert (await eva.ask("say", text="Ahoj"))["code"] == "no-chat", "not turned on"
            await eva.ask("chat", on=True)
            await eva.ask("say", text="bez svedkov")
            await jano.ask("chat", on=True)
            assert (await eva.receive("company"))["chatting"] == [0, 1]
            await eva.ask("say", "once", text=f"  {private}\u202e\n<b>!</b> ")
            await eva.ask("say", "once", text="again")
            for one in (stranger, ema):
                assert (await one.ask("say", text="x"))["code"] in ("no-chat", "not-yours")
            assert (await stranger.ask("chat", on=True))["code"] == "not-yours"
            for bad in ("", "x" * 201, "\u200b"):
                assert (await eva.ask("say", text=bad))["code"] == "bad-message"
            await caught_up(eva, jano, ema, stranger)
            assert [one["text"] for one in heard(jano, "said")] == [f"{private} <b>!</b>"]
            assert [one["text"] for one in heard(eva, "said")] == ["bez svedkov", f"{private} <b>!</b>"]
            assert not heard(ema, "said")
            assert not heard(stranger, "said")
            # Whoever comes back finds what was said since they wanted to hear it.
            assert jano.socket is not None
            await jano.socket.close()
            await jano.enter()
            assert [one["text"] for one in heard(jano, "welcome")[-1]["said"]] == [f"{private} <b>!</b>"]  # type: ignore[attr-defined]
            # A seat that changed hands has turned nothing on.
            await jano.ask("leave")
            status, joined = call(base, f"/api/tables/{eva.table['id']}/join", {"name": "Novák"})
            assert status == 201
            async with Player(base, eva.table["id"], joined["token"]) as new:
                welcome = heard(new, "welcome")[0]
                assert (welcome["said"], welcome["company"]["chatting"]) == ([], [0])  # type: ignore[index]

    asyncio.run(talk())
    with sqlite3.connect(folder / "tables.sqlite") as database:
        assert not any(private in line for line in database.iterdump()), "nothing that is written is stored"


def test_nobody_writes_where_the_host_does_not_want_it_or_strangers_come(base: str) -> None:
    async def talk() -> None:
        for more in ({}, {"chat": True, "listed": True}):
            async with gathered(base, **more) as (eva, _):
                assert not eva.table["chat"]
                assert (await eva.ask("chat", on=True))["code"] == "no-chat"
                assert (await eva.ask("say", text="Ahoj"))["code"] == "no-chat"

    asyncio.run(talk())
    status, _ = call(base, "/api/tables", {"name": "E", "seats": [{"kind": "open"}], "chat": "yes"})
    assert status == 400


def test_words_are_counted_and_end_with_the_table(strict: str) -> None:
    async def talk() -> None:
        async with gathered(strict, chat=True) as (eva, jano):
            for one in (eva, jano):
                await one.ask("chat", on=True)
            answers = [await eva.ask("say", text=f"{n}") for n in range(5)]
            assert [one.get("code") for one in answers] == [None, None, None, "too-fast", "too-fast"]
            await jano.ask("chat", on=False)
            await caught_up(eva)
            assert heard(eva, "company")[-1]["chatting"] == [0]
            await eva.ask("close")
        async with Player(strict, eva.table["id"], eva.token) as again:
            assert heard(again, "welcome")[0]["said"] == []

    asyncio.run(talk())


def test_a_table_of_bots_has_nobody_to_nudge(base: str) -> None:
    seated = open_table(base, "bot")

    async def nudge() -> None:
        async with Player(base, seated["table"], seated["token"]) as me:
            assert (await me.ask("nudge", seat=1))["code"] == "not-now"

    asyncio.run(nudge())
