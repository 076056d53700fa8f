"""The names of suits, values and cards in English and Slovak, Slovak plurals, and why a file fails."""

from __future__ import annotations

from collections.abc import Sequence

LANGUAGES = ("en", "sk")

_SUITS = {
    "en": (("hearts",) * 2, ("leaves",) * 2, ("acorns",) * 2, ("bells",) * 2),
    "sk": (("červeň", "červeň"), ("zeleň", "zeleň"), ("žaluď", "žaluď"), ("guľa", "guľu")),
}
_VALUES = {
    "en": tuple((name, name) for name in ("seven", "eight", "nine", "ten", "under", "over", "king", "ace")),
    "sk": (
        ("sedma", "sedmu"),
        ("osma", "osmu"),
        ("deviatka", "deviatku"),
        ("desiatka", "desiatku"),
        ("dolník", "dolníka"),
        ("horník", "horníka"),
        ("kráľ", "kráľa"),
        ("eso", "eso"),
    ),
}
_GENDERS = "ffffmmmn"
"""Of the values in Slovak."""
_ADJECTIVES = {
    "f": (("červená", "červenú"), ("zeleňová", "zeleňovú"), ("žaluďová", "žaluďovú"), ("guľová", "guľovú")),
    "m": (
        ("červený", "červeného"),
        ("zeleňový", "zeleňového"),
        ("žaluďový", "žaluďového"),
        ("guľový", "guľového"),
    ),
    "n": (("červené", "červené"), ("zeleňové", "zeleňové"), ("žaluďové", "žaluďové"), ("guľové", "guľové")),
}


def suit_name(suit: int, language: str, accusative: bool = False) -> str:
    """The name of a suit.

    >>> suit_name(3, "sk"), suit_name(3, "sk", accusative=True)
    ('guľa', 'guľu')
    """
    return _SUITS[language][suit][accusative]


def value_name(value: int, language: str, accusative: bool = False) -> str:
    """The name of a value.

    >>> value_name(4, "sk", accusative=True)
    'dolníka'
    """
    return _VALUES[language][value][accusative]


def card_name(card: int, language: str, accusative: bool = False) -> str:
    """The name of a card.

    >>> card_name(0, "en"), card_name(0, "sk"), card_name(17, "sk", accusative=True)
    ('the seven of hearts', 'červená sedma', 'zeleňového dolníka')
    """
    suit, value = card & 3, card >> 2
    if language == "en":
        return f"the {value_name(value, 'en')} of {suit_name(suit, 'en')}"
    adjective = _ADJECTIVES[_GENDERS[value]][suit][accusative]
    return f"{adjective} {value_name(value, 'sk', accusative)}"


def seat_name(seat: int, language: str, accusative: bool = False) -> str:
    """A player by seat.

    >>> seat_name(2, "en"), seat_name(2, "sk", accusative=True)
    ('the player in seat 2', 'hráča na mieste 2')
    """
    if language == "en":
        return f"the player in seat {seat}"
    return f"{'hráča' if accusative else 'hráč'} na mieste {seat}"


def counted(number: int, forms: Sequence[str]) -> str:
    """A number with the form of the noun that goes with it: two forms in English, three in Slovak.

    >>> [counted(k, ("karta", "karty", "kariet")) for k in (0, 1, 3, 5)]
    ['0 kariet', '1 karta', '3 karty', '5 kariet']
    >>> counted(2, ("card", "cards"))
    '2 cards'
    """
    if number == 1:
        form = forms[0]
    elif len(forms) == 3 and not 2 <= number <= 4:
        form = forms[2]
    else:
        form = forms[1]
    return f"{number} {form}"


_WHY = {
    FileNotFoundError: "taký súbor nie je",
    IsADirectoryError: "je to priečinok",
    NotADirectoryError: "taký priečinok nie je",
    PermissionError: "chýba oprávnenie",
    UnicodeDecodeError: "nie je to text v UTF-8",
}


def why_sk(error: Exception) -> str:
    """Why a file can be neither read nor written, in Slovak; the system itself speaks English.

    >>> why_sk(FileNotFoundError())
    'taký súbor nie je'
    """
    return _WHY.get(type(error)) or getattr(error, "strerror", None) or "nedá sa to"
