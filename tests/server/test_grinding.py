"""An operator who tries many deals until one is liked: what `verify` finds, and what only players can find.

What the browser notes and compares is tested with the client (``client/tests/fair.test.ts``) and in a
browser (``tests/browser/test_fairness.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from faraon.cards import Card
from faraon.cli.verify import Noted, verify_records
from faraon.game.record import RecordError
from faraon.server.table import events as ev
from faraon.server.table.fair import Label, commitment, fair_deal, fair_shuffle, seal
from faraon.server.table.verify import verify_deal
from tests.server.dealing import SALTS, SECRET, Operator, replayed, with_tag

Cards = tuple[Card, ...]
LABEL = Label("T", 1)
LIKED = 3
"""So many of the four sevens for seat 1, the operator's."""


def sevens(deck: Cards) -> int:
    """How many sevens seat 1 of two is dealt: every second card, five of them."""
    return sum(card >> 2 == 0 for card in deck[1:10:2])


def ground(way: Callable[[str], tuple[str, list[str]]]) -> tuple[str, str]:
    """The first try whose deal is liked: the secret, and what was tried."""
    for number in count():
        tried = f"{number:064x}"
        secret, salts = way(tried)
        if sevens(fair_deal(secret, LABEL, salts, 1).deck) >= LIKED:
            return secret, tried
    raise AssertionError


def test_a_salt_for_a_bot_is_found() -> None:
    """The review's attack: a bot with four sevens after 1,562 tries."""
    _, salt = ground(lambda tried: (SECRET, ["anna-7", tried]))
    operator = Operator("person", "bot")
    operator.promises()
    operator.seals({0: "anna-7"})
    operator.opens({0: "anna-7"})
    operator.writes(ev.Salted(1, salt), ev.Dealt(0))  # an honest server has no such request
    operator.plays()
    assert sevens(operator.games[0].state.deck or ()) >= LIKED
    with pytest.raises(RecordError, match="seat 1 has a salt, but no person sat there"):
        verify_deal(replayed(operator.record()))
    sealed = with_tag(operator.record(), "Seals", f"{seal(LABEL, 0, 'anna-7')},{seal(LABEL, 1, salt)}")
    with pytest.raises(RecordError, match="seat 1 has a salt, but no person sat there"):
        verify_deal(replayed(sealed))


def test_a_salt_that_was_chosen_after_the_others_were_open_is_found() -> None:
    """The operator's own player sealed something else."""
    _, salt = ground(lambda tried: (SECRET, ["anna-7", tried]))
    operator = Operator()
    operator.promises()
    operator.seals(SALTS)
    operator.opens({0: "anna-7", 1: salt})
    operator.writes(ev.Dealt(0))
    operator.plays()
    with pytest.raises(RecordError, match="the salt of seat 1 is not the one that was sealed"):
        verify_deal(replayed(operator.record()))


def test_a_secret_that_was_chosen_after_the_salts_is_found_by_whoever_noted_the_promise(
    noted: Callable[..., list[str]],
) -> None:
    """The record agrees with itself: only those who were shown another promise can tell."""
    secret, _ = ground(lambda tried: (tried, list(SALTS.values())))
    operator = Operator()
    operator.promises(SECRET)  # this is what the players were shown
    operator.deals(secret)
    operator.plays()
    text = operator.record()
    assert verify_deal(replayed(text)) is not None
    with pytest.raises(RecordError, match="not the one that you saw before the deal"):
        noted(text, Noted(commitment=commitment(SECRET)))


def test_a_salt_that_was_suppressed_is_told_and_found_by_its_player(noted: Callable[..., list[str]]) -> None:
    """The server had it in time and pretends that it had not: it had two deals to choose from."""
    operator = Operator()
    operator.promises()
    operator.seals(SALTS)
    operator.opens({0: SALTS[0]})
    operator.writes(ev.Dealt(0))
    operator.plays()
    text = operator.record()
    assert "  seat 1 did not open its sealed text in time: it counts as empty" in noted(text, Noted())
    with pytest.raises(RecordError, match="your text was not used"):
        noted(text, Noted(salt=SALTS[1]))


def test_shuffles_that_were_chosen_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The operator lets the pile be shuffled again and again until a seven comes first."""

    def liked(secret: str, label: Label, salts: tuple[str, ...], number: int, turned: Cards) -> Cards:
        tries = [fair_shuffle(secret, label, salts, number + other, turned) for other in range(60)]
        return min(tries, key=lambda order: order[0] >> 2)

    monkeypatch.setattr("faraon.server.table.deals.fair_shuffle", liked)
    operator = Operator(rulebook="family")
    operator.deals()
    operator.plays()
    text = operator.record()
    assert "; shuffled" in text
    with pytest.raises(RecordError, match="shuffle 1 of the pile does not follow"):
        verify_deal(replayed(text))


def test_a_pile_that_was_shuffled_by_a_small_number_is_found() -> None:
    """32 bits of chance could be searched by a player who sees a few cards; nothing uses them any more."""
    operator = Operator(rulebook="family")
    operator.deals()
    operator.plays()
    assert operator.games[0].state.origin.chance == 0
    text = operator.record()
    lines = [line.partition(" ; shuffled")[0] for line in with_tag(text, "Chance", "12345").splitlines()]
    with pytest.raises(RecordError):
        verify_deal(replayed("\n".join(lines)))


def test_what_a_record_cannot_tell(noted: Callable[..., list[str]]) -> None:
    """Without anybody's text the server could try as many secrets as it liked before it promised one; and
    it says so."""
    secret, _ = ground(lambda tried: (tried, ["", ""]))
    operator = Operator("person", "bot")
    operator.deals(secret, {})
    operator.plays()
    assert "  nobody added a text: the server alone decided" in noted(operator.record(), Noted())


@pytest.fixture
def noted(tmp_path: Path) -> Callable[..., list[str]]:
    """What ``faraon verify`` says to a record, for somebody who noted this."""

    def verify(text: str, noted: Noted) -> list[str]:
        file = tmp_path / "game.fgn"
        file.write_text(text)
        return list(verify_records([file], "", "en", noted))

    return verify
