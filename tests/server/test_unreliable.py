"""Whole games over real WebSockets by people whose lines drop, duplicate, reorder and delay messages."""

from __future__ import annotations

import asyncio
import logging
import random
from pathlib import Path
from typing import Any

import pytest

from faraon.game.record import Record
from faraon.play.replay import replay
from faraon.server.table.verify import verify_deal
from tests.scale import scaled
from tests.server.person import Faults, Person, agrees, play_all
from tests.server.serving import call, open_table, running
from tests.server.truth import Truth, stored

pytestmark = pytest.mark.soak

BATCHES = range(2)
GAMES = scaled(10, 100) // len(BATCHES)
BAD_LINE = Faults(drop=0.03, twice=0.05, late=0.05, swap=0.03, hang_up=0.02)

TABLES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("open", "open", "open"), {}),
    (("open", "bot", "open"), {"rulebook": "prsi"}),
    (("open", "bot:novice", "bot"), {"rulebook": "family"}),
    (("bot", "open", "bot"), {"options": {"pajchel": "penalty", "play_drawn": "on", "move_limit": 300}}),
    (("open", "open", "bot"), {"kind": "series", "games": 2, "options": {"recycle": "shuffle"}}),
    (("open", "open", "open"), {"rulebook": "formal-repaired"}),
    (("bot", "bot", "bot"), {"options": {"ace_two": "free", "hand_size": 6}}),
    (("bot", "open", "open"), {"rulebook": "draft", "options": {}}),
    (("open", "open", "bot"), {"rulebook": "formal"}),
    (("bot", "bot", "open"), {"kind": "olympic", "rulebook": "prsi", "options": {"hand_size": 4}}),
]


async def play(base: str, database: str, number: int) -> str:
    """One table, from opening it to the verified records of its games; what there was of everything."""
    rng = random.Random(f"unreliable {number}")
    others, fields = TABLES[number % len(TABLES)]
    seated = open_table(base, *others, **fields)
    id_, tokens = seated["table"], [seated["token"]]
    for guest in range(others.count("open")):
        status, joined = call(base, f"/api/tables/{id_}/join", {"name": f"Hosť {guest}"})
        assert status == 201, joined
        tokens.append(joined["token"])
    people = [Person(base, id_, token, random.Random(rng.random()), BAD_LINE) for token in tokens]
    watcher = Person(base, id_, None, random.Random(rng.random()), BAD_LINE)
    await play_all((*people, watcher))
    rows = await stored(database, id_)
    truth = Truth(id_, people[0].table["rulebook"], rows)
    assert truth.over
    for person in (*people, watcher):
        agrees(person, truth)
    for game, deck in enumerate(truth.decks, 1):
        status, text = call(base, f"/api/tables/{id_}/games/{game}/record")
        assert status == 200
        found = replay(Record.read(text))
        assert verify_deal(found) is not None
        assert tuple(card.name for card in found.record.deck) == deck
        played = [str(turn.move) for turn in found.record.turns]
        assert played == [one.event["move"] for one in truth.moments.values()
                          if one.kind == "moved" and one.game == game]  # fmt: skip
    requests = [row.request for row in rows if row.request is not None]
    assert len(requests) == len(set(requests)), "no request acted twice"
    for seat, person in enumerate(people):
        for request, n in person.done.items():
            if n:
                assert rows[n - 1].request == f"{person.you} {request}", seat
    connections = sum(one.connections for one in people)
    return f"{number}: {len(rows)} events, {len(truth.decks)} games, {connections} connections"


@pytest.mark.parametrize("batch", BATCHES)
def test_games_end_and_everybody_agrees_with_the_record(
    batch: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"
    numbers = [number for number in range(GAMES * len(BATCHES)) if number % len(BATCHES) == batch]

    async def all_of_them(base: str) -> list[str]:
        told = []
        for at in range(0, len(numbers), 5):
            told += await asyncio.gather(*(play(base, database, one) for one in numbers[at : at + 5]))
        return told

    with running(database, absence_seconds=0.3) as base:
        told = asyncio.run(all_of_them(base))
    print("\nunreliable: " + "; ".join(told))
    assert len(told) == GAMES
    wrong = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert not wrong, "a hang-up is not an error"
