"""All questions about one rulebook, in the order of what they cost."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from faraon.cards import Card, write_cards
from faraon.engines.errors import GameError
from faraon.game.position import Position
from faraon.lang import ir
from faraon.lang.covering import covering_options
from faraon.lang.deck import pack_choices
from faraon.play import codec
from faraon.play.game import Game
from faraon.proof.answers import Answer, Clock, OutOfTimeError, Standing, Tell, Text
from faraon.proof.explicit import Explored, explore, small_pack
from faraon.proof.played import Played, play
from faraon.proof.positions import plain_position
from faraon.proof.table import Table, open_table
from faraon.proof.words import number, out_of_time, seats

if TYPE_CHECKING:
    from faraon.proof.proving import Proving

GAMES = 100
"""Games that are played for each number of players before anything is proven."""


@dataclass(frozen=True)
class Asked:
    """What is to be verified."""

    book: ir.Book
    players: Sequence[int]
    settings: Mapping[str, object]
    seconds: float = 300.0
    cards: tuple[Card, ...] = ()
    """The small pack; empty for the usual one."""


def verify(asked: Asked, tell: Tell) -> Iterator[Answer]:
    """Every answer, as soon as it is known; :class:`GameError` for what cannot be asked."""
    tables = [open_table(asked.book, players, asked.settings) for players in asked.players]
    pack = _pack(asked)  # what is wrong with it is said before anything is proven
    clock = Clock(asked.seconds)
    yield from _scope(asked, tables)
    try:
        from faraon.proof.proving import Proving
    except GameError as error:
        yield Answer("scope", "", Standing.open, Text(
            f"{error}; without it every game of a small pack is looked at, and nothing is proven",
            f"{error.sk}; bez neho sa prejde iba každá hra s malým balíčkom a nič sa nedokazuje",
        ))  # fmt: skip
    else:
        yield from _Proofs(asked, tables, clock, tell, Proving).answers()
    yield from _small(pack, clock, tell)


def _scope(asked: Asked, tables: list[Table]) -> Iterator[Answer]:
    """What the answers are about, and what they say nothing of."""
    players, settings = seats([*asked.players]), tables[0].tables
    text = Text(
        f"{asked.book.name}, {players.en}, {number(settings, 'en')} settings of its options at once; "
        "one pack, open groups",
        f"{asked.book.name}, {players.sk}, naraz všetky nastavenia domácich pravidiel "
        f"({number(settings, 'sk')}); jeden balíček, odkryté skupiny",
    )
    yield Answer("scope", "", Standing.bounded, text)
    for option in covering_options(asked.book):
        text = Text(
            f"cards laid covered ({option.name}) are not looked at: positions are of open cards",
            f"zakryté karty ({option.name}) sa neskúmajú: situácie majú iba odkryté karty",
        )
        yield Answer("scope", option.name, Standing.bounded, text)
    packs = ir.substitute(asked.book.packs, tables[0].values)
    read = [option for option in asked.book.options if option.var in ir.variables(packs)]
    more = isinstance(packs, ir.Const) and pack_choices(packs) != (1,)
    if read or more:
        text = Text(
            "more than one pack is not looked at: a hand is a set of different cards",
            "viac balíčkov sa neskúma: ruka je množina rôznych kariet",
        )
        yield Answer("scope", read[0].name if read else "packs", Standing.bounded, text)


class _Proofs:
    """The answers of the solver."""

    def __init__(
        self, asked: Asked, tables: list[Table], clock: Clock, tell: Tell, proving: type[Proving]
    ) -> None:
        self.asked = asked
        self.clock = clock
        self.tell = tell
        self.played = Played()
        self.seats = seats([*asked.players])
        self.defaults = {option.name: option.default for option in asked.book.options}
        self.provings = [proving(table, asked.book, clock, self.played) for table in tables]

    def answers(self) -> Iterator[Answer]:
        from faraon.proof.asked_parts import PartAnswers
        from faraon.proof.asked_sentences import SentenceAnswers, overlap_answers

        for proving in self.provings:
            yield self._deadlock(proving)
        self.tell(Text("playing games", "hrajú sa hry"))
        for proving in self.provings:
            play(proving.table, self.asked.book, GAMES, self.clock, self.played)
        yield from PartAnswers(self.provings, self.played, self.clock, self.tell, self.seats).answers()
        yield from overlap_answers(self.provings, self.defaults, self.clock, self.tell)
        sentences = SentenceAnswers(self.provings, self.played, self.defaults, self.clock, self.tell)
        yield from sentences.answers()

    def _deadlock(self, proving: Proving) -> Answer:
        from faraon.proof.proving import written

        players, begun = seats([proving.table.players]), time.monotonic()
        self.tell(Text(f"dead ends, {players.en}", f"slepé uličky, {players.sk}"))
        try:
            shown = proving.deadlock()
        except OutOfTimeError:
            text = out_of_time(
                Text(f"{players.en}: the proof was not finished", f"{players.sk}: dôkaz sa nestihol")
            )
            return Answer("deadlock", "", Standing.open, text, time.monotonic() - begun)
        took = time.monotonic() - begun
        if shown is None:
            text = Text(
                f"{players.en}: some move is legal in every position of the declared ranges",
                f"{players.sk}: v každej situácii v rámci rozsahov je nejaký ťah",
            )
            return Answer("deadlock", "", Standing.proven, text, took)
        if shown.state.over or shown.state.moves():
            raise AssertionError(f"the encoding and the interpreter disagree: {shown.position}")
        text = Text(
            f"{players.en}: here nobody can move, and the game is not over",
            f"{players.sk}: tu nemá nikto čo zahrať a hra sa neskončila",
        )
        return Answer("deadlock", "", Standing.refuted, text, took, written(shown, self.defaults))


# ------------------------------------------------------------------------------------------- a small pack


Pack = tuple[Game, tuple[Card, ...], int]
"""A table, its cards, and how many are dealt."""


def _pack(asked: Asked) -> Pack:
    settings = {name: value for name, value in asked.settings.items() if isinstance(value, int | str)}
    return small_pack(asked.book, settings, asked.cards)


def _small(pack: Pack, clock: Clock, tell: Tell) -> Iterator[Answer]:
    game, cards, hand = pack
    begun = time.monotonic()
    tell(Text(f"every game with {write_cards(cards)}", f"každá hra s kartami {write_cards(cards)}"))
    found = explore(game, cards, hand, clock)
    took = time.monotonic() - begun
    within = Text(
        f"{number(len(found.states), 'en')} states, {number(found.moves, 'en')} moves of all games with "
        f"{write_cards(cards)} ({game.players} players, {hand} each)",
        f"{number(len(found.states), 'sk')} stavov a {number(found.moves, 'sk')} ťahov všetkých hier "
        f"s kartami {write_cards(cards)} (hráčov: {game.players}, každý po {hand})",
    )
    if not found.complete:
        within = out_of_time(Text(f"the first {within.en}", f"prvých {within.sk}"))
    yield _lost(found, within, took)
    yield _stuck(found, within)
    if found.complete:
        yield _hopeless(found, within)
        yield _cycles(found, within)
    else:
        text = Text(
            f"whether an end can always be reached is not known ({within.en})",
            f"či sa dá vždy dohrať, nie je známe ({within.sk})",
        )
        yield Answer("small", "end", Standing.open, text)


def _state(found: Explored, state: Position) -> dict[str, Any]:
    return {
        "settings": {},
        "position": plain_position(found.game.book, codec.write(found.game.bound, state)),
        "moves": [str(move) for move in found.game.engine.legal(state)],
    }


def _lost(found: Explored, within: Text, took: float) -> Answer:
    if found.lost:
        state, move = found.lost[0]
        text = Text(f"a card is lost or doubled by {move}", f"ťahom {move} sa karta stratí alebo zdvojí")
        shown = {**_state(found, found.states[state]), "move": str(move)}
        return Answer("small", "cards", Standing.refuted, text, took, shown)
    text = Text(f"no card is ever lost ({within.en})", f"žiadna karta sa nestratí ({within.sk})")
    return Answer("small", "cards", Standing.bounded, text, took)


def _stuck(found: Explored, within: Text) -> Answer:
    if found.stuck:
        smallest = min((found.states[at] for at in found.stuck), key=lambda state: sum(state.sizes))
        text = Text("a game gets here, and nobody can move", "hra sem môže prísť a nikto nemá čo zahrať")
        return Answer("small", "deadlock", Standing.refuted, text, 0, _state(found, smallest))
    text = Text(f"somebody can always move ({within.en})", f"vždy je čo zahrať ({within.sk})")
    return Answer("small", "deadlock", Standing.bounded, text)


def _hopeless(found: Explored, within: Text) -> Answer:
    if not found.hopeless:
        text = Text(
            f"an end can be reached from everywhere ({within.en})", f"odvšadiaľ sa dá dohrať ({within.sk})"
        )
        return Answer("small", "end", Standing.bounded, text)
    smallest = min((found.states[at] for at in found.hopeless), key=lambda state: sum(state.sizes))
    return _of_pack(
        found,
        "end",
        Text(
            f"no end can be reached from {number(len(found.hopeless), 'en')} states, only the longest game",
            f"toľkoto stavov sa nedá dohrať inak než najdlhšou hrou: {number(len(found.hopeless), 'sk')}",
        ),
        smallest,
    )


def _cycles(found: Explored, within: Text) -> Answer:
    if not found.cycles:
        text = Text(
            f"nobody is ever forced round in a circle ({within.en})",
            f"nikto nie je nútený chodiť dookola ({within.sk})",
        )
        return Answer("small", "cycle", Standing.bounded, text)
    shortest = min(found.cycles, key=len)
    return _of_pack(
        found,
        "cycle",
        Text(
            f"{len(shortest)} forced moves lead back to where they began",
            f"vynútené ťahy ({len(shortest)}) vedú späť tam, kde sa začali",
        ),
        found.states[shortest[0]],
    )


def _of_pack(found: Explored, about: str, text: Text, state: Position) -> Answer:
    """What is wrong with a pack; of the rulebook it says something only if it is the rulebook's own."""
    if len(found.cards) == len(found.game.bound.deck):
        return Answer("small", about, Standing.refuted, text, 0, _state(found, state))
    only = Text(
        f"{text.en} with this pack; of the whole pack that says nothing",
        f"{text.sk} s týmto balíčkom; o celom balíčku to nič nehovorí",
    )
    return Answer("small", about, Standing.bounded, only, 0, _state(found, state))


def exit_code(answers: Sequence[Answer]) -> int:
    """1 if something is refuted, 3 if something is open, otherwise 0; bad input is 2 before that."""
    if any(answer.standing is Standing.refuted for answer in answers):
        return 1
    return 3 if any(answer.standing is Standing.open for answer in answers) else 0
