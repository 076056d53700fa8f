"""No hidden card, secret or token in anything that is sent: frames, pages, records, errors and logs."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence, Set
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped] # it has no types
import pytest
from websockets.asyncio.client import ClientConnection

from faraon.server.store.members import CHANNEL
from tests.scale import SOAK, scaled
from tests.server.person import Faults, Patient, Person, play_all
from tests.server.postgres import postgres
from tests.server.serving import call, open_table, running
from tests.server.truth import Truth, stored
from tests.server.watching import Watch, cards_in, says, texts

pytestmark = pytest.mark.soak

BATCHES = range(2)
GAMES = scaled(32, 1000) // len(BATCHES)
"""In the suite every kind of table twice."""
SHARED_GAMES = scaled(4, 300)
AT_ONCE = 13
COMING_AND_GOING = Faults(hang_up=0.02)
ASK_AGAIN = 0.3
"""Seconds. Nothing gets lost here: whoever asked sooner would only make a slow machine slower."""

TABLES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("bot",), {}),
    (("bot", "bot"), {"options": {"play_drawn": "on"}}),
    (("open",), {"options": {"pajchel": "penalty", "play_drawn": "on"}}),
    (("bot:novice",), {"options": {"recycle": "shuffle", "hand_size": 7}}),
    (("open", "bot"), {"options": {"pajchel": "penalty", "recycle": "shuffle"}}),
    (("bot",), {"rulebook": "prsi"}),
    (("open", "bot", "open"), {"rulebook": "family", "options": {"play_drawn": "on"}}),
    (("bot:novice",), {"rulebook": "formal"}),
    (("open",), {"rulebook": "formal-repaired"}),
    (("bot", "bot"), {"rulebook": "draft"}),
    (("bot",), {"kind": "series", "games": 2, "options": {"ace_two": "free", "start_special": "always"}}),
    (("open", "open", "bot", "bot", "bot"), {"options": {"pajchel": "penalty"}}),
    (("open", "bot"), {"options": {"camouflage": "on", "ace_two": "free"}}),
    (("open", "open"), {"options": {"camouflage": "on", "recycle": "shuffle"}}),
    (("bot:novice", "open"), {"options": {"camouflage": "on", "hand_size": 7, "play_drawn": "on"}}),
    (("bot",), {"kind": "olympic", "options": {"hand_size": 4, "recycle": "shuffle"}}),
]


class Seen:
    """What there was of everything, over all games."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.stops: Counter[bool] = Counter()
        """Stopped players, by whether they held an ace."""


class Wanderer(Patient):
    """Comes back to another process each time, which takes the table."""

    other = ""

    async def _session(self, socket: ClientConnection) -> None:
        try:
            await super()._session(socket)
        finally:
            if self.other:
                self.url, self.other = self.other, self.url


async def play(base: str, database: str, number: int, said: set[str], seen: Seen, other: str = "") -> None:
    rng = random.Random(f"leaks {number}")
    others, fields = TABLES[number % len(TABLES)]
    seated = open_table(base, *others, **{"hints": True, **fields})
    id_, tokens = seated["table"], [seated["token"]]
    for guest in range(others.count("open")):
        status, joined = call(base, f"/api/tables/{id_}/join", {"name": f"Hosť {guest}"})
        assert status == 201, joined
        tokens.append(joined["token"])
    people = [
        Wanderer(base, id_, token, random.Random(rng.random()), COMING_AND_GOING, 1.0, ASK_AGAIN)
        for token in (*tokens, None)
    ]
    for person in people:
        person.other = other and person.url.replace(base.removeprefix("http"), other.removeprefix("http"))
    pages = asyncio.create_task(ask_for_pages(base, id_, tokens[0], people[-1]))
    await play_all(people)
    pages.cancel()
    truth = Truth(id_, people[0].table["rulebook"], await stored(database, id_))
    for person in people:
        watch = Watch(person, truth, said, tokens)
        watch.check_all()
        seen.kinds += watch.kinds
    for n, text in await pages_seen(pages):
        check_page(n, text, truth, tokens, said)
    stopped_players_are_asked(people[-1], truth, seen)
    seen.events.update(one.kind for one in truth.moments.values())
    seen.events.update("foul" for one in truth.moments.values() if one.foul)
    seen.events.update("covered" for one in truth.moments.values() if one.covers)
    seen.events.update("revealed" for one in truth.moments.values() if one.revealed)


