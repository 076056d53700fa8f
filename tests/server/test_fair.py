"""Fair deals: test vectors, and verification that fails on every change."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from faraon.cards import pack, parse_cards, write_cards
from faraon.cli.app import app
from faraon.game.chance import drawn_by_lot
from faraon.game.record import RecordError
from faraon.match import Match
from faraon.server.table import events as ev
from faraon.server.table.fair import (
    FairDeal,
    Label,
    commitment,
    fair_deal,
    fair_shuffle,
    new_secret,
    seal,
)
from faraon.server.table.verify import verify_deal
from tests.server.dealing import SECRET, Operator, honest, replayed, with_tag, without_tags
from tests.server.player import Player
from tests.server.serving import call, open_table

ZEROS = "00" * 32
TAGS = ["Commitment", "Secret", "Label", "Salts", "Seals", "Seats", "Playing", "Starter"]


# -------------------------------------------------------------------------------------------------- vectors


def test_vectors() -> None:
    """The same stand in the protocol's page and in the client's tests."""
    assert commitment(ZEROS) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    label, salts = Label("abc", 1), ["", "x"]
    dealt = fair_deal(ZEROS, label, salts, 1)
    assert write_cards(dealt.deck[:5]) == "l9 a9 bU l8 b9"
    assert (dealt.lot, dealt.chance) == (3453355340, 0)
    turned = parse_cards("lK h7 aX b9 hO l8")
    assert write_cards(fair_shuffle(ZEROS, label, salts, 1, turned)) == "h7 l8 hO aX b9 lK"
    assert write_cards(fair_shuffle(ZEROS, label, salts, 2, turned)) == "hO h7 l8 aX lK b9"
    assert seal(label, 1, "x") == "96a6cd05ac04353045e475cfa0c75ad20ae5aa1f18ccc802367de1ae56b13add"


def test_vectors_of_the_first_scheme() -> None:
    dealt = fair_deal(ZEROS, Label("abc", 1, scheme=1), ["", "x"], 1)
    assert write_cards(dealt.deck[:5]) == "b7 hK bO bA a8"
    assert (dealt.chance, dealt.lot) == (1622720944, 825549819)


def test_every_part_decides_the_deck_and_the_shuffles() -> None:
    secret, label, salts = new_secret(), Label("t", 1), ["a", "b"]
    other = Label("t", 2)
    ways = [
        (secret, label, salts),
        (new_secret(), label, salts),
        (secret, other, salts),
        (secret, label, ["a", "c"]),
        (secret, label, ["b", "a"]),
    ]
    assert len({fair_deal(*way, 2).deck for way in ways}) == len(ways)
    assert len({fair_shuffle(*way, number, pack()) for way in ways for number in (1, 2, 3)}) == 3 * len(ways)
    deck = fair_deal(*ways[0], 2).deck
    assert Counter(deck) == Counter(pack(2))
    assert fair_deal(*ways[0], 2).deck == deck


def test_only_which_cards_they_are_decides_their_new_order() -> None:
    """Who knows the secret gains nothing from the order in which cards are laid."""
    cards = parse_cards("lK h7 aX b9 hO l8")
    orders = {fair_shuffle(ZEROS, Label("t", 1), [], 1, turned) for turned in (cards, cards[::-1])}
    assert len(orders) == 1


def test_all_cards_are_equally_likely_in_every_place() -> None:
    """3,200 decks: every card is first 100 times, give or take 50 (five deviations)."""
    firsts = Counter(fair_deal(f"{k:064x}", Label("t", 1), [], 1).deck[0] for k in range(3200))
    assert len(firsts) == 32
    assert all(50 <= count <= 150 for count in firsts.values())


# ------------------------------------------------------------------------------------- the server's records


@pytest.fixture(scope="module")
def record(base: str) -> str:
    seated = open_table(base, "bot", rulebook="prsi")

    async def play() -> None:
        async with Player(base, seated["table"], seated["token"]) as me:
            await me.seal("abc_123")
            await me.play_to_the_end()

    asyncio.run(play())
    status, text = call(base, f"/api/tables/{seated['table']}/games/1/record")
    assert status == 200
    return str(text)


def test_the_record_of_a_table_verifies(record: str, tmp_path: Path) -> None:
    found = verify_deal(replayed(record))
    assert found is not None
    assert (found.added, found.withheld, found.first) == ((0,), (), True)
    file = tmp_path / "game.fgn"
    file.write_text(record)
    for lang, words in (("sk", "poctivé rozdanie overené"), ("en", "fair deal verified")):
        told = CliRunner().invoke(app, ["verify", str(file), "--lang", lang])
        assert told.exit_code == 0, told.output
        assert words in told.output


def test_a_record_is_shown_again_by_the_server(base: str, record: str) -> None:
    status, shown = call(base, "/api/replay", {"record": record})
    assert status == 200
    assert shown["fair"]["secret"]
    assert shown["fair"]["people"] == [0]
    assert shown["frames"][-1]["over"]
    for spoilt in (
        "",
        "nonsense",
        record.replace('Rulebook "prsi"', 'Rulebook "/etc/passwd"'),
        with_tag(record, "Secret", "no number"),
    ):
        status, refused = call(base, "/api/replay", {"record": spoilt})
        assert status == 400
        assert refused["sk"].startswith("Toto nie je platný záznam"), "also what is wrong with it"
        assert len(refused["sk"]) > len("Toto nie je platný záznam: ")


def test_a_record_from_elsewhere_says_nothing() -> None:
    import faraon
    from faraon.play.replay import record_of, replay

    assert verify_deal(replay(record_of(faraon.load("classic").deal(seed=7)))) is None


def test_a_deal_from_a_smaller_deck_is_verified_from_its_record() -> None:
    operator = honest(rulebook="mini-6")
    deck = operator.games[0].state.deck
    assert deck is not None
    assert len(set(deck)) < len(pack())
    assert verify_deal(replayed(operator.record())) is not None


# ------------------------------------------------------------------------------------ what verify refuses


@pytest.fixture(scope="module")
def shuffled() -> str:
    """The record of a game with shuffles."""
    text = honest(rulebook="family").record()
    found = verify_deal(replayed(text))
    assert found is not None
    assert found.shuffles > 0
    assert found.added == (0, 1)
    assert found.first
    return text


@pytest.mark.parametrize("tag", TAGS)
def test_a_changed_tag_is_found(shuffled: str, tag: str) -> None:
    value = next(line.split('"')[1] for line in shuffled.splitlines() if line.startswith(f"[{tag} "))
    digit = "0" if value[-1:] != "0" else "1"
    for spoilt in (with_tag(shuffled, tag, value[:-1] + digit), without_tags(shuffled, [tag])):
        with pytest.raises(RecordError):
            verify_deal(replayed(spoilt))


@pytest.mark.parametrize(
    ("tag", "value", "message"),
    [
        ("Salts", "anna-7,boris_8,more", "differ in length"),
        ("Salts", "anna-7,shuffle 1", "does not hold"),
        ("Salts", "anna-8,boris_8", "seat 0 is not the one that was sealed"),
        ("Salts", "anna-7,", "the deck is not"),
        ("Seats", "person,bot", "no person sat there"),
        ("Seats", "person,closed", "do not sit"),
        ("Playing", "1,0", "do not sit"),
        ("Playing", "0,7", "do not sit"),
        ("Starter", "lot", "neither a lot"),
        ("Starter", "last", "neither a lot"),
        ("Secret", "00" * 32, "not the one that was committed"),
        ("Secret", "", "does not hold"),
        ("Label", "faraon deal 1 T 1", "the deck is not"),
        ("Label", "faraon deal 3 T 1", "does not hold"),
    ],
)
def test_what_is_told_wrongly_is_named(shuffled: str, tag: str, value: str, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        verify_deal(replayed(with_tag(shuffled, tag, value)))
    assert caught.value.sk


def test_what_was_not_opened_in_time_is_recorded_and_told() -> None:
    operator = Operator("person", "person", "person")
    operator.promises()
    operator.seals({0: "anna-7", 2: "cyril"})
    operator.opens({0: "anna-7"})
    operator.writes(ev.Dealt(0))
    operator.plays()
    text = operator.record()
    assert '[Salts "anna-7,,"]' in text
    found = verify_deal(replayed(text))
    assert found is not None
    assert (found.added, found.withheld) == ((0,), (2,))


# --------------------------------------------------------------------------------- who starts, and the lot


def match(games: int = 3, **options: str) -> Operator:
    """A match that is played to its end, fairly."""
    operator = Operator("person", "person", "person", kind="series", games=games, options=options)
    while operator.table.match is None or not operator.table.match.over:
        operator.deals(new_secret(), {0: "anna-7"})
        operator.plays()
    return operator


@pytest.mark.parametrize("starter", ["loser", "after_dealer", "winner", "random"])
def test_who_starts_is_verified_with_the_game_before(starter: str) -> None:
    operator = match(4, starter=starter)
    games = [replayed(operator.record(number)) for number in (1, 2, 3, 4)]
    assert [one.record.tags["Starter"] for one in games][:1] == ["first"]
    for before, game in pairwise(games):
        found, alone = verify_deal(game, before), verify_deal(game)
        assert found is not None
        assert alone is not None
        assert found.first
        assert alone.first == (game.record.tags["Starter"] == "lot"), "the lot needs nothing else"
    with pytest.raises(RecordError, match="not the game before it"):
        verify_deal(games[2], games[0])


def test_a_false_first_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first game seat 0 starts, in the second the loser; this operator lets another one begin."""
    operator = Operator("person", "person", kind="series", games=3)
    operator.deals()
    operator.plays()
    loser = replayed(operator.record(1)).last.loser
    assert loser is not None
    monkeypatch.setattr(Match, "starter", property(lambda match: 1 - loser))
    operator.deals()
    operator.plays()
    first, second = (replayed(operator.record(number)) for number in (1, 2))
    alone = verify_deal(second)
    assert alone is not None
    assert not alone.first, "this record alone does not tell"
    with pytest.raises(RecordError, match=f"seat {loser} starts, not {1 - loser}"):
        verify_deal(second, first)
    other = Operator("person", "person")
    monkeypatch.setattr(Match, "starter", property(lambda match: 1))
    other.deals()
    other.plays()
    with pytest.raises(RecordError, match="seat 0 starts, not 1"):
        verify_deal(replayed(other.record()))


