"""Games that show where the documents disagree: ``python -m tools.disagreements`` writes them anew.

For every row of ``DISAGREEMENTS.md`` that can be played, two rulebooks play every game of a few cards side by
side. The shortest game that parts them is told, with what each of them says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from faraon.cards import Card, write_cards
from faraon.cli.differ import read_side, said_of, what_of
from faraon.proof.answers import Clock
from faraon.proof.lockstep import Pair, Parting

FILE = Path(__file__).parent.parent / "src/faraon/rulebooks/DISAGREEMENTS.md"
BEGIN = "## 5. The same in games\n"
PATIENCE = 600.0
SAYS = {"✓": "allows it", "✗": "refuses it", "!": "punishes it"}


@dataclass(frozen=True)
class Row:
    """A row of the tables, and cards with which nothing else parts two rulebooks earlier."""

    name: str
    first: str
    second: str
    cards: str
    hand: int = 2
    players: int = 2
    ignored: tuple[str, ...] = ()
    """Words by which they part as well, in rows of their own."""


ROWS = (
    Row("start card seven or ace", "classic", "formal", "h8 l9 aX bK h7 l7"),
    Row("start card over", "classic", "formal", "h8 l9 aX bK hO aK"),
    Row("an over", "formal", "draft", "hO l8 a9 bX lK aU"),
    Row("drawing, and a stopped player", "classic", "formal", "hA h8 l9 aX bK hK lX a9"),
    Row("nothing to draw", "classic", "formal-repaired", "h8 l9 aX bK hK"),
    Row("a seven on a seven", "formal", "formal-repaired", "h7 l7 h8 l9 aX bK"),
    Row(
        "a seven on a seven in the draft",
        "classic start_special=never red_seven_return=off",
        "draft",
        "a7 l7 a8 l9 aX bK hU",
    ),
    Row("the red seven", "classic", "formal", "h7 h8 h9 l9 aX", hand=1),
    Row("what n aces do", "formal", "draft", "hA h8 l9 aX bK hK"),
    Row("two players", "classic", "classic ace_two=free", "hA lA h8 l9 aX bK"),
    Row("the extra move", "formal", "draft", "h8 l8 a8 b8 h9 l9 aX bK hK lX aK", hand=5),
    Row("four sevens", "formal", "formal-repaired", "h7 l7 a7 b7 h9 l9 aX bK hK lX aK", hand=5),
    Row(
        "four aces",
        "formal",
        "formal-repaired",
        "hA lA aA bA h9 l9 aX bK hK lX aK",
        5,
        ignored=("draw", "stand"),
    ),
    Row("when the game ends", "classic", "formal-repaired", "h7 h8 h9 l9 aX", hand=1),
    Row("who wins", "classic", "classic play_on=first_out", "h8 h9 hX hK l9", hand=1, players=3),
    Row("an over as the last card (§15)", "classic", "classic finish_over=own", "hO h8 l9 aX bK", hand=1),
    Row("an invalid move (§18)", "classic", "classic pajchel=penalty", "h8 l9 aX bK hK", hand=1),
    Row("nobody must answer (§1, §5)", "classic", "classic voluntary_draw=off", "h8 l9 aX bK hK", hand=1),
)


def parting(row: Row) -> tuple[Pair, Parting]:
    """The shortest game of a row."""
    sides = read_side(row.first), read_side(row.second)
    pair = Pair(*(side.game(row.players) for side in sides))
    cards = [Card.parse(card) for card in row.cards.split()]
    found, _, _ = pair.every_game(cards, row.hand, Clock(PATIENCE), row.ignored)
    if found is None:
        raise SystemExit(f"{row.name}: {row.first} and {row.second} do not part with {row.cards}")
    return pair, found


def lines(row: Row) -> Iterator[str]:
    """One game, to read."""
    pair, found = parting(row)
    begin = found.begin
    yield f"**{row.name}**: `{row.first}` and `{row.second}`"
    yield ""
    hands = ", ".join(f"seat {seat} `{write_cards(hand)}`" for seat, hand in enumerate(begin.hands))
    stock = f", the stock `{write_cards(begin.stock)}`" if begin.stock else ", and there is no stock"
    played = f" Then {', '.join(f'`{move}`' for move in found.moves)}." if found.moves else ""
    yield f"- {hands}, the start card is `{write_cards(begin.pile)}`{stock}.{played}"
    yield f"- `{found.move}`: {what_of(found.what, 'en')}."
    for name, game, position in zip((row.first, row.second), pair.games, found.here, strict=True):
        said = said_of(game, position, found.move, "en")
        yield f"- `{name}` {SAYS[said[0]]}: {said[2:]}"
    yield ""


def section() -> str:
    """All games, as they stand in the file."""
    head = [
        "Written by `python -m tools.disagreements`: two rulebooks play every game of a few cards side by",
        "side, and the shortest one that parts them is told by both. Rows that are missing agree, are about",
        "the deal or the match, or part only behind another row.",
    ]
    return "\n".join([BEGIN, *head, "", *(line for row in ROWS for line in lines(row))])


def written(text: str) -> str:
    """The file with its games as they are now."""
    before, _, _ = text.partition(BEGIN)
    return before.rstrip("\n") + "\n\n" + section().rstrip("\n") + "\n"


if __name__ == "__main__":
    FILE.write_text(written(FILE.read_text(encoding="utf-8")), encoding="utf-8")
