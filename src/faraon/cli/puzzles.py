"""``faraon puzzles``: solve them in the terminal, or make new ones from games."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from faraon.cli.arguments import Language
from faraon.cli.language import language_of
from faraon.engines.errors import GameError

if TYPE_CHECKING:
    from faraon.cards import Card
    from faraon.coach.puzzles import Puzzle

puzzles = typer.Typer(help="Puzzles from games.", rich_markup_mode=None)

WORDS = {
    "en": {
        "head": "Puzzle {id}: {kind}, {level}",
        "hidden": "One move is much better than all others. Which?",
        "open": "All cards are open: win within {moves} moves, those of both counted.",
        "opponent": "Opponent",
        "stock": "stock, next card first",
        "known": "what you know of their {count}",
        "cards": "cards",
        "prompt": "Your move (a number, a move, ? for the solution, q to leave)> ",
        "wrong": "No: not that one. Try again.",
        "right": "Right!",
        "solution": "The solution: {moves}",
        "value": "{best} after it, {other} after {move}.",
        "line": "For example: {line}",
        "no_move": "That is not a legal move here.",
        "none": "there is no such puzzle: they have the numbers {first} to {last}",
        "no_kind": "there is no kind '{kind}': there are {kinds}",
    },
    "sk": {
        "head": "Úloha {id}: {kind}, {level}",
        "hidden": "Jeden ťah je oveľa lepší ako všetky ostatné. Ktorý?",
        "open": "Všetky karty sú odkryté: vyhraj najneskôr {moves}. ťahom (počítajú sa ťahy oboch).",
        "opponent": "Súper",
        "stock": "talón, prvá karta je na rade",
        "known": "čo vieš o jeho kartách ({count})",
        "cards": "karty",
        "prompt": "Tvoj ťah (číslo, ťah, ? ukáže riešenie, q koniec)> ",
        "wrong": "Nie, tento nie. Skús to znova.",
        "right": "Správne!",
        "solution": "Riešenie: {moves}",
        "value": "Po ňom {best}, po ťahu {move} {other}.",
        "line": "Napríklad: {line}",
        "no_move": "Taký ťah tu nie je dovolený.",
        "none": "taká úloha nie je: majú čísla {first} až {last}",
        "no_kind": "druh '{kind}' nie je: sú {kinds}",
    },
}


@puzzles.callback(invoke_without_command=True)
def play(
    context: typer.Context,
    number: Annotated[int | None, typer.Option(min=1, help="This one; otherwise one by chance.")] = None,
    today: Annotated[bool, typer.Option("--daily", help="The puzzle of the day.")] = False,
    kind: Annotated[str, typer.Option(help="Only of this kind: draw, suit, ace, debt, end …")] = "",
    lang: Language = "",
) -> None:
    """Solve puzzles in the terminal."""
    if context.invoked_subcommand is not None:
        return
    from faraon.coach.puzzles import KINDS, daily, shipped

    language = language_of(lang)
    those = [one for one in shipped() if not kind or one.kind == kind]
    if kind and kind not in KINDS:
        kinds = ", ".join(KINDS)
        raise GameError(
            "bad-request", *(WORDS[one]["no_kind"].format(kind=kind, kinds=kinds) for one in WORDS)
        )
    if today:
        those = [daily(datetime.datetime.now(tz=datetime.UTC).date())]
    elif number is not None:
        those = [one for one in shipped() if one.id == number]
    if not those:
        first, last = shipped()[0].id, shipped()[-1].id
        raise GameError("bad-request", *(WORDS[one]["none"].format(first=first, last=last) for one in WORDS))
    while TerminalPuzzle(those[secrets.randbelow(len(those))], language).run() and len(those) > 1:
        pass


@puzzles.command()
def make(
    output: Annotated[Path, typer.Argument(help="Where to write them, a line each.")],
    games: Annotated[int, typer.Option(min=1, help="How many games are looked at.")] = 1000,
    first: Annotated[int, typer.Option(min=0, help="The number of the first game.")] = 0,
    most_open: Annotated[int, typer.Option(min=0, help="At most so many with all cards open.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Decides everything.")] = 2026,
) -> None:
    """Find puzzles in games of bots: at most one a game, each confirmed by a search ten times as long."""
    from faraon.cli.arena import check_file, progress, write_page
    from faraon.coach.puzzles.making import Maker
    from faraon.coach.puzzles.puzzle import write

    check_file(output)
    maker, found = Maker(seed), []
    with progress("games") as tell:
        for puzzle in maker.puzzles(range(first, first + games), 1, most_open, tell):
            found.append(puzzle)
    write_page(output, write(found, maker.game.hash))
    typer.echo(f"{len(found)} puzzles from {games} games: {output}")


class TerminalPuzzle:
    """One puzzle, asked until it is solved or given up."""

    def __init__(
        self,
        puzzle: Puzzle,
        language: str,
        ask: Callable[[str], str] = input,
        console: Console | None = None,
    ) -> None:
        self.puzzle, self.language, self.ask = puzzle, language, ask
        self.console = console or Console(highlight=False)
        self.words = WORDS[language]

    def run(self) -> bool:
        """Whether the person wants to go on."""
        self.show()
        moves = self.puzzle.view.moves
        while True:
            try:
                answer = self.ask(self.words["prompt"]).strip()
            except (EOFError, KeyboardInterrupt):
                return False
            if answer in ("q", "quit", "koniec"):
                return False
            if answer == "?":
                self.explain()
                return True
            if answer.isdecimal() and 1 <= int(answer) <= len(moves):
                answer = str(moves[int(answer) - 1])
            if answer not in map(str, moves):
                self.console.print(self.words["no_move"], style="red")
            elif self.puzzle.right(answer):
                self.console.print(self.words["right"], style="bold green")
                self.explain()
                return True
            else:
                self.console.print(self.words["wrong"], style="red")

    def show(self) -> None:
        """The question."""
        from faraon.cli.play import TerminalGame
        from faraon.coach.puzzles import KINDS, LEVELS

        puzzle, words, out, at = self.puzzle, self.words, self.console, int(self.language == "sk")
        head = words["head"].format(
            id=puzzle.id, kind=KINDS[puzzle.kind][at], level=LEVELS[puzzle.level - 1][at]
        )
        out.print(Text(head, "bold"))
        out.print(words["open"].format(moves=puzzle.win_in) if puzzle.open else words["hidden"])
        state, view = puzzle.state, puzzle.view
        other = 1 - view.seat
        known = state.position.hands[other] if puzzle.open else view.known.hands.get(other, ())
        if known:
            title = words["opponent"] if puzzle.open else words["known"].format(count=view.sizes[other])
            out.print(self._line(title, known))
        stock = (
            state.position.stock if puzzle.open else [card for card in view.known.stock if card is not None]
        )
        if stock and len(stock) == view.stock_size:
            out.print(self._line(words["stock"], stock))
        TerminalGame(state.game, self.language, console=out).show_view(view)

    def _line(self, title: str, cards: Sequence[Card]) -> Text:
        from faraon.cli.draw import card_text

        line = Text(f"  {title}: ")
        for card in cards:
            line.append_text(card_text(card, self.language)).append(" ")
        return line

    def explain(self) -> None:
        """The solution, and why."""
        from faraon.coach.wording import percent

        puzzle, words, out = self.puzzle, self.words, self.console
        out.print(Text(words["solution"].format(moves=", ".join(puzzle.answers)), "bold"))
        if not puzzle.open:
            best, other = (percent(one, self.language) for one in (puzzle.value, puzzle.other_value))
            out.print("  " + words["value"].format(best=best, other=other, move=puzzle.other))
        for reason in puzzle.reasons():
            out.print(f"  {reason.text(self.language)}")
        if puzzle.line:
            out.print("  " + words["line"].format(line=puzzle.line.replace(";", ", ")), style="dim")
        out.print()
