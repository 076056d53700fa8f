"""What the formal documents do not say, or not clearly, and how their models read it.

The checker warns of what it reads into a block (W302). Here stands the rest, and what matters most of that.
"""

from __future__ import annotations

from dataclasses import dataclass

from faraon.lang.definitions import Words


@dataclass(frozen=True, slots=True)
class Reading:
    """Something that was read into a document."""

    where: str
    """A rule, a mechanic or a sign of the document."""
    said: Words


def _reading(where: str, en: str, sk: str) -> Reading:
    return Reading(where, Words(en, sk))


def _larger_k(rule: str) -> Reading:
    return _reading(
        rule,
        "k <= 3 is not read: four aces and their answers give larger k, and then no rule would allow an ace.",
        "k <= 3 sa nečíta: štyri esá a prebitia dajú väčšie k a potom by eso nedovolilo žiadne pravidlo.",
    )


def _empty_stock(stock: str) -> Reading:
    return _reading(
        stock,
        "An empty stock: the pile is turned over but for its top card (§9), and what is missing is forgiven.",
        "Prázdny ťahací balíček: kopa sa otočí okrem vrchnej karty (§9), a čo chýba, sa odpúšťa.",
    )


def _longest(state: str) -> Reading:
    return _reading(
        state,
        "A game without end is drawn after move_limit moves.",
        "Hra bez konca je po move_limit ťahoch nerozhodná.",
    )


READ_INTO = {
    "formal": (
        _larger_k("R5"),
        _reading(
            "R6",
            "Mixed groups: the rule asks for the bottom card alone, but Cn[val] (M7) needs one value for "
            "all. So whatever is laid with the Pharaoh is an under.",
            "Zmiešané skupiny: pravidlo sa pýta iba na spodnú kartu, no Cn[val] (M7) potrebuje jednu hodnotu "
            "pre všetky. Preto sú karty vyložené s faraónom dolníky.",
        ),
        _reading(
            "M9",
            "Players without cards would be given turns: they are skipped. LP_MC, which nothing sets, gets "
            "the number of the move with which they finished.",
            "Na ťah by prišli aj hráči bez kariet: preskočia sa. LP_MC, ktoré nič nenastavuje, dostane číslo "
            "ťahu, ktorým skončili.",
        ),
        _reading(
            "M9",
            "Four cards that are the last ones: the turn passes on.",
            "Štyri karty, ktoré sú aj posledné: na ťahu je ďalší hráč.",
        ),
        _empty_stock("ST"),
        _longest("GS"),
    ),
    "draft": (
        _reading(
            "R1",
            "A suit is compared with a value, SP[F] == Kn[-1][H]. That cannot be played: "
            "draft reads Kn[-1][F].",
            "Farba sa porovnáva s hodnotou, SP[F] == Kn[-1][H]. Tak sa hrať nedá: draft číta Kn[-1][F].",
        ),
        _reading(
            "M5",
            "A value is stored as the valid suit, SP[F] = KA[H]. That cannot be played: draft reads KA[F], "
            "the suit of the top card.",
            "Za platnú farbu sa uloží hodnota, SP[F] = KA[H]. Tak sa hrať nedá: draft číta KA[F], farbu "
            "vrchnej karty.",
        ),
        _reading(
            "R6",
            "A stopped player without an ace could do nothing at all: draft adds the rule stand.",
            "Zastavený hráč bez esa by nemohol urobiť nič: draft pridáva pravidlo stand.",
        ),
        _larger_k("R4"),
        _reading(
            "KA",
            "Mixed groups: KA[H] is the value of all cards, so a group has one value.",
            "Zmiešané skupiny: KA[H] je hodnota všetkých kariet, skupina má teda jednu hodnotu.",
        ),
        _reading(
            "i",
            '"Out" is a player without cards, who is skipped. "Done" is never explained, and nothing changes '
            "i: a turn is one rule, and then it passes on.",
            "„Von“ je hráč bez kariet a preskočí sa. Čo je „hotový“, sa nepíše, a i nič nemení: ťah je jedno "
            "pravidlo a potom ide ďalší hráč.",
        ),
        _empty_stock("TB"),
        _longest("S"),
    ),
}
"""By model."""
