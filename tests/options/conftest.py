"""A table to sit down at: these tests know the game only through the referee's JSON lines."""

import json
from collections.abc import Callable
from typing import Any, Self

import pytest

from faraon.cli.referee import Referee

OPTIONS = frozenset(
    {
        "hand_size",
        "packs",
        "starter",
        "start_special",
        "groups",
        "voluntary_draw",
        "play_drawn",
        "seven_cards",
        "seven_answer",
        "ace_two",
        "ace_answer",
        "pharaoh",
        "finish_over",
        "red_seven_return",
        "burned",
        "recycle",
        "play_on",
        "pajchel",
        "move_limit",
    }
)
SUITS = "hlab"
PACK = [suit + value for suit in SUITS for value in "789XUOKA"]


class Table:
    """A referee and the state he told last; `t.owed`, `t.turn` and so on read that state."""

    def __init__(self) -> None:
        self.state: dict[str, Any] = {}
        self._referee = Referee()

    def __getattr__(self, name: str) -> Any:
        try:
            return self.state[name]
        except KeyError:
            raise AttributeError(f"the state has no {name!r}") from None

    def ask(self, **request: Any) -> dict[str, Any]:
        """The referee's answer, whatever it is."""
        answer: dict[str, Any] = json.loads(self._referee.answer(json.dumps(request)))
        self.state = answer.get("state", self.state)
        return answer

    def tell(self, **request: Any) -> Self:
        """A request that the referee must accept."""
        answer = self.ask(**request)
        assert answer["ok"], answer
        return self

    def play(self, *moves: str) -> Self:
        for move in moves:
            self.tell(do="play", move=move)
        return self

    def refuses(self, *moves: str) -> Self:
        """None of the moves is accepted, and none leaves a trace."""
        before = self.state
        for move in moves:
            answer = self.ask(do="play", move=move)
            assert not answer["ok"], f"{move} was accepted"
            assert answer["error"]["code"] == "illegal-move", answer
            assert self.tell(do="state").state == before
        return self

    @property
    def moves(self) -> set[str]:
        answer = self.ask(do="moves")
        assert answer["ok"], answer
        return set(answer["moves"])

    @property
    def sizes(self) -> list[int]:
        return [len(hand) for hand in self.state["hands"]]

    @property
    def cards(self) -> int:
        """How many cards there are in the whole game."""
        return sum(self.sizes) + len(self.state["pile"]) + len(self.state["stock"])

    def hand(self, seat: int) -> set[str]:
        return set(self.state["hands"][seat])

    def out(self, seat: int) -> str:
        status: str = self.state["out"].get(str(seat), "in")
        return status


Options = dict[str, Any]
Setup = Callable[..., Table]


def declared(over: str) -> set[str]:
    """The over with each suit that may be asked for: `declared("aO")` is aO=h, aO=l, aO=a, aO=b."""
    return {f"{over}={suit}" for suit in SUITS}


def deck(*, start: str, bottom: str, dealt: int = 10) -> list[str]:
    """A pack whose start card, after `dealt` cards, and whose last cards are the given ones."""
    last = bottom.split()
    rest = [card for card in PACK if card != start and card not in last]
    return [*rest[:dealt], start, *rest[dealt:], *last]


def default(**option: Any) -> pytest.MarkDecorator:
    """The test runs twice: `chosen` leaves the option out, and names its default."""
    return pytest.mark.parametrize("chosen", [{}, option], ids=["default", "named"])


def new_game(rulebook: str = "classic", **keys: Any) -> dict[str, Any]:
    """The request for a deal; keywords that are names of options become options."""
    options = {name: value for name, value in keys.items() if name in OPTIONS}
    request = {name: value for name, value in keys.items() if name not in OPTIONS}
    return {"do": "new", "rulebook": rulebook, "options": options} | request


def set_position(rulebook: str = "classic", **keys: Any) -> dict[str, Any]:
    """The request for a position; the stock, unless given, is the rest of the pack."""
    options = {name: value for name, value in keys.items() if name in OPTIONS}
    position = {"turn": 0} | {name: value for name, value in keys.items() if name not in OPTIONS}
    position["hands"] = [hand.split() for hand in keys["hands"]]
    position["pile"] = keys["pile"].split()
    lying = {card for cards in [*position["hands"], position["pile"]] for card in cards}
    unseen = " ".join(card for card in PACK if card not in lying)
    position["stock"] = keys.get("stock", unseen).split()
    if "out" in keys:
        position["out"] = {str(seat): status for seat, status in keys["out"].items()}
    return {"do": "set", "rulebook": rulebook, "options": options, "position": position}


@pytest.fixture
def table() -> Setup:
    """`table(hands=["b7 h9", "a7"], pile="b8", owed=3, seven_cards=2)`: a position and its options."""
    return lambda **keys: Table().tell(**set_position(**keys))


@pytest.fixture
def deal() -> Setup:
    """`deal(players=2, seed=7, hand_size=4)`: a game just dealt."""
    return lambda **keys: Table().tell(**new_game(**keys))
