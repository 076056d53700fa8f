"""Fair deals: test vectors, and verification that fails on every change."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from faraon.cards import pack, write_cards
from faraon.cli.app import app
from faraon.game.record import Record, RecordError
from faraon.server.table.fair import commitment, fair_deal, label, new_secret
from faraon.server.table.verify import verify_deal
from tests.server.player import Player
from tests.server.serving import call, open_table

VECTORS = [
    (
        "00" * 32,
        ("abc", 1),
        ["", "x"],
        1,
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        "b7 hK bO bA a8",
        1622720944,
        825549819,
    ),
    (
        bytes(range(32)).hex(),
        ("u67nxYs0a2Xb", 22),
        ["a", "b", "c", "d", "e", "f"],
        2,
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
        None,
        None,
        None,
    ),
]


@pytest.mark.parametrize(
    ("secret", "where", "salts", "packs", "committed", "first", "chance", "lot"), VECTORS
)
def test_vectors(
    secret: str,
    where: tuple[str, int],
    salts: list[str],
    packs: int,
    committed: str,
    first: str | None,
    chance: int | None,
    lot: int | None,
) -> None:
    assert commitment(secret) == committed
    dealt = fair_deal(secret, label(*where), salts, packs)
    assert Counter(dealt.deck) == Counter(pack(packs))
    if first is not None:
        assert write_cards(dealt.deck[:5]) == first
        assert (dealt.chance, dealt.lot) == (chance, lot)


def test_every_part_decides_the_deck() -> None:
    secret = new_secret()
    deck = fair_deal(secret, "faraon deal 1 t 1", ["a", "b"], 1).deck
    assert fair_deal(secret, "faraon deal 1 t 1", ["a", "b"], 1).deck == deck
    for other in (
        fair_deal(new_secret(), "faraon deal 1 t 1", ["a", "b"], 1),
        fair_deal(secret, "faraon deal 1 t 2", ["a", "b"], 1),
        fair_deal(secret, "faraon deal 1 t 1", ["a", "c"], 1),
        fair_deal(secret, "faraon deal 1 t 1", ["b", "a"], 1),
    ):
        assert other.deck != deck


def test_all_cards_are_equally_likely_in_every_place() -> None:
    """3,200 decks: every card is first 100 times, give or take 50 (five deviations)."""
    firsts = Counter(fair_deal(f"{k:064x}", "t", [], 1).deck[0] for k in range(3200))
    assert len(firsts) == 32
    assert all(50 <= count <= 150 for count in firsts.values())


@pytest.fixture(scope="module")
def record(base: str) -> str:
    seated = open_table(base, "bot")

    async def play() -> None:
        async with Player(base, seated["table"], seated["token"]) as me:
            await me.ask("salt", salt="abc_123")
            await me.play_to_the_end()

    asyncio.run(play())
    status, text = call(base, f"/api/tables/{seated['table']}/games/1/record")
    assert status == 200
    return str(text)


def test_the_record_of_a_table_verifies(record: str, tmp_path: Path) -> None:
    assert verify_deal(Record.read(record))
    file = tmp_path / "game.fgn"
    file.write_text(record)
    found = CliRunner().invoke(app, ["verify", str(file), "--lang", "sk"])
    assert found.exit_code == 0, found.output
    assert "poctivé rozdanie overené" in found.output


@pytest.mark.parametrize("tag", ["Commitment", "Secret", "Label", "Salts"])
def test_a_changed_record_does_not(record: str, tag: str) -> None:
    lines = record.splitlines()
    at = next(k for k, line in enumerate(lines) if line.startswith(f"[{tag} "))
    missing = "\n".join([*lines[:at], *lines[at + 1 :]])
    with pytest.raises(RecordError):
        verify_deal(Record.read(missing))
    old = lines[at].split('"')[1]
    digit = "0" if old[-1:] != "0" else "1"
    lines[at] = f'[{tag} "{old[:-1]}{digit}"]'
    with pytest.raises(RecordError):
        verify_deal(Record.read("\n".join(lines)))


def test_a_record_from_elsewhere_says_nothing(base: str) -> None:
    import faraon
    from faraon.play.replay import record_of

    assert not verify_deal(record_of(faraon.load("classic").deal(seed=7)))


def test_a_record_is_shown_again_by_the_server(base: str, record: str) -> None:
    status, shown = call(base, "/api/replay", {"record": record})
    assert status == 200
    assert shown["fair"]["secret"]
    assert shown["frames"][-1]["over"]
    for spoilt in ("", "nonsense", record.replace('Rulebook "classic"', 'Rulebook "/etc/passwd"')):
        status, refused = call(base, "/api/replay", {"record": spoilt})
        assert status == 400
        assert refused["sk"].startswith("Toto nie je platný záznam"), "also what is wrong with it"
        assert len(refused["sk"]) > len("Toto nie je platný záznam: ")


def test_a_deal_from_a_smaller_deck_is_verified_from_its_record() -> None:
    import faraon
    from faraon.play.replay import record_of

    game = faraon.load("mini-6")
    secret = "2a" * 32
    dealt = fair_deal(secret, "t", ["a", ""], 1, game.bound.deck)
    assert sorted(dealt.deck) == list(game.bound.deck)
    tags = {"Commitment": commitment(secret), "Secret": secret, "Label": "t", "Salts": "a,"}
    assert verify_deal(record_of(game.deal(deck=dealt.deck), tags=tags))
