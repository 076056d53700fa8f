"""Before a deal: the promise first, then everybody's seals, and only then are they opened."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest

from faraon.server.table.fair import Label, seal
from tests.server.player import Player
from tests.server.serving import call, open_table, running

HOST, GUEST = "hostitel-1", "host_2"


@contextlib.asynccontextmanager
async def two(base: str, *more: str, **fields: Any) -> AsyncIterator[tuple[Player, Player]]:
    """A host and a guest at a table, before the first deal."""
    seated = open_table(base, "open", *more, **fields)
    _, guest = await asyncio.to_thread(call, base, f"/api/tables/{seated['table']}/join", {"name": "Hosť"})
    async with (
        Player(base, seated["table"], seated["token"]) as one,
        Player(base, seated["table"], guest["token"], 1) as other,
    ):
        assert one.fair["commitment"] == seated["commitment"]
        yield one, other


async def until(player: Player, *statuses: str) -> None:
    while player.table["status"] not in statuses:
        await player.receive("happened")


def test_the_promise_comes_first_and_seals_are_told_before_salts(base: str) -> None:
    async def play() -> None:
        async with two(base, "bot") as (one, other):
            promised = one.fair["commitment"]
            assert len(promised) == 64
            assert other.fair == one.fair
            assert (one.fair["seals"], one.fair["opening"]) == (["", "", ""], False)
            label = Label.parse(one.fair["label"])
            assert (await one.ask("salt", salt=HOST))["code"] == "not-now", "first it is sealed"
            assert (await one.seal(HOST))["type"] == "done"
            assert (await other.seal(GUEST))["type"] == "done"
            assert (await other.ask("salt", salt=GUEST))["code"] == "not-now", "nobody opens before the start"
            assert (await one.ask("start"))["type"] == "done"
            await until(other, "dealing")
            assert other.fair["opening"]
            assert other.fair["seals"] == [seal(label, 0, HOST), seal(label, 1, GUEST), ""]
            assert other.fair["people"] == [0, 1]
            assert (await other.seal("something-better"))["code"] == "not-now"
            assert (await other.ask("salt", salt="something-better"))["code"] == "not-yours"
            assert (await one.ask("start"))["code"] == "not-now"
            assert (await one.ask("seat", seat=1, kind="bot"))["code"] == "not-now"
            assert (await one.open())["type"] == "done"
            assert (await one.open())["type"] == "done", "once more changes nothing"
            assert one.table["status"] == "dealing"
            assert one.fair["salts"] == ["", "", ""], "who opens last must not see them"
            assert not any(HOST in str(frame) for frame in other.frames)
            other.salt = GUEST
            assert (await other.open())["type"] == "done"
            await until(one, "playing")
            assert one.fair["salts"] == [HOST, GUEST, ""]
            assert one.fair["commitment"] == promised
            assert one.fair["secret"] is None
            assert (await other.open())["code"] == "not-now"

    asyncio.run(play())


def test_a_seal_is_replaced_until_the_game_is_started(base: str) -> None:
    async def play() -> None:
        async with two(base) as (one, other):
            for salt in ("first", "second"):
                assert (await other.seal(salt))["type"] == "done"
            assert (await other.seal("second"))["n"] == 0, "nothing new"
            await one.ask("start")
            await until(other, "dealing")
            assert (await other.ask("salt", salt="first"))["code"] == "not-yours"
            assert (await other.open())["type"] == "done"
            await until(other, "playing")
            assert other.fair["salts"] == ["", "second"]

    asyncio.run(play())


def test_nobody_copies_a_seal(base: str) -> None:
    """A seal holds for one seat of one deal."""

    async def play() -> None:
        async with two(base) as (one, other):
            await one.seal(HOST)
            await other.ask("seal", seal=seal(Label.parse(one.fair["label"]), 0, HOST))
            await one.ask("start")
            await until(other, "dealing")
            await one.open()
            assert (await other.ask("salt", salt=HOST))["code"] == "not-yours"

    asyncio.run(play())


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("seal", {"seal": "0" * 63}),
        ("seal", {"seal": "0" * 64 + "\n"}),
        ("seal", {"seal": "G" * 64}),
        ("salt", {"salt": ""}),
        ("salt", {"salt": "a" * 65}),
        ("salt", {"salt": "abc\n"}),
        ("salt", {"salt": "a,b"}),
    ],
)
def test_what_is_no_seal_and_no_salt_is_refused(base: str, kind: str, fields: dict[str, str]) -> None:
    async def ask() -> dict[str, Any]:
        seated = open_table(base, "bot")
        async with Player(base, seated["table"], seated["token"]) as me:
            return await me.ask(kind, **fields)

    assert asyncio.run(ask())["code"] == "bad-message"


def test_who_leaves_before_the_start_adds_nothing(base: str) -> None:
    async def play() -> None:
        async with two(base) as (one, other):
            await other.seal(GUEST)
            await one.seal(HOST)
            await other.send("leave")
            await until(one, "waiting")
            assert one.fair["seals"][1] == ""
            await one.ask("start")
            await until(one, "dealing")
            await one.open()
            await until(one, "playing")
            assert one.fair["salts"] == [HOST, ""]

    asyncio.run(play())


def test_who_leaves_while_seals_are_opened_cannot_choose_any_more(base: str) -> None:
    async def play() -> None:
        async with two(base) as (one, other):
            await other.seal(GUEST)
            await one.seal(HOST)
            await one.ask("start")
            await until(other, "dealing")
            await other.open()
            await other.send("leave")
            await one.receive("happened")
            await one.open()
            await until(one, "playing")
            assert one.fair["salts"] == [HOST, GUEST]
            assert [seat["kind"] for seat in one.table["seats"]] == ["person", "bot"], "the game goes on"
            assert one.fair["people"] == [0, 1]

    asyncio.run(play())


def test_without_a_seal_the_cards_come_at_once(base: str) -> None:
    async def play() -> list[str]:
        seated = open_table(base, "bot")
        async with Player(base, seated["table"], seated["token"]) as me:
            await me.ask("start")
            return [str(one["what"]["type"]) for one in me.events.values()]

    assert asyncio.run(play()) == ["dealt"]


def test_what_is_not_opened_in_time_counts_as_empty_and_is_recorded(url: str) -> None:
    async def play(base: str) -> str:
        async with two(base) as (one, other):
            await one.seal(HOST)
            await other.seal(GUEST)
            await one.ask("start")
            await one.open()
            await until(other, "playing")
            assert other.fair["salts"] == [HOST, ""]
            assert all(other.fair["seals"]), "everybody sees whose is missing"
            await asyncio.gather(one.play_to_the_end(), other.play_to_the_end())
            return str(one.table["id"])

    with running(url, opening_seconds=3.0) as base:  # enough for the one who opens, whatever else runs here
        id_ = asyncio.run(play(base))
        _, record = call(base, f"/api/tables/{id_}/games/1/record")
    assert f'[Salts "{HOST},"]' in record


def test_a_restart_while_seals_are_opened_changes_nothing(url: str) -> None:
    async def begin(base: str) -> tuple[str, str, dict[str, Any]]:
        async with two(base) as (one, other):
            await one.seal(HOST)
            await other.seal(GUEST)
            await one.ask("start")
            await one.open()
            await until(other, "dealing")
            return str(one.table["id"]), str(other.token), other.fair

    async def go_on(base: str, id_: str, token: str, fair: dict[str, Any]) -> None:
        async with Player(base, id_, token) as other:
            assert other.table["status"] == "dealing"
            assert other.fair == fair
            other.salt = GUEST
            await other.open()
            await until(other, "playing")
            assert other.fair["salts"] == [HOST, GUEST]

    with running(url) as base:
        id_, token, fair = asyncio.run(begin(base))
    with running(url) as base:
        asyncio.run(go_on(base, id_, token, fair))
