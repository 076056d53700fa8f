"""Lines of the log: what a move led to stands in it, once, and in whole sentences."""

from __future__ import annotations

from typing import Any

import pytest

from faraon.game.log import SeenEntry
from faraon.game.telling import tell
from faraon.play.game import load
from faraon.play.state import State

NAMES = {"en": ["You", "Boris", "Cyril"], "sk": ["Ty", "Boris", "Cyril"]}


def at(*hands: str, pile: str, stock: str = "h8 l8 a8 b8 bU aU", **more: Any) -> State:
    split = [hand.split() for hand in hands]
    game = load("classic", len(hands))
    return game.position({"hands": split, "pile": pile.split(), "stock": stock.split(), "turn": 0, **more})


def lines(state: State, moves: str, language: str) -> list[str]:
    """As seat 0 reads them."""
    told = []
    for move in moves.split(" / "):
        state = state.play(move)
        entry = SeenEntry.of(0, state.log[-1])
        told.append(tell(entry, state.facts(), NAMES[language], language, 0, pharaoh=True))
    return told


DEBT = at("h7 lU lK l9", "b7 aX bK b9", pile="hK")
STOP = at("hA l9 a9 bK", "l7 a7 bX aK", pile="hX")
BURN = at("hX lX aX bX b9", "l7 a7 bK aK", pile="h9")
OUT = at("h9", "hK b9", "h7 a9", pile="hA")
TURNED = at("h7 a9", "bK b9", pile="l9 lX hX hK", stock="l8")
TENS = {
    "sk": "červená desiatka, zeleňová desiatka, žaluďová desiatka, guľová desiatka",
    "en": "ten of hearts, ten of leaves, ten of acorns, ten of bells",
}
RETURNED = {
    "sk": "ťaháš 3 karty (červená osma, zeleňová osma, žaluďová osma) – tentoraz na ťah nejdeš",
    "en": "you draw 3 cards (eight of hearts, eight of leaves, eight of acorns) – you do not move this time",
}


@pytest.mark.parametrize(
    ("state", "moves", "language", "told"),
    [
        (DEBT, "h7", "sk", "Ty: červená sedma – Boris dlhuje 3 karty"),
        (DEBT, "h7 / b7", "sk", "Boris: guľová sedma – dlhuješ 6 kariet"),
        (DEBT, "h7 / b7 / lU", "sk", "Ty: Faraón – dlh je preč – hodí sa ktorákoľvek karta"),
        (DEBT, "h7 / b7 / lU", "en", "You: the Pharaoh – the debt is gone – any card fits now"),
        (STOP, "hA", "sk", "Ty: červené eso – Boris má stáť"),
        (STOP, "hA", "en", "You: ace of hearts – Boris is stopped"),
        (BURN, "hX lX aX bX", "sk", f"Ty: {TENS['sk']} – spálená: ten istý hráč ide ešte raz"),
        (BURN, "hX lX aX bX", "en", f"You: {TENS['en']} – a burned four: the same player moves again"),
        (OUT, "h9", "sk", "Ty: červená deviatka – si bez kariet: 1. miesto"),
        (OUT, "h9 / b9 / h7^0", "sk", f"Cyril: červená sedma, vracia do hry teba – {RETURNED['sk']}"),
        (OUT, "h9 / b9 / h7^0", "en", f"Cyril: seven of hearts, returns you – {RETURNED['en']}"),
        (TURNED, "h7 / draw", "sk", "Boris: ťahá 3 karty – hracia kopa sa otočila"),  # counted once
        (TURNED, "h7 / draw", "en", "Boris: draws 3 cards – the pile was turned over"),
    ],
)
def test_a_line_tells_what_followed(state: State, moves: str, language: str, told: str) -> None:
    assert lines(state, moves, language)[-1] == told
