"""A game in the terminal against bots."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import cached_property

from rich.console import Console
from rich.text import Text

from faraon.bots import Bot, make_bot, read_name
from faraon.bots.ready import ReadyBots
from faraon.bots.registry import bot_named, searches, stands_in
from faraon.cli.draw import backs, card_text, draw_cards, suit_text
from faraon.cli.phrases import PHRASES
from faraon.engines.errors import GameError
from faraon.engines.explain.statements import in_language
from faraon.game.chance import bot_seed
from faraon.game.facts import Reason
from faraon.game.move import Move
from faraon.game.position import Out
from faraon.game.situation import Situation
from faraon.game.telling import tell
from faraon.game.verdict import Verdict
from faraon.game.view import View
from faraon.play.game import Game
from faraon.play.history import drawn
from faraon.play.state import State
from faraon.words import counted, suit_name

MOST_LISTED = 40
"""More moves than this are not listed one by one."""
YES = ("y", "yes", "a", "áno", "ano")


class TerminalGame:
    """One game: the person sits in seat 0."""

    def __init__(
        self,
        game: Game,
        language: str,
        seed: int | None = None,
        bot: str = "player",
        ask: Callable[[str], str] = input,
        console: Console | None = None,
    ) -> None:
        self.game = game
        self.language = language
        self.seed = secrets.randbits(32) if seed is None else seed
        self.bots = ReadyBots()
        self._named = bot
        self.ask = ask
        self.console = console or Console(highlight=False)
        self.say = PHRASES[language]
        self.names = [self.say["you"], *(f"{self.say['opponent']} {k}" for k in range(1, game.players))]
        self.lines: list[tuple[str, str]] = []
        """What was told so far, and how."""

    def bot(self) -> Bot:
        """Who plays for the others."""
        if self._named != self._behind:
            return self.bots.level(self._named, self.game)
        return self._made

    @property
    def _behind(self) -> str:
        """The bot, where a level was named."""
        return bot_named(self._named, self.game)

    @cached_property
    def _made(self) -> Bot:
        return make_bot(self._named, self.game)

    def run(self) -> State:
        """Plays to the end, or until the person leaves; the last state."""
        state = self.game.deal(self.seed)
        welcome = self.say["welcome"].format(title=self.title(), seed=self.seed)
        self.console.print(Text(welcome, "bold"))
        if read_name(self._behind).kind == "bluffer":
            self.console.print(self.say["bluffers"])
        elif stands_in(self._named, self.game):
            self.console.print(self.say["unlearned" if searches(self._behind) else "at_a_glance"])
        while not state.over:
            self.tell_news(state)
            if not state.moves():
                self.console.print(self.say["deadlock"], style="bold red")
                return state
            if state.turn != 0:
                view = state.view(state.turn)
                state = state.play(self.bot().choose(view, bot_seed(self.seed, view.moves_made)))
                continue
            self.show_table(state)
            try:
                move = self.ask_move(state)
            except (EOFError, KeyboardInterrupt):
                move = None
            if move is None:
                self.console.print(self.say["bye"])
                return state
            state = move
        self.tell_news(state)
        self.show_end(state)
        return state

    # ---------------------------------------------------------------------------------------------- showing
    def title(self) -> str:
        """What the rulebook calls its game."""
        template, _ = in_language(self.game.book.texts, self.language)
        return "".join(part for part in template if isinstance(part, str)) or self.game.name

    def tell_news(self, state: State) -> None:
        """What happened since the last look."""
        log = state.view(0).log
        if len(log) > len(self.lines):  # every state is shown, so it is the last move that is new
            mine = "" if log[-1].seat == 0 and log[-1].move else "dim"
            self.lines.append((tell(log[-1], state.facts(), self.names, self.language, me=0), mine))
            self.show_line(*self.lines[-1])

    def show_line(self, line: str, style: str) -> None:
        self.console.print(f"  {line}", style=style)

    def show_table(self, state: State) -> None:
        self.show_view(state.view(0))

    def show_view(self, view: View) -> None:
        """The table as one seat sees it; the others are counted from that seat on."""
        say, out = self.say, self.console
        out.rule(style="dim")
        for number in range(1, self.game.players):
            seat = (view.seat + number) % self.game.players
            mark = f" ({say[Out(view.out[seat]).name]})" if view.out[seat] else ""
            line = Text(f"  {self.names[number]}{mark}  ").append_text(backs(view.sizes[seat]))
            out.print(line.append(f" {view.sizes[seat]}", "dim"))
        earlier = Text("  ").append(f"{say['stock']} {view.stock_size}   {say['pile']} ", "dim")
        for card in view.pile[-6:-1]:
            earlier.append_text(card_text(card, self.language)).append(" ")
        out.print(earlier)
        for line in draw_cards([view.top], self.language):
            out.print(Text("  ").append_text(line))
        self.show_situation(view.situation)
        self.show_claim(view)
        for line in draw_cards(view.hand, self.language, codes=True):
            out.print(Text("  ").append_text(line))
        self.show_moves(view.moves)

    def show_situation(self, now: Situation) -> None:
        """The valid suit, a debt, a stop, and what else the rulebook shows."""
        say = self.say
        line = Text("  ")
        if now.any_card:
            line.append(say["any_card"], "bold green")
        elif now.suit is not None:
            line.append(f"{say['suit']} ").append_text(suit_text(now.suit))
            line.append(f" {suit_name(now.suit, self.language)}")
        if now.owed:
            line.append(f"   {say['debt']} {self.cards(now.owed, 'kartu')}", "bold red")
        elif now.debt:
            line.append(f"   {say['waiting']} {self.cards(now.debt, 'karta')}", "bold red")
        if now.stop:
            line.append(f"   {say['stop']}", "bold red")
        for note in (*((now.again,) if now.again else ()), *now.notes):
            line.append(f"   {note.text(self.language)}", "bold green")
        self.console.print(line)

    def cards(self, number: int, one: str) -> str:
        """A number of cards; in Slovak the form of one depends on the sentence."""
        return counted(number, (one, "karty", "kariet") if self.language == "sk" else ("card", "cards"))

    def show_claim(self, view: View) -> None:
        """Covered cards that may be checked (§17)."""
        if view.claim is not None and view.claimer >= 0:
            cards = self.cards(view.claim.size, "kartu")
            text = self.say["claim"].format(name=self.names[view.claimer], cards=cards)
            self.console.print(f"  {text}", style="bold yellow")

    def show_moves(self, moves: tuple[Move, ...]) -> None:
        if len(moves) > MOST_LISTED:
            self.console.print("  " + self.say["many"].format(count=len(moves)), style="dim")
            return
        line = "  ".join(f"{number} {move}" for number, move in enumerate(moves, 1))
        self.console.print(f"  {line}", soft_wrap=False)

    def show_end(self, state: State) -> None:
        say = self.say
        if state.loser is None:
            winner = None if drawn(state) or not state.places else state.places[0]
            text = say["drawn"] if winner is None else say["won_by"].format(name=self.names[winner])
            text = say["won"] if winner == 0 else text
        elif state.loser == 0:
            text = say["lost"]
        else:
            text = say["won"] if self.game.players == 2 else say["loser"].format(name=self.names[state.loser])
        self.console.print(text, style="bold")
        for reason in state.why_over():
            self.console.print(reason.text(self.language))
        if state.places:
            self.console.print(f"{say['places']} " + ", ".join(self.names[seat] for seat in state.places))

    # ----------------------------------------------------------------------------------------------- asking
    def ask_move(self, state: State) -> State | None:
        """Asks until a move is legal; ``None`` if the person leaves."""
        moves = state.moves()
        while True:
            answer = self.ask(self.say["prompt"]).strip()
            if answer in ("q", "quit", "koniec"):
                return None
            if answer in ("?", "help", "pomoc"):
                self.console.print(self.say["help"])
                continue
            if answer in ("hint", "h", "rada"):
                view = state.view(0)
                advice = self.bots.adviser(self.game).advise(view, bot_seed(self.seed, view.moves_made))
                why = advice.text(self.language)
                self.console.print(f"  {advice.move}" + (f": {why}" if why else ""), style="green")
                continue
            if answer in ("log", "l"):
                for line in self.lines:
                    self.show_line(*line)
                continue
            if answer.isdecimal() and 1 <= int(answer) <= len(moves):
                answer = str(moves[int(answer) - 1])
            try:
                verdict = state.judge(answer)
            except GameError:
                self.console.print(f"  {self.say['no_move']}", style="red")
                continue
            if verdict.lie is not None and not self.dares(verdict.lie):
                continue
            if verdict or self.insists(verdict):
                return state.play(verdict.move)

    def dares(self, lie: Reason) -> bool:
        """Tells what a lie costs, and asks whether it is meant (§17)."""
        self.console.print(f"  {lie.text(self.language)}", style="bold red")
        return self.ask(self.say["lie"]).strip().lower() in YES

    def insists(self, verdict: Verdict) -> bool:
        """Tells why a move is refused; where it is punished instead (§18), asks whether it is meant."""
        for reason in verdict.reasons[:2]:
            self.console.print(f"  {reason.text(self.language)}", style="red")
        if verdict.foul is None:
            return False
        self.console.print(f"  {verdict.foul.text(self.language)}", style="bold red")
        return self.ask(self.say["anyway"]).strip().lower() in YES
