"""Tables over the wire: opened, joined, played, left and closed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.reviewed import played_record
from tests.server.player import Player
from tests.server.serving import call, open_table


def run(coroutine: Any) -> Any:
    return asyncio.run(coroutine)


def test_what_is_offered_comes_from_the_rulebooks(base: str) -> None:
    _, info = call(base, "/api/info")
    names = [book["name"] for book in info["rulebooks"]]
    assert names[:5] == ["classic", "family", "prsi", "mau", "crazy"]
    assert names[5:] == ["draft", "formal", "formal-repaired", "mini-6", "mini-8"]
    options = {one["name"]: one for one in info["rulebooks"][0]["options"]}
    assert options["ace_two"]["default"] == "ask"
    assert options["ace_two"]["asks"]["sk"].endswith("?")
    assert [one["value"] for one in options["seven_cards"]["values"]] == [3, 2]
    assert options["move_limit"]["range"] == [1, 2000]
    for book in info["rulebooks"]:
        for text in (book["title"], *(one["title"] for one in book["options"])):
            assert text["en"]
            assert text["sk"]


def test_a_game_against_a_bot_from_one_request_to_the_record(base: str) -> None:
    seated = open_table(base, "bot")

    async def play() -> Player:
        async with Player(base, seated["table"], seated["token"]) as me:
            assert (me.table["status"], me.you) == ("ready", 0)
            await me.seal("my-own-chance")
            await me.play_to_the_end()
            return me

    me = run(play())
    assert me.table["status"] == "over"
    status, game = call(base, f"/api/tables/{seated['table']}/games/1", token=seated["token"])
    assert status == 200
    assert game["you"] == 0
    assert game["fair"]["commitment"] == seated["commitment"]
    assert game["fair"]["salts"] == ["my-own-chance", ""]
    moved = [one for one in me.events.values() if one["what"]["type"] == "moved"]
    assert len(game["frames"]) == len(moved) + 1
    assert game["frames"][-1]["over"]


def test_friends_join_by_the_invitation_and_start_when_the_host_says(base: str) -> None:
    seated = open_table(base, "open", "open", options={"seven_cards": 2})
    path = f"/api/tables/{seated['table']}"
    _, invitation = call(base, path)
    assert invitation["address"].endswith(f"/t/{seated['table']}")
    assert invitation["qr"].startswith("<svg")
    changed = [one for one in invitation["table"]["options"] if one["changed"]]
    assert [(one["name"], one["value"]) for one in changed] == [("seven_cards", 2)]
    _, guest = call(base, f"{path}/join", {"name": "Hostiteľ"})
    assert guest["seat"] == 1

    async def play() -> None:
        async with (
            Player(base, seated["table"], seated["token"]) as host,
            Player(base, seated["table"], guest["token"]) as other,
        ):
            assert [seat["name"] for seat in other.table["seats"]] == ["Hostiteľ", "Hostiteľ 2", ""]
            assert other.table["status"] == "waiting"
            assert (await other.ask("start"))["code"] == "not-yours"
            assert (await host.ask("start"))["type"] == "done"
            await other.receive("happened")
            while other.table["status"] != "playing":
                await other.receive("happened")
            assert [seat["kind"] for seat in other.table["seats"]] == ["person", "person", "bot"]
            await asyncio.gather(host.play_to_the_end(), other.play_to_the_end())
            assert host.view is not None
            assert other.view is not None
            assert host.view["loser"] == other.view["loser"]

    run(play())
    assert call(base, f"{path}/join", {"name": "Neskorý"})[0] == 409


def test_a_chosen_seat_and_open_tables(base: str) -> None:
    seated = open_table(base, "open", "open", listed=True)

    async def look() -> None:
        async with Player(base, seated["table"], seated["token"]):
            found: list[str] = []
            while seated["table"] not in found:
                _, lobby = await asyncio.to_thread(call, base, "/api/tables")
                found = [table["id"] for table in lobby["tables"]]

    run(look())
    _, guest = call(base, f"/api/tables/{seated['table']}/join", {"name": "Eva", "seat": 2})
    assert guest["seat"] == 2
    assert call(base, f"/api/tables/{seated['table']}/join", {"name": "Ema", "seat": 2})[0] == 409


@pytest.mark.parametrize("others", [("bot", "bot:novice"), ("bot",)])
def test_an_olympic_match_goes_on_until_one_is_left(base: str, others: tuple[str, ...]) -> None:
    seated = open_table(base, *others, kind="olympic", options={"hand_size": 4})

    async def play() -> Player:
        async with Player(base, seated["table"], seated["token"], seed=2) as me:
            await me.play_to_the_end()
            return me

    me = run(play())
    assert len(me.match["winners"]) == 1
    assert sum(not line["out"] for line in me.match["standings"]) == 1
    games = {one["what"]["game"] for one in me.events.values() if one["what"]["type"] == "dealt"}
    assert games == set(range(1, len(games) + 1))


def test_a_rematch_keeps_the_people_and_commits_to_a_new_deal(base: str) -> None:
    seated = open_table(base, "bot")

    async def play() -> None:
        async with Player(base, seated["table"], seated["token"]) as me:
            assert (await me.ask("rematch"))["code"] == "not-now"
            await me.play_to_the_end()
            await me.ask("rematch")
            assert me.table["status"] == "ready"
            fair = next(frame["fair"] for frame in reversed(me.frames) if frame.get("fair"))
            assert fair["game"] == 2
            assert fair["commitment"] != seated["commitment"]
            await me.play_to_the_end()

    run(play())
    assert call(base, f"/api/tables/{seated['table']}/games/2")[0] == 200
    assert call(base, f"/api/tables/{seated['table']}/games/3")[0] == 404


def test_who_leaves_a_game_is_replaced_by_a_bot_and_the_host_passes_on(base: str) -> None:
    seated = open_table(base, "open")
    _, guest = call(base, f"/api/tables/{seated['table']}/join", {"name": "Eva"})

    async def play() -> None:
        async with (
            Player(base, seated["table"], seated["token"]) as host,
            Player(base, seated["table"], guest["token"]) as other,
        ):
            await host.ask("start")
            await host.ask("leave")
            while other.table["seats"][0]["kind"] != "bot":
                await other.receive("happened")
            assert other.table["seats"][1]["host"]
            await other.play_to_the_end()
            assert (await other.ask("leave"))["type"] == "done"

    run(play())


def test_the_host_replaces_opens_and_closes_seats(base: str) -> None:
    seated = open_table(base, "open", "open", "bot:novice")

    async def play() -> None:
        async with Player(base, seated["table"], seated["token"]) as host:
            await host.ask("seat", seat=1, kind="bot", level="player")
            await host.ask("seat", seat=2, kind="closed")
            await host.ask("seat", seat=3, kind="open")
            kinds = [seat["kind"] for seat in host.table["seats"]]
            assert kinds == ["person", "bot", "closed", "open"]
            assert (await host.ask("seat", seat=0, kind="bot"))["code"] == "bad-message"
            assert (await host.ask("seat", seat=1, kind="bot", level="god"))["code"] == "bad-message"
            await host.ask("start")
            assert host.view is not None
            assert host.view["table"] == [0, 1, 3]
            assert len(host.view["sizes"]) == 3
            assert (await host.ask("seat", seat=1, kind="open"))["code"] == "not-now"
            await host.play_to_the_end()

    run(play())


@pytest.mark.parametrize(
    "level", ["net", "deep:20", "net,weights=/etc/passwd", "pharaoh,weights=/etc/passwd"]
)
def test_bots_are_named_by_their_level_alone(base: str, level: str) -> None:
    """Another name may say which file a bot plays by: nobody does that over a network."""
    seated = open_table(base, "bot:novice")
    given = {"record": played_record(), "moves": 4, "seat": 0}
    for kind, more in (("bot", {}), ("open", {}), ("bot", {"given": given})):
        wanted = {"name": "Eva", "seats": [{"kind": kind, "level": level}], **more}
        status, answer = call(base, "/api/tables", wanted)
        assert (status, answer["code"]) == (400, "bad-request")

    async def play() -> None:
        async with Player(base, seated["table"], seated["token"]) as host:
            for kind in ("bot", "open"):
                answer = await host.ask("seat", seat=1, kind=kind, level=level)
                assert answer["code"] == "bad-message"
            assert host.table["seats"][1]["level"] == "novice"

    run(play())


def test_a_closed_table_says_so_and_stays_readable(base: str) -> None:
    seated = open_table(base, "bot")

    async def play() -> None:
        async with Player(base, seated["table"], seated["token"]) as host:
            await host.play_to_the_end()
            await host.ask("close")
            assert (await host.receive("bye"))["why"] == "closed"
        async with Player(base, seated["table"], seated["token"]) as host:
            assert host.table["status"] == "closed"
            assert (await host.ask("rematch"))["code"] == "closed"

    run(play())
    assert call(base, f"/api/tables/{seated['table']}/games/1")[0] == 200


def test_two_tabs_of_one_seat_both_work_and_a_spectator_watches(base: str) -> None:
    seated = open_table(base, "bot")

    async def play() -> None:
        async with (
            Player(base, seated["table"], seated["token"]) as first,
            Player(base, seated["table"], seated["token"]) as second,
            Player(base, seated["table"], None) as spectator,
        ):
            await first.ask("start")
            while not second.my_turn:
                await second.receive("happened")
            await second.move()
            while spectator.n < second.n:
                await spectator.receive("happened")
            assert spectator.view is not None
            assert spectator.view["hand"] == []
            assert spectator.view["moves"] == []
            assert (await spectator.ask("start"))["code"] == "not-yours"
            await asyncio.gather(first.play_to_the_end(), spectator.play_to_the_end())

    run(play())


def test_cards_that_want_a_suit_are_judged_without_one_but_not_laid(base: str) -> None:
    seated = open_table(base, lesson="over")

    async def play() -> None:
        async with Player(base, seated["table"], seated["token"]) as me:
            assert me.view is not None
            judged = await me.ask("judge", position=me.view["position"], move="hO")
            assert (judged["legal"], judged["move"]) == (True, "hO=h")
            refused = await me.move("hO")
            assert (refused["code"], refused["reasons"][0]["rule"]) == ("illegal-move", "suit")

    run(play())


def test_a_refused_move_comes_with_the_paragraph_in_both_languages(base: str) -> None:
    seated = open_table(base, lesson="seven")

    async def play() -> None:
        async with Player(base, seated["table"], seated["token"]) as me:
            assert me.view is not None
            assert me.view["situation"]["debt"] == 3
            answer = await me.move("b9")
            assert answer["code"] == "illegal-move"
            assert answer["reasons"][0]["paragraph"] == "§14"
            assert answer["sk"].endswith("(§14).")
            judged = await me.ask("judge", position=me.view["position"], move="a7")
            assert judged["legal"]
            assert (judged["situation"]["suit"], judged["situation"]["debt"]) == ("a", 6)
            hinted = await me.ask("hint", position=me.view["position"])
            assert hinted["move"] == "a7"
            assert hinted["sk"]
            assert (await me.ask("move", position=1, move="a7"))["code"] == "stale"
            assert (await me.move("nonsense"))["code"] == "bad-message"
            assert (await me.move("a7"))["type"] == "done"

    run(play())


def test_names_are_cleaned_and_greetings_reach_everybody(base: str) -> None:
    seated = open_table(base, "bot", name='  <b>"Eva"\u202e\n ')

    async def play() -> None:
        async with (
            Player(base, seated["table"], seated["token"]) as me,
            Player(base, seated["table"], None) as other,
        ):
            assert me.table["seats"][0]["name"] == "bEva"
            await me.ask("rename", name="Evička")
            await me.ask("greet", greeting="hello")
            assert (await other.receive("greeted"))["greeting"] == "hello"
            assert other.table["seats"][0]["name"] == "Evička"
            assert (await me.ask("greet", greeting="insult"))["code"] == "bad-message"

    run(play())


def test_a_reconnecting_client_gets_what_it_missed(base: str) -> None:
    seated = open_table(base, "open")
    _, guest = call(base, f"/api/tables/{seated['table']}/join", {"name": "Eva"})

    async def play() -> None:
        async with (
            Player(base, seated["table"], seated["token"]) as host,
            Player(base, seated["table"], guest["token"]) as other,
        ):
            await host.ask("start")
            while not other.my_turn and not host.my_turn:
                await other.receive("happened")
            assert other.socket is not None
            had = other.n
            await other.socket.close()
            if host.my_turn:
                await host.move()
            await other.enter()
            assert [event["n"] for event in other.frames[-1]["missed"]] == list(range(had + 1, host.n + 1))
            assert other.view is not None
            assert other.view == other.frames[-1]["missed"][-1]["view"] if host.n > had else True

    run(play())


def test_bad_options_are_refused_with_the_engines_words(base: str) -> None:
    status, answer = call(
        base, "/api/tables", {"name": "E", "seats": [{"kind": "bot"}], "options": {"ace_tow": "free"}}
    )
    assert status == 400
    assert "ace_two" in answer["en"]
    _, checked = call(base, "/api/check", {"rulebook": "classic", "players": 7, "options": {}})
    assert (checked["ok"], checked["packs"], checked["covers"]) == (True, 2, False)
    covered = {"rulebook": "classic", "players": 2, "options": {"camouflage": "on"}}
    assert call(base, "/api/check", covered)[1]["covers"]
    for players, options, known in (
        (2, {}, True),
        (5, {}, True),
        (2, {"ace_two": "free"}, False),
        (7, {}, False),
    ):
        asked = {"rulebook": "classic", "players": players, "options": options}
        assert call(base, "/api/check", asked)[1]["learned"] == known
    _, checked = call(base, "/api/check", {"rulebook": "classic", "players": 7, "options": {"packs": 1}})
    assert not checked["ok"]
    assert checked["en"].startswith("Too few cards: at most five players a pack")
    assert checked["sk"].startswith("Málo kariet: na balíček najviac päť hráčov")


def test_a_table_that_is_not_there(base: str) -> None:
    assert call(base, "/api/tables/nosuchtable1")[0] == 404

    async def enter() -> None:
        player = Player(base, "nosuchtable1", None)
        await player.enter()
        assert player.frames[-1]["code"] == "unknown-table"

    run(enter())