def test_a_false_lot_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def another(lot: int, many: int) -> int:
        return (drawn_by_lot(lot, many) + 1) % many

    monkeypatch.setattr("faraon.match.match.drawn_by_lot", another)
    operator = match(2, starter="random")
    with pytest.raises(RecordError, match="starts, not"):
        verify_deal(replayed(operator.record(2)))


# ------------------------------------------------------------------------------------------ the first scheme


def old(**created: Any) -> Operator:
    """A game as it was dealt before salts were sealed: its events say nothing of a scheme."""
    operator = Operator("person", "bot", **created)
    for data in (
        b'{"type":"committed","game":1,"secret":"%s"}' % SECRET.encode(),
        b'{"type":"salt","seat":0,"salt":"abc_123"}',
        b'{"type":"dealt","seat":0}',
    ):
        operator.writes(ev.decode(data))
    operator.plays()
    return operator


def test_games_of_the_first_scheme_are_what_they_were() -> None:
    operator = old(rulebook="family")
    deal = operator.games[0]
    dealt = fair_deal(SECRET, Label("T", 1, scheme=1), ["abc_123", ""], 1)
    assert deal.state.deck == dealt.deck
    assert deal.state.origin.chance == dealt.chance
    text = operator.record()
    assert f'[Chance "{dealt.chance}"]' in text
    assert "Seals" not in text
    found = verify_deal(replayed(text))
    assert found is not None
    assert found.shuffles > 0
    assert not found.first, "the old records do not say why somebody starts"


