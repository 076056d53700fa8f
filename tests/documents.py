"""Documents as people write them: prose of our own around the blocks of the models."""

from __future__ import annotations

from pathlib import Path

from faraon.engines.explain.statements import statements
from faraon.play.game import load

DATA = Path(__file__).parent / "data"
FORMAL_BLOCKS = (DATA / "document_002_block.txt").read_text(encoding="utf-8")
DRAFT_BLOCKS = (DATA / "document_000_block.txt").read_text(encoding="utf-8")

FORMAL = f"""A note for those who join the club on Thursdays.
Nothing in these two lines is about cards.

Card C has two parts.
A pack P may hold a card several times.
Discard pile DP lies in the middle.
    It grows.

The game state is a tuple GS = (DP, ST, LP, LP_MC, ace, suit, val, cnt, i, mc)
    - DP - where cards go
    - mc - counts

An instance of a rule, and what comes after it, is a move.
A turn is one of them.
Game begins like this.
    - ace = 0, suit = TOP[suit], val = TOP[val], cnt = 1

{FORMAL_BLOCKS}
Thank you for reading; the coffee is in the kitchen.
"""
DRAFT = f"""Poznámky k hre, písané vo vlaku.

Karta K je papierik s obrázkom.
Ťah je to, čo hráč urobí.

	Stav hry zapíšeme ako S = (OB, TB, ZH, i, SP)
		- OB - čo je na stole
	Úvodný stav hry:
		- SP[A] = 0, SP[F] = TOP[F], SP[T] = 1
{DRAFT_BLOCKS}"""


def paragraphs() -> str:
    """A rulebook in prose, made of what ``classic`` says in words."""
    told: dict[str, list[str]] = {}
    for said in statements(load("classic").bound, "sk"):
        told.setdefault(said.paragraph, []).append(said.text)
    body = "\n\n".join(f"({number}) {' – '.join(texts)}" for number, texts in told.items())
    return f"Ako hrávame u nás doma\n\nÚvod pre hostí.\n\n{body}\n\nDobrú zábavu!\n"
