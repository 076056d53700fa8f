"""The introduction: small positions that teach one thing each. The rulebook judges them, like any game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from faraon.server import wire as msg
from faraon.server.wire import Text


@dataclass(frozen=True)
class Lesson:
    title: Text
    task: Text
    praise: Text
    wanted: tuple[str, ...]
    """The moves that solve it."""
    position: Mapping[str, Any]
    """Seat 0 learns."""
    options: Mapping[str, int | str] = field(default_factory=dict)


def _cards(text: str) -> list[str]:
    return text.split()


LESSONS: dict[str, Lesson] = {
    "goal": Lesson(
        Text("The goal and a turn", "Cieľ hry a ťah"),
        Text(
            "The goal is to get rid of all your cards before the others. On your turn you lay a card that "
            "fits the one on top of the pile. You hold one last card, and it fits: tap it.",
            "Cieľom je zbaviť sa všetkých kariet skôr ako ostatní. Na ťahu vyložíš kartu, ktorá sa hodí na "
            "vrchnú kartu kopy. Máš poslednú a tá sa hodí: ťukni na ňu.",
        ),
        Text(
            "You have no cards left: you are out, and you have won.",
            "Už nemáš žiadnu kartu: si von a vyhrávaš.",
        ),
        ("h9",),
        {
            "hands": [_cards("h9"), _cards("lK aX b8")],
            "pile": ["hK"],
            "stock": _cards("a9 l8 bX hX aU bU a8"),
            "turn": 0,
        },
    ),
    "suits": Lesson(
        Text("Four suits, eight values", "Štyri farby, osem znakov"),
        Text(
            "The suits are hearts, leaves, acorns and bells. In each of them there are VII, VIII, IX, X, "
            "the under, the over, the king and the ace. The suit of the top card is valid, now leaves: lay "
            "your leaf.",
            "Farby sú červeň, zeleň, žaluď a guľa. V každej je VII, VIII, IX, X, dolník, horník, kráľ a eso. "
            "Platí farba vrchnej karty, teraz zeleň: vylož svoju zeleňovú kartu.",
        ),
        Text(
            "Yes, that is leaves. The suit stands on the card and beside the pile.",
            "Áno, to je zeleň. Farbu vidno na karte aj vedľa kopy.",
        ),
        ("l8",),
        {
            "hands": [_cards("h9 l8 aK b7"), _cards("lK aX hX b8")],
            "pile": ["lX"],
            "stock": _cards("a9 bX aU bU a8 bK"),
            "turn": 0,
        },
    ),
    "fits": Lesson(
        Text("What fits", "Čo sa hodí"),
        Text(
            "A card fits if it has the valid suit, or the same value as the top card. On top is the ten of "
            "bells, and you hold no bells; but you hold a ten. Lay it.",
            "Hodí sa karta platnej farby alebo karta s rovnakým znakom, ako má vrchná. Navrchu je guľová "
            "desiatka a guľu nemáš, no máš inú desiatku. Vylož ju.",
        ),
        Text(
            "The same value fits. From now on hearts are valid.",
            "Rovnaký znak sa hodí. Odteraz platí červeň.",
        ),
        ("hX",),
        {
            "hands": [_cards("hX l9 a8"), _cards("lK aK h9 b8")],
            "pile": ["bX"],
            "stock": _cards("a9 bK aU bU l8 b9"),
            "turn": 0,
        },
    ),
    "draw": Lesson(
        Text("Drawing", "Ťahanie"),
        Text(
            "On top is the nine of bells, and nothing in your hand fits. Then you draw one card, and the "
            "next player moves. Press the button to draw.",
            "Navrchu je guľová deviatka a nič v ruke sa nehodí. Vtedy si potiahneš jednu kartu a ide "
            "ďalší hráč. Stlač tlačidlo Ťahať.",
        ),
        Text(
            "You have one card more. You may draw even when a card fits.",
            "Máš o kartu viac. Ťahať smieš aj vtedy, keď sa niečo hodí.",
        ),
        ("draw",),
        {
            "hands": [_cards("h8 lX aK"), _cards("lK a9 hX")],
            "pile": ["b9"],
            "stock": _cards("h9 bK aU bU l8 aX"),
            "turn": 0,
        },
    ),
    "groups": Lesson(
        Text("Several cards at once", "Viac kariet naraz"),
        Text(
            "The top card is the nine of bells. Lay both eights at once: the bottom one must fit the pile, "
            "the top one counts afterwards. Your king is a heart, so let hearts count.",
            "Navrchu je guľová deviatka. Vylož naraz obe osmy: spodná sa prikladá, vrchná potom platí. "
            "Kráľa máš červeného, nech teda platí červeň.",
        ),
        Text(
            "Well done: two cards fewer, and hearts are valid.", "Výborne: o dve karty menej a platí červeň."
        ),
        ("b8 h8",),
        {
            "hands": [_cards("h8 b8 hK aX"), _cards("l9 aK lX b7")],
            "pile": ["b9"],
            "stock": _cards("a9 l8 bX hX aU bU lK a8"),
            "turn": 0,
        },
    ),
    "seven": Lesson(
        Text("A seven", "Sedma"),
        Text(
            "Your opponent has laid a seven: you owe three cards. Do not draw: answer with your own seven, "
            "and the debt moves on.",
            "Súper vyložil sedmu: dlhuješ tri karty. Neťahaj, prebi ju svojou sedmou a dlh prejde ďalej.",
        ),
        Text("Now your opponent owes six cards.", "Teraz súper dlhuje šesť kariet."),
        ("a7",),
        {
            "hands": [_cards("a7 b9 hX"), _cards("lK aX h9")],
            "pile": _cards("bX b7"),
            "stock": _cards("a9 l8 hK aU bU lX a8 b8 l9 h8"),
            "turn": 0,
            "owed": 3,
        },
    ),
    "ace": Lesson(
        Text("An ace", "Eso"),
        Text(
            "An ace stops you: you may not lay or draw. But an ace answers an ace: pass the stop on.",
            "Zastavuje ťa eso: nesmieš vykladať ani ťahať. Eso však možno prebiť esom. "
            "Pošli zastavenie ďalej.",
        ),
        Text("Now your opponent must answer, or stand.", "Teraz musí eso prebiť súper, inak stojí."),
        ("hA",),
        {
            "hands": [_cards("hA b9 lX"), _cards("lK aX h9")],
            "pile": _cards("bX bA"),
            "stock": _cards("a9 l8 hK aU bU hX a8 b8 l9"),
            "turn": 0,
            "ace": 1,
            "ace_by": 1,
        },
    ),
    "over": Lesson(
        Text("An over", "Horník"),
        Text(
            "Nothing you hold fits the king of acorns, but an over goes on anything, and you ask for a suit. "
            "Ask for the one you hold.",
            "Na žaluďového kráľa nemáš nič, ale horník ide na všetko a ty si pýtaš farbu. "
            "Pýtaj si tú, ktorú máš.",
        ),
        Text("Now bells are valid, and you hold two of them.", "Teraz platí guľa a ty máš dve."),
        ("hO=b",),
        {
            "hands": [_cards("hO b8 b9"), _cards("lK aX h9")],
            "pile": _cards("aK"),
            "stock": _cards("a9 l8 hK aU bU hX a8 bX l9"),
            "turn": 0,
        },
    ),
    "pharaoh": Lesson(
        Text("The Pharaoh", "Faraón"),
        Text(
            "You owe nine cards! The under of leaves is the Pharaoh: it goes on anything and wipes out "
            "the debt.",
            "Dlhuješ deväť kariet! Zeleňový dolník je faraón: ide na všetko a dlh zruší.",
        ),
        Text(
            "The debt is gone, and now anything may be laid on it.",
            "Dlh je preč a na faraóna teraz možno vyložiť čokoľvek.",
        ),
        ("lU",),
        {
            "hands": [_cards("lU b9 hX"), _cards("lK aX h9")],
            "pile": _cards("b7 a7 l7"),
            "stock": _cards("a9 l8 hK aU bU lX a8 b8 l9 h8"),
            "turn": 0,
            "owed": 9,
        },
    ),
    "red_seven": Lesson(
        Text("The red seven", "Červená sedma"),
        Text(
            "Your opponent has laid their last card, and you are alone: you would lose. "
            "But the red seven brings them back, with three cards.",
            "Súper vyložil poslednú kartu a karty máš už iba ty: prehráš. "
            "Červená sedma ho však vráti do hry, a to s tromi kartami.",
        ),
        Text("Your opponent is back, and the game goes on.", "Súper je späť a hrá sa ďalej."),
        ("h7^1",),
        {
            "hands": [_cards("h7 lX"), []],
            "pile": _cards("b8 b9"),
            "stock": _cards("a9 l8 hK aU bU hX a8 aK l9 h8"),
            "turn": 0,
            "out": {"1": "returnable"},
            "places": [1],
        },
    ),
    "burn": Lesson(
        Text("A burned four", "Spálená"),
        Text(
            "Four cards of one value laid at once are burned, and you move again. "
            "Lay all four tens, with the heart on top: your nine is a heart.",
            "Štyri karty s rovnakým znakom naraz tvoria spálenú a ideš ešte raz. "
            "Vylož všetky štyri desiatky, červenú navrch: deviatku máš červenú.",
        ),
        Text("It is your turn again: lay the nine!", "Si znova na ťahu: vylož deviatku!"),
        ("bX aX lX hX", "bX lX aX hX"),
        {
            "hands": [_cards("hX lX aX bX h9"), _cards("lK a9 h8")],
            "pile": _cards("b9"),
            "stock": _cards("aK l8 hK aU bU a8 b8 l9"),
            "turn": 0,
        },
    ),
}


def lessons() -> list[msg.Lesson]:
    return [
        msg.Lesson(name, one.title, one.task, one.praise, list(one.wanted)) for name, one in LESSONS.items()
    ]