# --------------------------------------------------------------------------------------------------- pages


async def ask_for_pages(base: str, id_: str, token: str, watcher: Person) -> list[tuple[int, str]]:
    """The pages about the table while it plays, again and again: after every few events."""
    found: list[tuple[int, str]] = []
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            known = watcher.n
            for path in ("", "/games/1", "/games/1/record", "/games/2/record"):
                for key in (None, token):
                    status, answer = await asyncio.to_thread(
                        call, base, f"/api/tables/{id_}{path}", None, key
                    )
                    found.append((status, json.dumps(answer, ensure_ascii=False)))
            status, answer = await asyncio.to_thread(call, base, "/api/tables")
            found.append((status, json.dumps(answer, ensure_ascii=False)))
            while watcher.n < known + 8:
                await asyncio.sleep(0.05)
    return found


async def pages_seen(pages: asyncio.Task[list[tuple[int, str]]]) -> list[tuple[int, str]]:
    return await pages


def check_page(status: int, text: str, truth: Truth, tokens: list[str], said: set[str]) -> None:
    for token in (*tokens, *truth.hashes):
        assert token not in text
    page = json.loads(text)
    if status == 200 and (isinstance(page, str) or "frames" in page):
        finished = 'Result "unfinished"' not in page if isinstance(page, str) else page["frames"][-1]["over"]
        assert finished, "a game that is being played is shown to nobody"
        return
    for secret in truth.secrets:
        assert secret not in text
    for path, one in texts(page):
        if path not in ("table.id", "tables.id", "address", "qr") and one not in said:
            assert not cards_in(one), f"{path}: {one}"


# -------------------------------------------------------------------------------------------------- stopping


def stopped_players_are_asked(watcher: Person, truth: Truth, seen: Seen) -> None:
    """Whoever faces an ace is asked and answers, ace or no ace: to others both look the same."""
    frames = [json.loads(text) for _, text in watcher.frames]
    news = {one["n"]: one for one in frames if one["type"] == "happened"}
    for n, message in news.items():
        moment = truth.moments[n]
        state, view = moment.state, message["view"]
        if view is None or not view["situation"]["stop"] or state is None or state.over:
            continue
        following = [truth.moments[k] for k in range(n + 1, max(truth.moments) + 1)]
        answer = next((one for one in following if one.touched), None)
        if answer is None or answer.kind != "moved":
            continue
        assert answer.event["seat"] == state.turn, "they are asked, and nobody answers for them"
        assert (answer.request is not None) == (answer.event["by"] == "person")
        held = any(card.name[1] == "A" for card in state.position.hands[state.turn])
        seen.stops[held] += 1
        shape = json.dumps(blank({**view, "out": {}, "variables": {}}))
        assert shape == json.dumps(blank(STOPPED | {"sizes": view["sizes"], "table": view["table"],
                                                    "pile": view["pile"], "places": view["places"],
                                                    "claim": view["claim"],
                                                    "seat": None}))  # fmt: skip


STOPPED: dict[str, Any] = {
    "position": 1, "seat": None, "table": [], "hand": [], "sizes": [], "pile": [], "pile_size": 1,
    "stock_size": 1, "turn": 1,
    "situation": {
        "suit": "", "declared": False, "any_card": False, "debt": 1, "owed": 1, "stop": 1, "again": None,
        "notes": [],
    },
    "out": {}, "over": False, "loser": None, "places": [], "drawn": False, "why": [], "moves_made": 1,
    "moves": [], "fouls": False, "covers": False, "claim": None, "can_undo": False, "casual": False,
    "deadline": None, "variables": {},
}  # fmt: skip
"""What others see of a stopped player: nothing to do, nothing that gives away the hand."""


def blank(value: Any) -> Any:
    """The shape of a message: what kinds of things stand where."""
    if isinstance(value, dict):
        return {key: blank(one) for key, one in value.items()}
    if isinstance(value, list):
        return [blank(one) for one in value]
    return type(value).__name__


