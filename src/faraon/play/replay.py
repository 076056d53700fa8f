"""States to records, and records to states: every move is checked again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from faraon.engines.errors import GameError
from faraon.game.record import DRAWN, UNFINISHED, Record, RecordError, Turn
from faraon.lang.library import UnknownRulebookError, shipped_book
from faraon.play import codec
from faraon.play.game import Game
from faraon.play.history import drawn
from faraon.play.state import State


def result_text(state: State) -> str:
    """The result of a game so far, as a record writes it."""
    if not state.over:
        return UNFINISHED
    if state.loser is not None:
        return f"loser {state.loser}"
    return DRAWN if drawn(state) else f"winner {state.places[0]}"


def record_of(state: State, date: str = "", tags: Mapping[str, str] | None = None) -> Record:
    """The record of a game so far; only options that differ from the rulebook's own are written."""
    game, origin = state.game, state.origin
    defaults = {option.name: option.default for option in game.book.options}
    changed = {name: value for name, value in game.options.items() if value != defaults[name]}
    turns = tuple(
        Turn(entry.seat, entry.move, entry.shuffled) for entry in state.log if entry.move is not None
    )
    given = any(entry.given for entry in state.log)
    dealt = state.deck is not None
    sizes = tuple(map(len, origin.hands))
    plain = all(size == game.bound.hand_size for size in sizes)
    return Record(
        rulebook=game.name,
        hash=game.hash,
        players=game.players,
        options=changed,
        result=result_text(state),
        deck=state.deck or (),
        position=None if dealt else codec.write(game.bound, origin),
        first=origin.turn if dealt else 0,
        hand_sizes=sizes if dealt and not plain else None,
        chance=origin.chance if game.bound.shuffled and not given else 0,
        given=given,
        date=date,
        tags=dict(tags or {}),
        turns=turns,
    )


@dataclass(frozen=True)
class Replay:
    """A replayed record: the game at every move, and whether its rulebook is still the same."""

    record: Record
    states: tuple[State, ...]
    changed: bool
    """The rulebook has changed since: the game was replayed by today's rules."""

    @property
    def last(self) -> State:
        return self.states[-1]


def replay(record: Record, game: Game | None = None) -> Replay:
    """Plays a record again, move by move; :class:`RecordError` where it does not fit the rules.

    Without a game the record names the rulebook, a shipped one: a record comes from anywhere, and no file is
    opened because it says so.
    """
    try:
        if game is None:
            game = Game(shipped_book(record.rulebook), record.players, record.options)
        state = _begin(record, game)
    except UnknownRulebookError as error:
        raise RecordError(str(error), error.sk) from None
    except GameError as error:
        raise RecordError(str(error), error.sk) from None
    states = [state]
    for number, turn in enumerate(record.turns, 1):
        if state.over:
            raise RecordError(
                f"turn {number}: the game was already over", f"{number}. ťah: hra sa už skončila"
            )
        if turn.seat != state.turn:
            raise RecordError(
                f"turn {number}: it is the turn of seat {state.turn}, not {turn.seat}",
                f"{number}. ťah: na ťahu je miesto {state.turn}, nie {turn.seat}",
            )
        try:
            state = state.play(turn.move, turn.shuffled if record.given and turn.shuffled else None)
        except GameError as error:
            raise RecordError(
                f"turn {number}: {turn.move}: {error}", f"{number}. ťah: {turn.move}: {error.sk}"
            ) from None
        last = state.log[-1]
        if record.given and last.shuffled and not last.given:
            raise RecordError(
                f"turn {number}: the order of the shuffled pile is missing",
                f"{number}. ťah: chýba poradie zamiešanej hracej kopy",
            )
        if last.shuffled != turn.shuffled:
            raise RecordError(
                f"turn {number}: the pile was shuffled into another order",
                f"{number}. ťah: hracia kopa sa zamiešala inak",
            )
        states.append(state)
    result = result_text(state)
    if record.result != result:
        raise RecordError(
            f"the recorded result is {record.result!r}, the game gives {result!r}",
            f"zapísaný výsledok je {record.result!r}, hra však dáva {result!r}",
        )
    return Replay(record, tuple(states), record.hash != game.hash)


def _begin(record: Record, game: Game) -> State:
    if record.position is not None:
        return game.position(record.position)
    sizes = record.hand_sizes
    return game.deal(deck=record.deck, first=record.first, hand_sizes=sizes, chance=record.chance)
