"""What takes long is done beside: the others at the server are answered meanwhile."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from faraon.lang.library import read_book
from faraon.pages import rules_page
from faraon.play.game import load
from faraon.play.state import State
from faraon.server.live import books, hub
from faraon.server.live.work import Work
from faraon.server.net import http, rules
from faraon.server.table import deals
from faraon.server.table.deals import Deal, rewound
from faraon.server.table.events import Created, Dealt, Moved, SeatSetup, Stored, Undone
from faraon.server.table.showing import present_view
from faraon.server.table.table import Table
from faraon.server.table.undo import moves_to_keep
from faraon.server.wire.refusals import RefusalError
from tests.patience import PATIENCE
from tests.server.player import Player
from tests.server.serving import call, open_table, running
from tests.server.test_foreign_records import RECORD


@contextmanager
def held_up(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> Iterator[threading.Event]:
    """Calls of a function wait until the block is left; the event is set when there is one."""
    real, began, go_on = getattr(module, name), threading.Event(), threading.Event()

    def held(*args: Any, **kwargs: Any) -> Any:
        began.set()
        go_on.wait(PATIENCE)
        return real(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(module, name, held)
        try:
            yield began
        finally:
            go_on.set()


@pytest.mark.parametrize(
    ("module", "name", "path", "body"),
    [
        (http, "replay_of_record", "/api/replay", {"record": RECORD}),
        (rules, "rules_page", "/rules/classic", None),
        (books, "Game", "/api/check", {"rulebook": "classic", "players": 2}),
    ],
)
def test_the_server_answers_while_something_takes_long(
    url: str, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, path: str, body: Any
) -> None:
    with running(url) as base, ThreadPoolExecutor() as threads:
        with held_up(monkeypatch, module, name) as began:
            long = threads.submit(call, base, path, body)
            assert began.wait(PATIENCE)
            assert call(base, "/health")[0] == 200
            assert not long.done()
        assert long.result()[0] == 200


def test_the_server_answers_while_a_table_is_folded(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(url) as base:
        table = open_table(base, "bot")["table"]
    with running(url) as base, ThreadPoolExecutor() as threads:
        with held_up(monkeypatch, hub, "resumed") as began:
            long = threads.submit(call, base, f"/api/tables/{table}")
            assert began.wait(PATIENCE)
            assert call(base, "/health")[0] == 200
            assert call(base, "/api/tables")[0] == 200
        assert long.result()[0] == 200


def test_a_page_of_rules_is_made_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    real = rules_page

    def counted(game: Any, language: str, home: str, seats: int) -> str:
        made.append(language)
        return real(game, language, home=home, seats=seats)

    monkeypatch.setattr(rules, "rules_page", counted)
    with running(url, rules_kept=2) as base, ThreadPoolExecutor() as threads:
        pages = [*threads.map(lambda _: call(base, "/rules/classic?lang=en"), range(12))]
        assert {status for status, _ in pages} == {200}
        assert len({page for _, page in pages}) == 1
        assert made == ["en"]
        call(base, "/rules/classic?lang=en&ace_two=ask&players=2")  # as it is by default
        assert made == ["en"]
        for players in (3, 4, 5):
            call(base, f"/rules/classic?players={players}")
        call(base, "/rules/classic?lang=en")
        assert made == ["en", "sk", "sk", "sk", "en"]


def test_what_costs_much_counts_for_many(url: str) -> None:
    limits = {"requests_at_once": 30.0, "requests_per_second": 0.0}
    with running(url, **limits) as base:
        body = {"record": RECORD}
        assert [call(base, "/api/replay", body)[0] for _ in range(2)] == [200, 429]
        assert call(base, "/health")[0] == 200


def test_the_line_is_short_and_nobody_stands_in_it_often() -> None:
    async def wait() -> None:
        work, go_on = Work("test", 3, 2), threading.Event()
        waiting = [asyncio.ensure_future(work.do(whom, go_on.wait, PATIENCE)) for whom in "aab"]
        await asyncio.sleep(0)
        for whom, code in (("a", "too-fast"), ("c", "busy")):
            with pytest.raises(RefusalError) as refused:
                await work.do(whom, go_on.wait)
            assert refused.value.code == code
        waiting[1].cancel()
        await asyncio.gather(waiting[1], return_exceptions=True)
        again = asyncio.ensure_future(work.do("a", go_on.wait))
        go_on.set()
        assert all(await asyncio.gather(waiting[0], waiting[2], again))
        work.close()

    asyncio.run(wait())


# ------------------------------------------------------------------------------------------- long games


def test_a_game_cannot_be_made_endless(base: str) -> None:
    endless = {"move_limit": 100_000}
    _, checked = call(base, "/api/check", {"rulebook": "classic", "players": 2, "options": endless})
    assert (checked["ok"], "2000" in checked["en"], "2000" in checked["sk"]) == (False, True, True)
    body = {"name": "E", "seats": [{"kind": "bot"}], "options": endless}
    assert call(base, "/api/tables", body)[1]["code"] == "bad-options"
    body["options"] = {"move_limit": 2000}
    assert call(base, "/api/tables", body)[0] == 201


def solitary(rng: random.Random) -> Table:
    """A person against a bot, some way into a game."""
    while True:
        start = load("classic", 2).deal(rng.getrandbits(32)).to_json()
        seats = [SeatSetup("person", "Eva"), SeatSetup("bot", "Jano", "player")]
        created = Created("", {}, "single", 1, seats, None, False, 0.0, position=start)
        table = Table("t", read_book("classic"), Stored(1, 0.0, None, created))
        table.apply(Stored(2, 0.0, None, Dealt(0)))
        while table.playing and len(table.log) < 30:
            advance(table, rng)
        if table.playing:
            return table


def advance(table: Table, rng: random.Random) -> None:
    """Another move, or the last one is taken back."""
    assert table.state is not None
    assert table.deal is not None
    keep = moves_to_keep(table, 0)
    if keep is not None and rng.random() < 0.3:
        expected = rewound(table.deal, keep)
        table.apply(Stored(table.n + 1, 0.0, None, Undone(0, keep)))
        assert table.state == expected
    else:
        move = str(rng.choice(table.state.moves()))
        table.apply(Stored(table.n + 1, 0.0, None, Moved(table.state.turn, move, "person")))


def test_looking_whether_a_move_can_be_taken_back_plays_nothing_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng, again = random.Random(7), []

    def counted(deal: Deal, moves: int) -> State:
        again.append(moves)
        return rewound(deal, moves)

    monkeypatch.setattr(deals, "rewound", counted)
    undone = 0
    for _ in range(20):
        table = solitary(rng)
        while table.playing:
            advance(table, rng)
            present_view(table, 0)
        undone += sum(isinstance(step.stored.event, Undone) for step in table.log)
    assert undone > 10
    assert len(again) < undone / 2, "only where one move after another was taken back"


def test_the_log_of_a_game_holds_no_states() -> None:
    assert all(step.state is None for step in solitary(random.Random(1)).log)


def test_a_browser_is_told_the_end_of_a_long_log(url: str) -> None:
    with running(url, welcome_lines=5) as base:
        seated = open_table(base, "bot")

        async def play() -> None:
            async with Player(base, seated["table"], seated["token"]) as me:
                await me.ask("start")
                while sum("line" in one and one["line"] is not None for one in me.events.values()) < 9:
                    if me.over:
                        await me.ask("rematch")
                        await me.ask("start")
                    elif me.my_turn:
                        await me.move()
                    else:
                        await me.receive("happened")
                async with Player(base, seated["table"], seated["token"]) as again:
                    lines = again.frames[0]["lines"]
                    assert len(lines) <= 5

        asyncio.run(play())