# ---------------------------------------------------------------------------------------------------- games


@pytest.mark.parametrize("batch", BATCHES)
def test_nothing_hidden_is_sent(batch: int, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    database = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"
    numbers = [number for number in range(GAMES * len(BATCHES)) if number % len(BATCHES) == batch]
    seen = Seen()
    caplog.set_level(logging.DEBUG, "faraon")
    caplog.set_level(logging.INFO)

    async def all_of_them(base: str) -> None:
        said = says((await asyncio.to_thread(call, base, "/api/info"))[1])
        for at in range(0, len(numbers), AT_ONCE):
            await asyncio.gather(
                *(play(base, database, one, said, seen) for one in numbers[at : at + AT_ONCE])
            )

    with running(database, absence_seconds=0.5) as base:
        asyncio.run(all_of_them(base))
    check_log(caplog.records, frozenset())
    print(f"\nleaks: {len(numbers)} games, {dict(seen.kinds)}, {dict(seen.events)}, stops {dict(seen.stops)}")
    for kind in ("welcome", "happened", "done", "presence"):
        assert seen.kinds[kind] > 0, kind
    if SOAK:  # the deals are the server's own, so in a few games something rare may be missing
        assert min(seen.stops[True], seen.stops[False]) > 0
        for kind in ("refused", "judged", "hinted"):
            assert seen.kinds[kind] > 0, kind
        for kind in ("undone", "foul", "salt"):
            assert seen.events[kind] > 0, kind


def check_log(records: Sequence[logging.LogRecord], errors: Set[str]) -> None:
    for record in records:
        written = json.dumps(vars(record), default=str)
        assert record.levelno < logging.ERROR or record.getMessage() in errors, written
        assert not cards_in(record.getMessage()), written
        assert "secret" not in written


# ------------------------------------------------------------------------------------------- two processes

NAME = "[0-9a-f]{16}"
BETWEEN = re.compile(
    rf"here {NAME} |gone {NAME}|taken [\w-]{{12}} \d+ {NAME}|bans"
    rf"|took {NAME} \w+( [\w.:/]+=\d+)+|holds {NAME}( [\w.:/]+=\d+)*"
)
"""All that processes say to each other."""


@contextlib.asynccontextmanager
async def overheard(database: str) -> AsyncIterator[list[str]]:
    heard: list[str] = []
    connection = await asyncpg.connect(database.replace("+asyncpg", ""))
    await connection.add_listener(CHANNEL, lambda *told: heard.append(told[-1]))
    try:
        yield heard
    finally:
        await connection.close()


def test_nothing_hidden_is_sent_when_tables_change_hands(caplog: pytest.LogCaptureFixture) -> None:
    """Everybody comes back to the other process each time; it knows the table from the database alone."""
    seen = Seen()
    caplog.set_level(logging.DEBUG, "faraon")

    async def all_of_them(one: str, other: str, database: str) -> None:
        said = says((await asyncio.to_thread(call, one, "/api/info"))[1])
        async with overheard(database) as heard:
            id_ = (await asyncio.to_thread(open_table, one, "open"))["table"]
            assert (await asyncio.to_thread(call, other, f"/api/tables/{id_}"))[0] == 200
            for at in range(0, SHARED_GAMES, AT_ONCE):
                numbers = range(at, min(at + AT_ONCE, SHARED_GAMES))
                await asyncio.gather(*(play(one, database, number, said, seen, other) for number in numbers))
        assert any(what.startswith("taken ") for what in heard)
        for what in heard:
            assert BETWEEN.fullmatch(what), what

    with (
        postgres() as database,
        running(database, absence_seconds=0.5) as one,
        running(database, absence_seconds=0.5) as other,
    ):
        asyncio.run(all_of_them(one, other, database))
    check_log(caplog.records, {"not stored"})
    print(f"\nleaks: {SHARED_GAMES} games at two processes, {dict(seen.kinds)}, {dict(seen.events)}")
    for kind in ("welcome", "happened", "done"):
        assert seen.kinds[kind] > 0, kind
