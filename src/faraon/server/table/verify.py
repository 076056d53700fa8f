"""Verifies the deal of a record: the commitment fits the secret, and the deck follows from it."""

from __future__ import annotations

from faraon.cards import CARDS
from faraon.game.record import Record, RecordError
from faraon.server.table.fair import commitment, fair_deal

FAIR_TAGS = ("Commitment", "Secret", "Label", "Salts")


def verify_deal(record: Record) -> bool:
    """True if the deal is verified, false if the record says nothing about it; else :class:`RecordError`."""
    present = [tag for tag in FAIR_TAGS if tag in record.tags]
    if not present:
        return False
    if len(present) < len(FAIR_TAGS):
        tags = ", ".join(FAIR_TAGS)
        raise RecordError(
            f"the deal cannot be verified without the tags {tags}",
            f"rozdanie sa nedá overiť bez značiek {tags}",
        )
    committed, secret, label, salts = (record.tags[tag] for tag in FAIR_TAGS)
    try:
        found = commitment(secret)
    except ValueError:
        raise RecordError(
            "Secret: not 256 bits in hexadecimal", "Secret: nie je to 256 bitov v šestnástkovej sústave"
        ) from None
    if found != committed:
        raise RecordError(
            "the secret is not the one that was committed to before the deal",
            "tajomstvo nie je to, ku ktorému sa server zaviazal pred rozdaním",
        )
    cards = sorted(set(record.deck)) or CARDS
    packs = max(1, len(record.deck) // len(cards))
    dealt = fair_deal(secret, label, salts.split(","), packs, cards)
    if dealt.deck != record.deck:
        raise RecordError(
            "the deck is not the one that follows from the secret and the salts",
            "balíček nie je ten, ktorý vyplýva z tajomstva a z príspevkov hráčov",
        )
    if record.chance not in (0, dealt.chance):
        raise RecordError(
            "the chance of the game is not the one that follows from the secret",
            "náhoda v hre nie je tá, ktorá vyplýva z tajomstva",
        )
    return True
