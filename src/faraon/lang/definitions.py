"""What the two formal documents define in words, how such a line begins, and what became of it here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """The same in English and Slovak."""

    en: str
    sk: str

    def text(self, language: str) -> str:
        return self.sk if language == "sk" else self.en


@dataclass(frozen=True, slots=True)
class Definition:
    """A notion of a document."""

    begins: str
    """The first words of the line that defines it, as a regular expression."""
    symbol: str
    """How the document writes it; empty if it has no sign."""
    term: Words
    became: Words


_CARD = Words("card", "karta")
_PACK = Words("pack", "sada kariet")
_HAND = Words("hand", "ruka")
_PILE = Words("discard pile", "odhadzovací balíček")
_STOCK = Words("stock", "ťahací balíček")
_STATE = Words("state", "stav hry")
_PLAYER = Words("player", "hráč")
_RULE = Words("rule", "pravidlo")
_TURN = Words("turn", "ťah")
_ORDER = Words("order of play", "poradie")
_END = Words("end of the game", "koniec hry")
DEAL = Words("initial state", "úvodný stav")
_GROUP = Words("cards of a move", "karty ťahu")
MECHANIC = Words("mechanic", "mechanika")
"""Neither document defines it but in the heading of its block."""

_CARD_BECAME = Words(
    "a pair of suit and value, written suit first: lU",
    "dvojica farby a hodnoty, farba sa píše prvá: lU",
)
_PACK_BECAME = Words(
    "which cards it has is not said: one pack of 32, four suits from the seven to the ace",
    "ktoré karty v nej sú, nepíše: jeden balíček 32 kariet, štyri farby od sedmy po eso",
)
_HAND_BECAME = Words("hands, a list for each seat", "hands, zoznam pre každé miesto")
_PLAYER_BECAME = Words(
    "a seat, counted from 0; 2 to 15 of them, because the document has no limit",
    "miesto, počíta sa od 0; hráčov je 2 až 15, lebo dokument neurčuje, koľko",
)
_END_BECAME = Words(
    "end the_last: the last player with cards loses; end too_long: drawn after move_limit moves",
    "end the_last: prehráva posledný, komu zostali karty; end too_long: po move_limit ťahoch nerozhodne",
)

TUPLES = {
    "GS": ("DP", "ST", "LP", "LP_MC", "ace", "suit", "val", "cnt", "i", "mc"),
    "S": ("OB", "TB", "ZH", "i", "SP"),
}
"""What the documents call the state of the game."""
FIRST_VALUES = {
    "formal": {"ace": "0", "suit": "TOP[suit]", "val": "TOP[val]", "cnt": "1"},
    "draft": {"SP[A]": "0", "SP[F]": "TOP[F]", "SP[T]": "1"},
}
"""With what they say it begins."""

FORMAL = (
    Definition(r"Card C\b", "C", _CARD, _CARD_BECAME),
    Definition(r"(A )?pack P\b", "P", _PACK, _PACK_BECAME),
    Definition(r"(A )?hand H\b", "H", _HAND, _HAND_BECAME),
    Definition(
        r"Discard pile DP\b",
        "DP",
        _PILE,
        Words("pile, bottom to top; TOP is its last card", "pile, zdola nahor; TOP je posledná karta"),
    ),
    Definition(
        r"Stock ST\b",
        "ST",
        _STOCK,
        Words("stock, the next card first", "stock, najbližšia karta je prvá"),
    ),
    Definition(
        r"The game state\b",
        "GS",
        _STATE,
        Words(
            "state ace, suit, val, cnt, mc, LP_MC[i]; DP, ST, LP and i are part of every position",
            "state ace, suit, val, cnt, mc, LP_MC[i]; DP, ST, LP a i sú časťou každej situácie",
        ),
    ),
    Definition(r"A player is\b", "LP", _PLAYER, _PLAYER_BECAME),
    Definition(
        r"A rule is\b",
        "",
        _RULE,
        Words("rule_1 to rule_7, each an implication", "rule_1 až rule_7, každé je implikácia"),
    ),
    Definition(
        r"An instance of (a )?rule\b",
        "",
        Words("move", "krok (move)"),
        Words(
            "a rule with the cards laid, and the mechanics that apply; the document leaves the example open",
            "pravidlo s vyloženými kartami a mechaniky, ktoré nastanú; príklad v dokumente chýba",
        ),
    ),
    Definition(
        r"A turn is\b",
        "",
        _TURN,
        Words("one move; after four cards another turn", "jeden krok; po štyroch kartách ďalší ťah"),
    ),
    Definition(
        r"Players take turns\b",
        "i",
        _ORDER,
        Words(
            "mechanic_9; players without cards are skipped",
            "mechanic_9; hráči bez kariet sa preskočia",
        ),
    ),
    Definition(r"(The )?game ends\b", "", _END, _END_BECAME),
    Definition(
        r"(The )?game begins\b",
        "",
        DEAL,
        Words(
            "deal: hand = min(5, 27 / players); the state's first values; not said: i, mc = 0, LP_MC = -1",
            "deal: hand = min(5, 27 / players); prvé hodnoty stavu; nepíše: i, mc = 0, LP_MC = -1",
        ),
    ),
    Definition(
        r"Cn is\b",
        "Cn",
        _GROUP,
        Words(
            "Cn, bottom to top: Cn[0] is laid on the pile; one to four cards of one value, or none",
            "Cn, zdola nahor: Cn[0] sa kladie na kopu; jedna až štyri karty jednej hodnoty, alebo žiadna",
        ),
    ),
)

DRAFT = (
    Definition(r"Karta K\b", "K", _CARD, _CARD_BECAME),
    Definition(r"Sada kariet SK\b", "SK", _PACK, _PACK_BECAME),
    Definition(r"Ruka R\b", "R", _HAND, _HAND_BECAME),
    Definition(r"Odhadzovací balíček OB\b", "OB", _PILE, Words("pile, bottom to top", "pile, zdola nahor")),
    Definition(
        r"Ťahací balíček TB\b",
        "TB",
        _STOCK,
        Words("stock, the next card first", "stock, najbližšia karta je prvá"),
    ),
    Definition(
        r"Ťah je\b",
        "",
        _TURN,
        Words(
            "one rule a turn: nothing says how a player becomes done; out is a player without cards (leave)",
            "jedno pravidlo na ťah: nikde nepíše, kedy je hráč hotový; von je hráč bez kariet (leave)",
        ),
    ),
    Definition(
        r"Kolá hry\b",
        "",
        _ORDER,
        Words(
            "mechanic turn: nothing in the document ever changes i",
            "mechanic turn: v dokumente nič nemení i",
        ),
    ),
    Definition(r"Hra končí\b", "", _END, _END_BECAME),
    Definition(
        r"Pravidlo je\b",
        "",
        _RULE,
        Words("rule_1 to rule_6, each an implication", "rule_1 až rule_6, každé je implikácia"),
    ),
    Definition(
        r"Vrchnú kartu\b",
        "TOP",
        Words("top card", "vrchná karta"),
        Words("TOP, the last card of the pile", "TOP, posledná karta kopy"),
    ),
    Definition(
        r"Hra má\b",
        "",
        Words("phases", "fázy"),
        Words(
            "dealing (faraon deal) and playing (faraon play)", "rozdanie (faraon deal) a hra (faraon play)"
        ),
    ),
    Definition(r"Hráč je\b", "ZH", _PLAYER, _PLAYER_BECAME),
    Definition(
        r"Kn je\b",
        "Kn",
        _GROUP,
        Words(
            "Kn, counted from the other end than Cn: Kn[-1] is laid on the pile; KA is all its cards",
            "Kn, počíta sa z opačného konca ako Cn: Kn[-1] sa kladie na kopu; KA sú všetky jej karty",
        ),
    ),
    Definition(
        r"Stav hry\b",
        "S",
        _STATE,
        Words(
            "state A, F, T, together SP; OB, TB, ZH and i are part of every position",
            "state A, F, T, spolu SP; OB, TB, ZH a i sú časťou každej situácie",
        ),
    ),
    Definition(
        r"Úvodný stav\b",
        "",
        DEAL,
        Words(
            "deal: hand = min(5, 27 / players); the state's first values; not said: i = 0",
            "deal: hand = min(5, 27 / players); prvé hodnoty stavu; nepíše: i = 0",
        ),
    ),
)

MECHANIC_BECAME = {
    "formal": Words(
        "mechanic_1 to mechanic_10, after the rule and in this order; those that read Cn need cards",
        "mechanic_1 až mechanic_10, po pravidle a v tomto poradí; tie, ktoré čítajú Cn, len pri kartách",
    ),
    "draft": Words(
        "mechanic_1 to mechanic_6, after the rule and in this order; pokracuj skips the rest",
        "mechanic_1 až mechanic_6, po pravidle a v tomto poradí; pokracuj preskočí ostatné",
    ),
}
