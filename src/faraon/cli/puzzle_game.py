"""A puzzle in the terminal, asked until it is solved or given up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from faraon.cards import Card
from faraon.cli.draw import card_text
from faraon.cli.play import TerminalGame
from faraon.coach.puzzles import KINDS, LEVELS, Puzzle
from faraon.coach.puzzles.puzzle import called
from faraon.coach.wording import percent
from faraon.game.move import Move

WORDS = {
    "en": {
        "head": "Puzzle {id}: {kind}, {level}",
        "hidden": "One move is much better than all others. Which?",
        "open": "All cards are open: win within {moves} moves, those of both counted.",
        "opponent": "Opponent",
        "stock": "stock, next card first",
        "known": "what you know of their {count}",
        "prompt": "Your move (a number, a move, ? for the solution, q to leave)> ",
        "wrong": "No: not that one. Try again.",
        "right": "Right!",
        "solution": "The solution: {moves}",
        "value": "{best} after it, {other} after {move}.",
        "line": "For example: {line}",
        "no_move": "That is not a legal move here.",
    },
    "sk": {
        "head": "Úloha {id}: {kind}, {level}",
        "hidden": "Jeden ťah je oveľa lepší ako všetky ostatné. Ktorý?",
        "open": "Všetky karty sú odkryté: vyhraj najneskôr {moves}. ťahom (počítajú sa ťahy oboch).",
        "opponent": "Súper",
        "stock": "talón, prvá karta je na rade",
        "known": "čo vieš o jeho kartách ({count})",
        "prompt": "Tvoj ťah (číslo, ťah, ? ukáže riešenie, q koniec)> ",
        "wrong": "Nie, tento nie. Skús to znova.",
        "right": "Správne!",
        "solution": "Riešenie: {moves}",
        "value": "Po ňom {best}, po {move} {other}.",
        "line": "Napríklad: {line}",
        "no_move": "Taký ťah tu nie je dovolený.",
    },
}


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
        line = Text(f"  {title}: ")
        for card in cards:
            line.append_text(card_text(card, self.language)).append(" ")
        return line

    def explain(self) -> None:
        """The solution, and why."""
        puzzle, words, out = self.puzzle, self.words, self.console
        out.print(Text(words["solution"].format(moves=", ".join(puzzle.answers)), "bold"))
        if not puzzle.open:
            best, other = (percent(one, self.language) for one in (puzzle.value, puzzle.other_value))
            move = called(Move.parse(puzzle.other), self.language)
            out.print("  " + words["value"].format(best=best, other=other, move=move))
        for reason in puzzle.reasons():
            out.print(f"  {reason.text(self.language)}")
        if puzzle.line:
            out.print("  " + words["line"].format(line=puzzle.line.replace(";", ", ")), style="dim")
        out.print()
