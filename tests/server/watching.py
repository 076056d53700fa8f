"""What a seat may know, stated apart from the server: every text that it was sent is held against it.

A seat may know its own hand, the cards that it drew, all cards that were laid (also those that were taken
back after a foul), what the deal showed from the bottom of the stock, and the pile. Nothing else may be named
anywhere, in notation or in words; and no secret before the end of its game, no salt of others before the
deal, no token and no hash of one.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from faraon.play.state import State
from tests.server.person import Person
from tests.server.truth import Moment, Truth

VALUES = dict(zip(("seven", "eight", "nine", "ten", "under", "over", "king", "ace"), "789XUOKA", strict=True))
SUITS = {"hearts": "h", "leaves": "l", "acorns": "a", "bells": "b"}
HODNOTY = dict(zip(("sedm", "osm", "deviatk", "desiatk", "dolník", "horník", "kráľ", "es"), "789XUOKA",
                   strict=True))  # fmt: skip
FARBY = {"červen": "h", "zeleňov": "l", "žaluďov": "a", "guľov": "b"}

NOTATION = re.compile(r"(?<![A-Za-z0-9])([hlab][789XUOKA])(?![A-Za-z0-9])")
ENGLISH = re.compile(rf"\b({'|'.join(VALUES)})s? of ({'|'.join(SUITS)})\b", re.IGNORECASE)
SLOVAK = re.compile(rf"\b({'|'.join(FARBY)})\w*\s+({'|'.join(HODNOTY)})", re.IGNORECASE)

VIEW = [
    "position", "seat", "table", "hand", "sizes", "pile", "pile_size", "stock_size", "turn",
    "situation", "out", "over", "loser", "places", "drawn", "why", "moves_made",
    "moves", "fouls", "covers", "claim", "can_undo", "casual", "deadline", "variables",
]  # fmt: skip
SITUATION = ["suit", "declared", "any_card", "debt", "owed", "stop", "again", "notes"]
"""All that a view holds; whoever adds something must say here who may know it."""
NAMED_IN_RULES = {"h7", "lU"}
"""The red seven and the Pharaoh are spoken of in the rules themselves."""
EXAMPLES = re.compile(r"(as|ako) lO=h|cards as 'b8 h8', 'lO=h', 'h7\^2'")
"""How moves are written, said with the same cards to everybody."""


def cards_in(text: str) -> set[str]:
    """Every card that a text names, in notation or in words."""
    found = set(NOTATION.findall(text))
    found |= {SUITS[suit.lower()] + VALUES[value.lower()] for value, suit in ENGLISH.findall(text)}
    found |= {FARBY[suit.lower()] + HODNOTY[value.lower()] for suit, value in SLOVAK.findall(text)}
    return found


def _without_the_end(line: dict[str, Any], state: State | None) -> dict[str, Any]:
    """A line without why the game ended: it names cards of the rules, and the game is over."""
    ended = () if state is None else state.why_over()
    for language in ("en", "sk"):
        for reason in ended:
            said = (reason.en if language == "en" else reason.sk)[1:].removesuffix(".")
            line = {**line, language: line[language].replace(said, "")}
            if line["pieces"]:
                pieces = line["pieces"][language]
                left = [one.replace(said, "") if isinstance(one, str) else one for one in pieces]
                line["pieces"] = {**line["pieces"], language: left}
    return line


def texts(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a message, keys included, with where it stands (places in lists left out)."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list):
        for one in value:
            yield from texts(one, path)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield f"{path}.{key}:key".lstrip("."), key
            yield from texts(one, f"{path}.{key}".lstrip("."))


class Watch:
    """One person's messages against the truth about the table."""

    def __init__(self, person: Person, truth: Truth, said: set[str], tokens: Sequence[str]) -> None:
        self.person, self.truth, self.said = person, truth, said
        """``said`` are the texts of the rulebooks, which are the same for everybody."""
        self.seat = -1 if person.you is None else person.you
        self.tokens = [*tokens, *truth.hashes]
        self.n = 0
        """The last event that the person had been sent."""
        self.kinds: Counter[str] = Counter()

    def check_all(self) -> None:
        connection = 0
        for number, text in self.person.frames:
            if number != connection:
                connection, self.n = number, 0
            message = json.loads(text)
            if message["type"] in ("welcome", "happened"):
                self.n = message["n"]
            self._secrets(text)
            self._message(message)
            self.kinds[message["type"]] += 1

    def _leak(self, where: str, cards: object) -> None:
        raise AssertionError(f"seat {self.seat} learned {cards} from {where} at event {self.n}")

    def _secrets(self, text: str) -> None:
        for secret in self.truth.hidden_secrets(self.n):
            if secret in text:
                self._leak("a message", "the secret of the deal")
        for token in self.tokens:
            if token in text:
                self._leak("a message", "a token")
        if "salt" in text:
            for moment in self.truth.moments.values():
                salted = moment.kind == "salt" and moment.event["seat"] != self.seat
                if salted and moment.event["salt"] in text and not self._dealt_since(moment.n):
                    self._leak("a message", "somebody's salt before the deal")

    def _dealt_since(self, n: int) -> bool:
        return any(self.truth.moments[one].kind == "dealt" for one in range(n + 1, self.n + 1))

    # ------------------------------------------------------------------------------------------- messages
    def _message(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome":
                for missed in message.pop("missed"):
                    self._happened(missed)
                for line in message.pop("lines"):
                    self._line(line, self.truth.moments[line["n"]])
                self._view(message.pop("view"), self.truth.moments[self.n])
                self._fair(message.get("fair"))
                self._nothing_else(message)
            case "happened":
                self._happened(message)
            case "judged" | "refused" | "hinted":
                self._answer(message)
            case "looked":
                self._view(message["view"], self.truth.moments[message["n"]])
            case _:
                self._nothing_else(message)

    def _happened(self, message: dict[str, Any]) -> None:
        moment = self.truth.moments[message["n"]]
        self._line(message.pop("line"), moment)
        view = message.pop("view")
        assert (view is not None) == moment.touched
        if view is not None:
            self._view(view, moment)
        self._what(message.pop("what"), moment)
        self._fair(message.get("fair"))
        self._nothing_else(message)

    def _nothing_else(self, message: dict[str, Any]) -> None:
        """No card in what is left of a message; the deck of a fair deal was looked at already."""
        for path, text in texts(message):
            if path in ("fair.deck", "fair.shuffles", "table.id", "fair.label") or text in self.said:
                continue
            if cards := cards_in(text):
                self._leak(path, cards)

    def _fair(self, fair: dict[str, Any] | None) -> None:
        if fair is None:
            return
        ended = any(
            one.game == fair["game"] and one.state is not None and one.state.over
            for one in map(self.truth.moments.get, range(1, self.n + 1))
            if one is not None
        )
        if not ended and any(fair[key] is not None for key in ("secret", "deck", "shuffles")):
            self._leak("fair", "the deck")
        if fair["deck"] is not None:
            assert tuple(fair["deck"]) == self.truth.decks[fair["game"] - 1]
            assert fair["shuffles"] == self.truth.shuffles[fair["game"] - 1]

    # ----------------------------------------------------------------------------------------------- a view
    def _view(self, view: dict[str, Any] | None, moment: Moment) -> None:
        state = moment.state
        if view is None:
            assert state is None
            return
        assert state is not None
        assert list(view) == VIEW
        assert list(view["situation"]) == SITUATION
        position = state.position
        hand = [card.name for card in moment.hand(self.seat)]
        pile = moment.pile(self.seat)
        assert Counter(view["hand"]) == Counter(hand), f"the hand of {self.seat} at {moment.n}"
        assert view["pile"] == pile[-len(view["pile"]) :]
        assert view["sizes"] == [len(one) for one in position.hands]
        assert (view["pile_size"], view["stock_size"]) == (len(pile), len(position.stock))
        assert view["turn"] == position.turn
        mine = moment.players.index(self.seat) if self.seat in moment.players else None
        assert view["seat"] == mine
        if mine != position.turn:
            assert view["moves"] == [], "only the player on turn is told the moves"
        for move in view["moves"]:
            if cards := cards_in(move) - set(hand):
                self._leak("moves", cards)
        own = {view["variables"].get("drawn")} if mine == position.turn else set()
        for path, text in texts(view["variables"]):
            if cards := cards_in(text) - (own & set(hand)):
                self._leak(f"variables {path}", cards)
        for key in VIEW:
            if key == "why":
                assert position.over or not view[key], "why it ended is told when it has"
            elif key not in ("hand", "pile", "moves", "variables"):
                for path, text in texts(view[key], key):
                    if cards := cards_in(text):
                        self._leak(path, cards)

    # --------------------------------------------------------------------------------------------- an event
    def _what(self, what: dict[str, Any], moment: Moment) -> None:
        events = what.pop("events", [])
        move = what.pop("move", "")
        assert move == moment.seen_move(self.seat)
        drawn: Counter[str] = Counter()
        for event in events:
            self._card_event(event, moment)
            drawn.update(event["cards"] or () if event["kind"] == "draw" else ())
        assert drawn == moment.gained(self.seat), f"what {self.seat} drew at {moment.n}"
        for path, text in texts(what):
            if cards := cards_in(text):
                self._leak(path, cards)

    def _card_event(self, event: dict[str, Any], moment: Moment) -> None:
        cards, kind = event["cards"], event["kind"]
        if kind == "draw":
            mine = moment.players.index(self.seat) if self.seat in moment.players else None
            if event["seat"] != mine:
                assert cards is None, f"seat {self.seat} learned what {event['seat']} drew: {cards}"
        elif kind == "shuffle":
            assert cards is None, "nobody knows the order of a shuffled pile"
        elif kind == "turn":
            assert moment.before is not None
            turned = moment.before.position
            if (
                moment.move == "check"
            ):  # a lie is taken back, and what was true lies open, before anybody draws
                assert turned.claim is not None
                start = len(turned.claim.before.pile)
                own = range(start, start + len(moment.revealed))
                there = [card.name for card in turned.pile[own.start : own.stop]] == moment.revealed
                turned = turned.claim.before if moment.caught else turned  # else its owner may have laid on
                shown = own if there and not moment.caught else ()
                covered = [place for place, _ in turned.covered if place not in shown]
            else:
                covered = [place for place, _ in turned.covered]
            if covered or moment.covers:
                assert cards is None, "nobody is told of a pile in which cards lie covered"
                return
            pile = [card.name for card in turned.pile]
            pile += moment.laid if not moment.foul else []
            assert cards == pile[:-1], "everybody saw the pile that is turned"
        elif kind == "show":
            assert set(cards) <= moment.shown, "the bottom of the stock is shown at the deal alone"
        elif kind == "foul":
            assert cards == moment.laid
        elif kind == "cover":
            assert cards == (moment.laid[:-1] if moment.mine(self.seat) else None)
        elif kind in ("true", "lie"):
            assert cards == moment.revealed
        else:
            raise AssertionError(f"who may know what a {kind} is?")

    def _line(self, line: dict[str, Any] | None, moment: Moment) -> None:
        if line is None:
            return
        may = {*moment.seen_laid(self.seat), *moment.revealed, *moment.gained(self.seat), *moment.shown}
        for path, text in texts(_without_the_end(line, moment.state), "line"):
            if cards := cards_in(text) - may:
                self._leak(path, cards)

    # -------------------------------------------------------------------------------------------- an answer
    def _answer(self, message: dict[str, Any]) -> None:
        """An answer may speak of what was asked about, of the own hand and of the pile."""
        then, request = self.person.asked[message["id"]] if message["id"] != "hello" else (self.n, {})
        may = cards_in(str(request.get("move", ""))) | NAMED_IN_RULES
        for n in {then, self.n, request.get("position", self.n)} - {0}:
            moment = self.truth.moments[n]
            may |= {card.name for card in moment.hand(self.seat)}
            if moment.state is not None:
                may |= {card for card in moment.pile(self.seat) if card is not None}
        for path, text in texts(message):
            if path != "id" and (cards := cards_in(EXAMPLES.sub("", text)) - may):
                self._leak(f"{message['type']} {path} ({text})", cards)
        if message["type"] == "hinted":
            hand = {card.name for card in self.truth.moments[request["position"]].hand(self.seat)}
            assert cards_in(message["move"]) <= hand


def says(info: dict[str, Any]) -> set[str]:
    """The texts of rulebooks and options, as everybody may read them."""
    return {text for _, text in texts(info["rulebooks"])}
