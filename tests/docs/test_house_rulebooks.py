"""The house rulebooks of the how-to in the terminal: what is shown, refused and told is right."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import Any

import pytest
from rich.console import Console

from faraon.cli.play import TerminalGame
from faraon.engines.explain.statements import statements
from faraon.lang.library import book_from_text
from faraon.play.game import Game
from faraon.play.state import State
from tests.docs.how_to import rulebook

STOCK = ["l8", "l9", "lX", "lK", "aK", "aX"]


def position(name: str, hand: str, pile: str, options: dict[str, Any], **state: Any) -> State:
    game = Game(book_from_text(rulebook(name), f"{name}.far"), 2, options)
    hands = [hand.split(), ["hX", "h9"]]
    return game.position({"hands": hands, "pile": [pile], "stock": STOCK, "turn": 0, **state})


class Terminal:
    """A game in the terminal whose player types these answers."""

    def __init__(self, state: State, language: str, *answers: str) -> None:
        waiting = iter(answers)
        self.out = io.StringIO()
        console = Console(file=self.out, width=140, color_system=None)
        self.game = TerminalGame(state.game, language, 1, ask=lambda _: next(waiting), console=console)
        self.state = state

    def shows(self) -> str:
        self.game.show_table(self.state)
        return self.out.getvalue()

    def refuses(self) -> list[str]:
        """What is said to the first answer; the second one leaves."""
        assert self.game.ask_move(self.state) is None
        return [line.strip() for line in self.out.getvalue().splitlines()]

    def tells(self) -> str:
        """What is told of the move."""
        after = self.game.ask_move(self.state)
        assert after is not None
        self.game.tell_news(after)
        return self.out.getvalue().strip()


@dataclass(frozen=True)
class Refusal:
    house: str
    hand: str
    pile: str
    move: str
    en: list[str]
    sk: list[str]
    state: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)


KING_EN, KING_SK = "The king of hearts waits: draw 4 cards (§14).", "Čaká červený kráľ: ber 4 karty (§14)."
REFUSALS = [
    Refusal(
        "eights",
        "hK b9",
        "h8",
        "hK",
        [
            "Eights are waiting: answer them like sevens, or draw 2 cards (§14).",
            "Only the Pharaoh kills eights, and in a group only from the bottom (§11).",
        ],
        [
            "Čakajú osmy: prebi ich ako sedmy, alebo ber 2 karty (§14).",
            "Osmy zabíja iba faraón, v skupine len naspodku (§11).",
        ],
        {"owed": 2},
    ),
    Refusal(
        "eights",
        "hK b9",
        "h8",
        "hK",
        ["Eights are waiting: draw 1 card (§14)."],
        ["Čakajú osmy: ber 1 kartu (§14)."],
        {"owed": 1},
        {"seven_answer": "off", "pharaoh": "off"},
    ),
    Refusal(
        "eights",
        "hK b9",
        "h7",
        "hK",
        ["Sevens are waiting: answer with a seven, or draw 3 cards (§14)."],
        ["Čakajú sedmy: prebi sedmou, alebo ber 3 karty (§14)."],
        {"owed": 3},
        {"eights": "plain", "pharaoh": "off"},
    ),
    Refusal(
        "slow",
        "bK b9",
        "hK",
        "bK",
        ["A king is not laid on a king (§3, §4)."],
        ["Kráľ sa nekladie na kráľa (§3, §4)."],
    ),
    Refusal(
        "slow",
        "bK b9",
        "hK",
        "b9",
        [
            "The nine of bells does not fit: follow the suit (hearts), or lay an over or the Pharaoh "
            "(§3, §11, §15)."
        ],
        ["Guľová deviatka sa nehodí: priznaj farbu (červeň), alebo vylož horníka či faraóna (§3, §11, §15)."],
    ),
    Refusal(
        "plain",
        "lU b9",
        "h7",
        "lU",
        ["Sevens are waiting: answer with a seven, or draw 3 cards (§14)."],
        ["Čakajú sedmy: prebi sedmou, alebo ber 3 karty (§14)."],
        {"owed": 3},
    ),
    *(
        Refusal("king", "b7 lU bK hA", "hK", move, [KING_EN], [KING_SK], {"owed": 4})
        for move in ("b7", "lU", "bK", "hA")
    ),
    Refusal(
        "king",
        "bK b9",
        "h7",
        "bK",
        [
            "Sevens are waiting: answer with a seven or the Pharaoh, or draw 3 cards (§14).",
            "Only the Pharaoh kills sevens (§11).",
        ],
        [
            "Čakajú sedmy: prebi sedmou alebo faraónom, alebo ber 3 karty (§14).",
            "Sedmy zabíja iba faraón (§11).",
        ],
        {"owed": 3},
    ),
]


@pytest.mark.parametrize("language", ["en", "sk"])
@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: f"{case.house}-{case.move}-on-{case.pile}")
def test_a_refusal_names_what_waits_in_this_house(case: Refusal, language: str) -> None:
    state = position(case.house, case.hand, case.pile, case.options, **case.state)
    assert Terminal(state, language, case.move, "q").refuses() == (case.en if language == "en" else case.sk)


@pytest.mark.parametrize(
    ("language", "owes", "waits"),
    [("en", "You owe 4 cards", "The king of hearts waits."), ("sk", "Dlhuješ 4 karty", "Čaká červený kráľ.")],
)
def test_what_waits_is_shown(language: str, owes: str, waits: str) -> None:
    king = Terminal(position("king", "b7 b9", "hK", {}, owed=4), language).shows()
    assert owes in king
    assert waits in king
    assert waits not in Terminal(position("king", "b7 b9", "h7", {}, owed=4), language).shows()
    assert waits not in Terminal(position("king", "b7 b9", "hK", {}), language).shows()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "You: draw 4 cards (eight of leaves, nine of leaves, ten of leaves, king of leaves)"),
        (
            "sk",
            "Ty: ťaháš 4 karty (zeleňová osma, zeleňová deviatka, zeleňová desiatka, zeleňový kráľ)",
        ),
    ],
)
def test_the_debt_to_the_king_is_paid(language: str, line: str) -> None:
    assert Terminal(position("king", "b7 b9", "hK", {}, owed=4), language, "draw").tells() == line


EXPLAINED = [
    ("king", "hK b9", "h8", "hK", "The king of hearts: the next player owes 4 cards.",
     "Červený kráľ: ďalší hráč dlhuje 4 karty."),
    ("king", "bK hK b9", "b8", "bK hK", "The king of hearts: the next player owes 4 cards.",
     "Červený kráľ: ďalší hráč dlhuje 4 karty."),
    ("eights", "b8 h8 b9", "bX", "b8 h8", "Eights: the next player owes 2 cards.",
     "Osmy: ďalší hráč dlhuje 2 karty."),
    ("kings", "bK b9", "b8", "bK", "A king: the same player moves again.",
     "Kráľ: ten istý hráč ide ešte raz."),
]  # fmt: skip


@pytest.mark.parametrize(("house", "hand", "pile", "move", "en", "sk"), EXPLAINED)
def test_what_follows_is_told(house: str, hand: str, pile: str, move: str, en: str, sk: str) -> None:
    reasons = position(house, hand, pile, {}).judge(move).reasons
    assert (en, sk) in [(one.en, one.sk) for one in reasons]
    assert not any("Sevens" in one.en or "sedm" in one.sk.lower() for one in reasons)


IN_WORDS = [
    ("eights", "14.9", "Osma stojí ďalšieho hráča jednu kartu a prebíja sa ako sedma."),
    ("slow", "3.7", "Kráľ sa na kráľa nehodí."),
    ("plain", "11.3", "Sedmy nezabíja."),
    ("king", "11.9", "Proti červenému kráľovi nepomôže."),
]


@pytest.mark.parametrize(("house", "number", "text"), IN_WORDS)
def test_the_rules_in_words_tell_of_it(house: str, number: str, text: str) -> None:
    bound = position(house, "b9", "b8", {}).game.bound
    assert {one.number: one.text for one in statements(bound, "sk")}[number] == text


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "The king of hearts waits."), ("sk", "Čaká červený kráľ.")],
)
def test_what_the_next_player_faces_after_an_extra_move_is_called_by_its_name(
    language: str, told: str
) -> None:
    state = position("king", "b9 bX", "hK", {}, owed=4, burn=True)
    reasons = [reason.en if language == "en" else reason.sk for reason in state.judge("draw").reasons]
    assert told in reasons
