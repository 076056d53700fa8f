"""A table to try the rules on; everything goes through the referee protocol."""

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any

import pytest

from faraon.cli.referee import Referee

SUITS = "hlab"
PACK = [suit + value for value in "789XUOKA" for suit in SUITS]


class Table:
    """One game at the referee, with short names for what the tests ask about.

    Every key of the state is an attribute too: ``t.owed``, ``t.turn``, ``t.suit``.
    """

    def __init__(self, request: Mapping[str, object]) -> None:
        self._referee = Referee()
        self.state: dict[str, Any] = self._ask(request)["state"]

    def _answer(self, request: Mapping[str, object]) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._referee.answer(json.dumps(request)))
        return answer

    def _ask(self, request: Mapping[str, object]) -> dict[str, Any]:
        answer = self._answer(request)
        assert answer["ok"], f"{request} -> {answer['error']}"
        return answer

    def __getattr__(self, name: str) -> Any:
        state = self.__dict__.get("state", {})
        if name not in state:
            raise AttributeError(name)
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
        listed: list[str] = self._ask({"do": "moves"})["moves"]
        assert len(listed) == len(set(listed))
        return set(listed)

    def judge(self, move: str) -> dict[str, Any]:
        """The referee's verdict on a move that is not made."""
        return self._ask({"do": "judge", "move": move})

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may know."""
        view: dict[str, Any] = self._ask({"do": "view", "seat": seat})["view"]
        return view

    def play(self, *moves: str) -> "Table":
        """Make legal moves one after another."""
        for move in moves:
            self.state = self._ask({"do": "play", "move": move})["state"]
        return self

    def refuses(self, move: str) -> bool:
        """Try a move that must be illegal and must change nothing."""
        assert not self.judge(move)["legal"]
        answer = self._answer({"do": "play", "move": move})
        assert not answer["ok"]
        assert answer["error"]["code"] == "illegal-move"
        assert self._ask({"do": "state"})["state"] == self.state
        return True


def position_request(
    *,
    hands: Iterable[str],
    pile: str,
    stock: str | None = None,
    turn: int = 0,
    rulebook: str = "classic",
    options: Mapping[str, object] | None = None,
    out: Mapping[int, str] | None = None,
    **fields: object,
) -> dict[str, object]:
    """The request that sets up a position; cards are written as one string, seats of `out` as numbers.

    The stock, where it does not matter, is the rest of the pack.
    """
    held = [hand.split() for hand in hands]
    lying = {*pile.split(), *chain(*held)}
    position = {
        "hands": held,
        "pile": pile.split(),
        "stock": stock.split() if stock is not None else [card for card in PACK if card not in lying],
        "turn": turn,
        **fields,
    }
    if out is not None:
        position["out"] = {str(seat): word for seat, word in out.items()}
    return {"do": "set", "rulebook": rulebook, "options": dict(options or {}), "position": position}


def deal_request(
    *,
    players: int,
    rulebook: str = "classic",
    options: Mapping[str, object] | None = None,
    **fields: object,
) -> dict[str, object]:
    """The request that deals a game: from a `deck` where one is given, else from a seed."""
    chance = {} if "deck" in fields else {"seed": 1}
    return {
        "do": "new",
        "rulebook": rulebook,
        "players": players,
        "options": dict(options or {}),
        **chance,
        **fields,
    }


def deck_with(
    hands: Iterable[str], start: str, stock_top: str = "", bottom: str = "", first: int = 0
) -> list[str]:
    """A whole pack in dealing order.

    Hands of fewer than five cards are filled up with spare ones; `bottom` are the last cards of the
    stock, the lowest one last.
    """
    named = [hand.split() for hand in hands]
    top, lowest = stock_top.split(), bottom.split()
    used = {start, *top, *lowest, *chain(*named)}
    spare = [card for card in PACK if card not in used]
    full = [hand + [spare.pop(0) for _ in range(5 - len(hand))] for hand in named]
    clockwise = full[first:] + full[:first]
    dealt = [card for one_each in zip(*clockwise, strict=True) for card in one_each]
    return [*dealt, start, *top, *spare, *lowest]


def every_suit(overs: str) -> set[str]:
    """The four ways to lay these overs."""
    return {f"{overs}={suit}" for suit in SUITS}


SetUp = Callable[..., Table]
Deal = Callable[..., Table]
DealRefused = Callable[..., bool]


@pytest.fixture
def table() -> SetUp:
    """Sets up a position: ``table(hands=["b7 h9", "a7"], pile="b8", stock="l8 l9", owed=3)``."""
    return lambda **position: Table(position_request(**position))


@pytest.fixture
def deal() -> Deal:
    """Deals a game: ``deal(players=2, deck=deck_with(["", ""], start="b7"))``."""
    return lambda **game: Table(deal_request(**game))


@pytest.fixture
def deal_refused() -> DealRefused:
    """Asks for a game that must not be dealt."""

    def refused(**game: Any) -> bool:
        answer = json.loads(Referee().answer(json.dumps(deal_request(**game))))
        assert not answer["ok"]
        assert answer["error"]["code"]
        return True

    return refused
