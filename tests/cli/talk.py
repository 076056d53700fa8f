"""Requests for the referee: sensible ones that follow the game, and what chance makes of them."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from faraon.cards import CARDS
from faraon.cli.referee import Referee
from faraon.match import Match
from faraon.play.game import Game, load
from faraon.testing.positions import random_position

Request = dict[str, Any]

TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("classic", 2, {}),
    ("classic", 3, {}),
    ("classic", 4, {"pajchel": "penalty", "ace_two": "free"}),
    ("classic", 2, {"play_drawn": "on", "voluntary_draw": "off", "pajchel": "penalty"}),
    ("classic", 7, {"recycle": "shuffle", "hand_size": 4}),
    ("classic", 3, {"packs": 3, "groups": "except_aces", "start_special": "always"}),
    ("classic", 2, {"move_limit": 12, "finish_over": "own", "burned": "off"}),
    ("classic", 3, {"starter": "random", "move_limit": 40}),
    ("prsi", 2, {}),
    ("prsi", 4, {"pharaoh": "on", "groups": "on", "red_seven_return": "on"}),
    ("family", 5, {"play_on": "first_out"}),
    ("formal", 2, {}),
    ("formal", 4, {}),
    ("formal-repaired", 3, {}),
    ("draft", 3, {}),
)
"""Few enough to be compiled once."""

NUMBERS = (
    *(
        "0",
        "-0",
        "-1",
        "1",
        "2",
        "7",
        "31",
        "32",
        "96",
        "97",
        "1.0",
        "1e0",
        "0.5",
        "-1e-400",
        "1e308",
        "1e309",
    ),
    *("-1e999", "1E400", "NaN", "Infinity", "-Infinity", "4294967295", "4294967296", "18446744073709551615"),
    *("18446744073709551616", "-9223372036854775809", "1" + "0" * 300, "9" * 400, "9" * 401, "9" * 5000),
    *("00", "01", "+1", "1.", ".5", "0x10", "1_000", "١"),
)
WORDS = (
    *(
        "",
        " ",
        "h7",
        "lU",
        "hh",
        "h7 b7",
        "b7 h7",
        "lO",
        "lO=h",
        "lO=x",
        "h7^0",
        "h7^9",
        "h7^99",
        "h7^-1",
        "h7^١",
    ),
    *(
        "h7^0 h7",
        "h7=h^0",
        "h7  b7",
        " h7",
        "h7 ",
        "H7",
        "h10",
        "draw",
        "stand",
        "pass",
        "concede",
        "DRAW",
        "draw\n",
    ),
    *(
        "h7 h7 h7 h7 h7",
        " ".join(["h7"] * 16),
        " ".join(["h7"] * 17),
        "classic",
        "prsi",
        "on",
        "off",
        "auto",
        "1",
    ),
    *(
        "in",
        "safe",
        "returnable",
        "null",
        "\x00",
        "\ud800",
        "\udc80",
        "\u2028",
        "žaluď",
        "𝔘",
        "a" * 3000,
        "__class__",
    ),
    *("%s%n", "{0}", "'; drop", "\\", '"', "players", "rulebook", "self", "options"),
)
PATHS = (
    *(
        "../../etc/passwd",
        "/etc/passwd",
        "/etc/passwd.far",
        "/dev/zero",
        "/dev/stdin",
        "/dev/zero/x.far",
        "/",
        ".",
    ),
    *(
        "..",
        ".far",
        "/.far",
        "no.far",
        "classic.far",
        "CLASSIC",
        "clasic",
        "classic\x00.far",
        "\ud800.far",
        "~/x.far",
    ),
    *(
        "file:///etc/passwd",
        "a" * 5000 + ".far",
        "x/" * 3000 + "y.far",
        "\\\\server\\x.far",
        "C:\\x.far",
        "*.far",
    ),
)


def odd_files(folder: Path) -> list[str]:
    """Rulebook paths of every kind that a referee should survive."""
    (folder / "house.far").write_text("rulebook house\ninclude classic\nset seven_cards = 2\n")
    (folder / "broken.far").write_text("rulebook broken\nlet = =\n")
    (folder / "wrong.far").write_text("rulebook wrong\noption seven_cards = 3 | 2\nset seven_cards = 17\n")
    (folder / "lost.far").write_text("rulebook lost\ninclude nothing\n")
    (folder / "circle.far").write_text("rulebook circle\ninclude circle\n")
    (folder / "arrow.far").write_text("rulebook arrow\nGame mechanics\n - active\n")
    (folder / "empty.far").write_text("")
    (folder / "deep.far").write_text(f"rulebook deep\nlet x = {'(' * 200}1{')' * 200} == 1\n")
    (folder / "latin.far").write_bytes("rulebook žaluď".encode("latin2"))
    (folder / "badly.far").write_text("rulebook badly\ninclude latin\n")
    (folder / "long.far").write_text("#" + " long" * 60_000)
    (folder / "secret.txt").write_text("let the secret = out\n")
    (folder / "folder.far").mkdir()
    os.mkfifo(folder / "pipe.far")
    (folder / "secret.far").symlink_to(folder / "secret.txt")
    (folder / "zero.far").symlink_to("/dev/zero")
    (folder / "piped.far").symlink_to(folder / "pipe.far")
    (folder / "loop.far").symlink_to(folder / "loop.far")
    (folder / "nowhere.far").symlink_to(folder / "missing.far")
    return [str(path) for path in sorted(folder.iterdir())]


class Talk:
    """A conversation: sensible requests, and mutations of them."""

    def __init__(self, rng: random.Random, files: list[str], tables: int = len(TABLES)) -> None:
        self.rng = rng
        self.files = files
        self.games: list[Game] = [
            load(book, players, **options) for book, players, options in TABLES[:tables]
        ]
        self.made: list[Request] = [{"do": "quit"}]

    # --------------------------------------------------------------------------------------- sensible ones
    def request(self, referee: Referee) -> Request:
        """A request that fits the state of the game."""
        rng, state = self.rng, referee.state
        if rng.random() < (0.4 if state is not None and state.over else 0.03):
            request = self.begin()
        elif referee.match is not None and (state is None or state.over) and rng.random() < 0.8:
            request = self.go_on(referee.match)
        elif state is None and rng.random() < 0.7:
            request = self.begin()
        else:
            kinds = ("play", "judge", "moves", "state", "view", "standings")
            kind = rng.choices(kinds, (20, 6, 2, 2, 4, 1))[0]
            request = {"do": kind}
            if kind in ("play", "judge"):
                request["move"] = self.move(referee)
            elif kind == "view" and rng.random() < 0.9:
                request["seat"] = rng.randrange(-1, state.game.players if state else 2)
        if rng.random() < 0.5:
            request["id"] = rng.choice((7, None, "x", [1, {"a": None}], -1.5, True, "ľ\u2028"))
        self.made = [*self.made[-20:], request]
        return request

    def go_on(self, match: Match) -> Request:
        """What a match waits for."""
        rng = self.rng
        if match.over:
            return {"do": "standings"}
        if match.asked:
            return {"do": "beggar", "seat": match.asked[0], "ask": rng.random() < 0.5}
        return {"do": "deal", "seed": rng.getrandbits(64), **({"lot": 7} if rng.random() < 0.2 else {})}

    def begin(self) -> Request:
        rng = self.rng
        which = rng.randrange(len(self.games))
        game = self.games[which]
        book, players, options = TABLES[which]
        if rng.random() < 0.2:
            kind = rng.choice(("single", "series", "series", "olympic", "olympic"))
            request = {
                "do": "match",
                "rulebook": book,
                "players": players,
                "options": dict(options),
                "kind": kind,
            }
            return request | ({"games": rng.randint(1, 9)} if kind == "series" else {})
        if rng.random() < 0.4:
            position = random_position(game, rng).to_json()
            return {"do": "set", "rulebook": book, "options": dict(options), "position": position}
        request = {"do": "new", "rulebook": book, "players": players, "options": dict(options)}
        if rng.random() < 0.7:
            request["seed"] = rng.getrandbits(64)
        else:
            deck = [card.name for card in CARDS] * game.packs()
            rng.shuffle(deck)
            request["deck"] = deck
        if rng.random() < 0.3:
            request["first"] = rng.randrange(players)
        if rng.random() < 0.2:
            most = rng.choice((4, 4, 5, 30))
            request["hand_sizes"] = [rng.randint(1, most) for _ in range(players)]
        return request

    def move(self, referee: Referee) -> str:
        rng = self.rng
        moves = referee.state.moves() if referee.state is not None else ()
        if moves and rng.random() < 0.85:
            return str(rng.choice(moves))
        cards = " ".join(rng.choice(CARDS).name for _ in range(rng.choice((1, 1, 1, 2, 3, 4, 5))))
        return cards + rng.choice(("", "", "", "=h", "=b", "^0", "^1", "^14"))

    # ------------------------------------------------------------------------------------------- mutations
    def junk(self, depth: int = 0) -> Any:
        """A JSON value that means nothing here."""
        rng = self.rng
        if depth < 3 and rng.random() < 0.25:
            if rng.random() < 0.5:
                return [self.junk(depth + 1) for _ in range(rng.randrange(4))]
            return {str(self.junk(9))[:50]: self.junk(depth + 1) for _ in range(rng.randrange(4))}
        return rng.choice(
            (
                *(None, True, False, 0, 1, -1, 2, 14, 15, 16, 97, 0.0, 1.5, -2.0, 1e308, 2**31, 2**64 - 1),
                *(
                    2**64,
                    10**300,
                    rng.getrandbits(64),
                    rng.choice(WORDS),
                    rng.choice(WORDS),
                    rng.choice(WORDS),
                ),
                *(rng.choice(CARDS).name, rng.choice(PATHS), [[]] * 40, {}, []),
            )
        )

    def mutated(self, request: Request) -> Request:
        """The request with some of its parts changed, lost, doubled or moved."""
        request = json.loads(json.dumps(request))
        if self.rng.random() < 0.15 and request.get("do") in ("new", "set", "match"):
            request["rulebook"] = self.rng.choice((*self.files, *PATHS))
            return request
        for _ in range(self.rng.choice((1, 1, 1, 2, 5))):
            holder = self.rng.choice(_containers(request))
            self.rng.choice(CHANGES)(self, holder)
        return request

    def line(self, referee: Referee) -> bytes:
        """One line: sensible, mutated, mutated in its bytes, or nonsense."""
        rng = self.rng
        chance = rng.random()
        if chance < 0.02:
            return rng.randbytes(rng.choice((0, 1, 5, 60, 2000))).replace(b"\n", b"")
        if chance < 0.05:
            return _written(self.junk(), rng)
        request = self.request(referee)
        if chance < 0.40:
            return _written(request, rng)
        if rng.random() < 0.4:
            request = self.begin()
        if chance < 0.80:
            return _written(self.mutated(request), rng)
        return self.spoilt(_written(self.mutated(request) if chance < 0.85 else request, rng))

    def spoilt(self, line: bytes) -> bytes:
        """The line with some bytes changed."""
        rng = self.rng
        for _ in range(rng.choice((1, 1, 2, 4))):
            at, to = sorted((rng.randint(0, len(line)), rng.randint(0, len(line))))
            to = min(to, at + rng.choice((1, 3, 20, 500)))
            piece = rng.choice(
                (
                    *(
                        b"",
                        b"",
                        bytes([rng.randrange(256)]),
                        line[at:to] * 2,
                        b"\x00",
                        b"\xff\xfe",
                        b"\xed\xa0\x80",
                    ),
                    *(
                        rng.choice(NUMBERS).encode(),
                        rng.choice(NUMBERS).encode(),
                        b'"',
                        b"{",
                        b"]",
                        b",",
                        b"\\u",
                    ),
                    *(
                        b'"do":"quit",',
                        b'"id":1,"id":2,',
                        b"[" * rng.choice((3, 150, 5000)),
                        b"\r",
                        b"\x0b",
                        b"\xc2\x85",
                    ),
                )
            )
            line = line[:at] + piece + line[to:]
        if rng.random() < 0.3:  # a number written strangely
            digits = [k for k, byte in enumerate(line) if 48 <= byte <= 57]
            if digits:
                at = rng.choice(digits)
                line = line[:at] + rng.choice(NUMBERS).encode() + line[at + 1 :]
        return line.replace(b"\n", b"")


def _written(value: Any, rng: random.Random) -> bytes:
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    return text.encode("utf-8", "backslashreplace")


def _containers(value: Any) -> list[Any]:
    """All lists and objects in a value, itself first."""
    found = [value]
    for one in found:
        inner = one.values() if isinstance(one, dict) else one
        found.extend(part for part in inner if isinstance(part, dict | list))
    return found


# A change of one list or object.


def _replace(talk: Talk, holder: Any) -> None:
    if holder:
        holder[talk.rng.choice(_keys(holder))] = talk.junk()


def _drop(talk: Talk, holder: Any) -> None:
    if holder:
        del holder[talk.rng.choice(_keys(holder))]


def _double(talk: Talk, holder: Any) -> None:
    if isinstance(holder, list) and holder:
        holder.insert(talk.rng.randint(0, len(holder)), talk.rng.choice(holder))
    elif holder:
        holder[talk.rng.choice(("id", "move", "seat", "owed", "1"))] = talk.rng.choice(list(holder.values()))


def _add(talk: Talk, holder: Any) -> None:
    if isinstance(holder, list):
        holder.insert(talk.rng.randint(0, len(holder)), talk.junk())
    else:
        names = (
            "do",
            "id",
            "move",
            "seat",
            "players",
            "seed",
            "deck",
            "first",
            "options",
            "position",
            "chance",
            "0",
        )
        holder[talk.rng.choice((*names, str(talk.junk(9))[:60]))] = talk.junk()


def _rename(talk: Talk, holder: Any) -> None:
    if isinstance(holder, dict) and holder:
        key = talk.rng.choice(list(holder))
        holder[talk.rng.choice((key[:-1], key + "s", key.upper(), key[::-1]))] = holder.pop(key)


def _reorder(talk: Talk, holder: Any) -> None:
    if isinstance(holder, list):
        talk.rng.shuffle(holder)
    else:
        values = list(holder.values())
        talk.rng.shuffle(values)
        holder.update(zip(list(holder), values, strict=True))


def _borrow(talk: Talk, holder: Any) -> None:
    """Something from an earlier request."""
    other = json.loads(json.dumps(talk.rng.choice(talk.made)))
    if isinstance(holder, dict):
        holder.update({key: value for key, value in other.items() if talk.rng.random() < 0.5})
    else:
        holder.append(other)


def _wrap(talk: Talk, holder: Any) -> None:
    if holder:
        key = talk.rng.choice(_keys(holder))
        for _ in range(talk.rng.choice((1, 1, 3, 95, 110, 150))):
            holder[key] = [holder[key]] if talk.rng.random() < 0.5 else {"do": holder[key]}


def _near(talk: Talk, holder: Any) -> None:
    """Another value of the same kind."""
    if not holder:
        return
    key = talk.rng.choice(_keys(holder))
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = value + talk.rng.choice((-1, 1, 2, 100))
    elif isinstance(value, str):
        holder[key] = talk.rng.choice(
            (talk.rng.choice(CARDS).name, *"hlab", "in", "safe", "returnable", value * 2)
        )


def _keys(holder: Any) -> list[Any]:
    return list(holder) if isinstance(holder, dict) else list(range(len(holder)))


CHANGES: tuple[Callable[[Talk, Any], None], ...] = (
    *(_replace, _replace, _drop, _double, _add, _rename, _reorder, _borrow, _wrap, _near, _near, _near),
)
