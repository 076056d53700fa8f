"""A table to try the rules on; everything goes through the referee's JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any, Self

import pytest

from faraon.cli.referee import Referee
from faraon.lang.library import read_book

SUITS = "hlab"
PACK = [suit + value for value in "789XUOKA" for suit in SUITS]
OPTIONS = frozenset(option.name for option in read_book("classic").options)


class RefereeTable:
    """A referee, with short names for what the tests ask about.

    Every key of the state that was told last is an attribute too: ``t.owed``, ``t.turn``, ``t.suit``.
    """

    def __init__(self, **request: Any) -> None:
        self._referee = Referee()
        self.state: dict[str, Any] = {}
        self.match: dict[str, Any] = {}
        if request:
            self.ask(**request)

    def answer(self, **request: Any) -> dict[str, Any]:
        """What the referee says, whatever it is."""
        answer: dict[str, Any] = json.loads(self._referee.answer(json.dumps(request)))
        self.state = answer.get("state", self.state)
        self.match = answer.get("match", self.match)
        return answer

    def ask(self, **request: Any) -> dict[str, Any]:
        """The answer to a request that the referee must accept."""
        answer = self.answer(**request)
        assert answer["ok"], f"{request} -> {answer['error']}"
        return answer

    def __getattr__(self, name: str) -> Any:
        state = self.__dict__.get("state", {})
        if name not in state:
            raise AttributeError(f"the state has no {name!r}")
        return state[name]

    @property
    def pile(self) -> str:
        """The discard pile, bottom to top."""
        return " ".join(self.state["pile"])

    @property
    def stock(self) -> str:
        """The stock, next card first."""
        return " ".join(self.state["stock"])

    @property
    def sizes(self) -> list[int]:
        """The number of cards in every hand."""
        return [len(hand) for hand in self.state["hands"]]

    @property
    def cards(self) -> list[str]:
        """All cards on the table, sorted."""
        return sorted(chain(self.state["pile"], self.state["stock"], *self.state["hands"]))

    def hand(self, seat: int) -> set[str]:
        """The cards in a hand, two copies of a card counted once."""
        return set(self.state["hands"][seat])

    def out(self, seat: int) -> str:
        """Whether a seat is ``in``, ``returnable`` or ``safe``."""
        word: str = self.state["out"].get(str(seat), "in")
        return word

    @property
    def moves(self) -> set[str]:
        """The legal moves, each listed once."""
        listed: list[str] = self.ask(do="moves")["moves"]
        assert len(listed) == len(set(listed))
        return set(listed)

    def judge(self, move: str) -> dict[str, Any]:
        """The referee's verdict on a move that is not made."""
        return self.ask(do="judge", move=move)

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may know."""
        view: dict[str, Any] = self.ask(do="view", seat=seat)["view"]
        return view

    def play(self, *moves: str) -> Self:
        """Makes legal moves one after another."""
        for move in moves:
            self.ask(do="play", move=move)
        return self

    def refuses(self, *moves: str) -> Self:
        """Tries moves that must be illegal and must change nothing."""
        before = self.state
        for move in moves:
            assert not self.judge(move)["legal"], f"{move} is legal"
            answer = self.answer(do="play", move=move)
            assert not answer["ok"], f"{move} was accepted"
            assert answer["error"]["code"] == "illegal-move", answer
            assert self.ask(do="state")["state"] == before
        return self


def _parted(
    options: Mapping[str, object] | None, keys: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options of a request, which may stand among its other keys, and these."""
    named = {name: value for name, value in keys.items() if name in OPTIONS}
    return {**(options or {}), **named}, {name: value for name, value in keys.items() if name not in OPTIONS}


def position_request(
    *,
    hands: Iterable[str],
    pile: str,
    stock: str | None = None,
    rulebook: str = "classic",
    options: Mapping[str, object] | None = None,
    out: Mapping[int, str] | None = None,
    **keys: Any,
) -> dict[str, Any]:
    """The request that sets up a position; cards are written as one string, seats of `out` as numbers.

    The stock, where it does not matter, is the rest of the pack. Options may be given by their names.
    """
    chosen, fields = _parted(options, keys)
    held = [hand.split() for hand in hands]
    lying = {*pile.split(), *chain(*held)}
    position = {
        "hands": held,
        "pile": pile.split(),
        "stock": stock.split() if stock is not None else [card for card in PACK if card not in lying],
        "turn": 0,
        **fields,
    }
    if out is not None:
        position["out"] = {str(seat): word for seat, word in out.items()}
    return {"do": "set", "rulebook": rulebook, "options": chosen, "position": position}


def deal_request(
    *, players: int, rulebook: str = "classic", options: Mapping[str, object] | None = None, **keys: Any
) -> dict[str, Any]:
    """The request that deals a game: from a `deck` where one is given, else from a seed."""
    chosen, fields = _parted(options, keys)
    chance = {} if "deck" in fields else {"seed": 1}
    return {
        "do": "new",
        "rulebook": rulebook,
        "players": players,
        "options": chosen,
        **chance,
        **fields,
    }


def every_suit(overs: str) -> set[str]:
    """The four ways to lay these overs."""
    return {f"{overs}={suit}" for suit in SUITS}


SetUp = Callable[..., RefereeTable]
Deal = Callable[..., RefereeTable]


@pytest.fixture
def table() -> SetUp:
    """Sets up a position: ``table(hands=["b7 h9", "a7"], pile="b8", stock="l8 l9", owed=3)``."""
    return lambda **position: RefereeTable(**position_request(**position))


@pytest.fixture
def deal() -> Deal:
    """Deals a game: ``deal(players=2, seed=7, hand_size=4)``."""
    return lambda **game: RefereeTable(**deal_request(**game))