def test_chance_0_is_refused_where_the_pile_is_shuffled(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_chance(*args: Any) -> FairDeal:
        return replace(fair_deal(*args), chance=0)

    monkeypatch.setattr("faraon.server.table.table.fair_deal", without_chance)
    text = old(rulebook="family").record()
    with pytest.raises(RecordError, match="the chance of the game"):
        verify_deal(replayed(text))
    assert verify_deal(replayed(old(rulebook="classic").record())) is not None, "nothing is shuffled there"


def test_a_pending_promise_of_the_first_scheme_is_made_anew() -> None:
    operator = Operator("person", "bot")
    operator.writes(ev.decode(b'{"type":"committed","game":1,"secret":"%s"}' % SECRET.encode()))
    assert operator.table.needs_commitment()
    operator.promises()
    assert not operator.table.needs_commitment()


# ------------------------------------------------------------------------------------------- the command


def test_the_command_verifies_a_match_and_says_what_it_cannot(tmp_path: Path) -> None:
    operator = match(2)
    files = []
    for number in (1, 2):
        files.append(tmp_path / f"{number}.fgn")
        files[-1].write_text(operator.record(number))
    told = CliRunner().invoke(app, ["verify", *map(str, files)])
    assert told.exit_code == 0, told.output
    assert told.output.count("and the first seat are right") == 2
    assert told.output.count("texts were added by seats: 0") == 2
    alone = CliRunner().invoke(app, ["verify", str(files[1])])
    assert "the game before decided who starts" in alone.output


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "the commitment is not the one"), ("sk", "odtlačok nie je ten")]
)
def test_the_command_compares_with_what_a_player_noted(tmp_path: Path, lang: str, words: str) -> None:
    file = tmp_path / "game.fgn"
    file.write_text(honest().record())
    noted = ["--commitment", commitment(SECRET), "--salt", "boris_8"]
    assert CliRunner().invoke(app, ["verify", str(file), *noted]).exit_code == 0
    for wrong, said in ((["--commitment", "0" * 64], words), (["--salt", "boris_9"], "text")):
        told = CliRunner().invoke(app, ["verify", str(file), *wrong, "--lang", lang])
        assert isinstance(told.exception, RecordError)
        assert said in (told.exception.sk if lang == "sk" else str(told.exception))
