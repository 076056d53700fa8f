"""The referee's protocol: every request, every key of every answer, every error."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from faraon.cards import CARDS
from faraon.cli.lines import DEEPEST, LONGEST_LINE
from faraon.cli.referee import Referee
from faraon.engines.errors import CODES
from faraon.lang.library import shipped
from faraon.play.game import load
from faraon.testing.positions import random_position

Request = dict[str, Any]
Answer = dict[str, Any]

PACK = [card.name for card in CARDS]
POSITION: Request = {
    "hands": [["b7", "h9", "lK"], ["a7", "hX", "b9"]],
    "pile": ["b8"],
    "stock": ["l8", "l9", "lX", "a8"],
    "turn": 0,
}
STATE_KEYS = [
    *("hands", "pile", "stock", "turn", "suit", "owed", "ace", "ace_by", "free", "burn", "drawn"),
    *("out", "over", "loser", "places", "moves_made"),
]
VIEW_KEYS = [
    *("seat", "hand", "sizes", "pile", "stock_size", "turn", "suit", "owed", "ace", "ace_by", "free", "burn"),
    *("drawn", "out", "over", "loser", "places", "moves_made", "known", "log", "moves"),
]


class Client:
    """Somebody who talks to a referee."""

    def __init__(self) -> None:
        self.referee = Referee()

    def send(self, line: str | bytes) -> Answer:
        written = self.referee.answer(line)
        assert len(written.splitlines()) == 1
        answer: Answer = json.loads(written)
        return answer

    def ask(self, do: str, **keys: Any) -> Answer:
        return self.send(json.dumps({"do": do, **keys}))

    def ok(self, do: str, **keys: Any) -> Answer:
        """The answer to a request that must be accepted."""
        answer = self.ask(do, **keys)
        assert answer["ok"] is True, answer
        return answer

    def state(self) -> Answer:
        state: Answer = self.ok("state")["state"]
        return state


@pytest.fixture
def client() -> Client:
    """A referee without a game."""
    return Client()


@pytest.fixture
def table(client: Client) -> Client:
    """A referee with the small position above."""
    client.ok("set", position=POSITION)
    return client


# ------------------------------------------------------------------------------------------------------ new


def test_new_answers_with_the_state_and_nothing_else(client: Client) -> None:
    answer = client.ok("new", rulebook="classic", players=3, options={}, seed=7)
    assert list(answer) == ["ok", "state"]
    assert list(answer["state"]) == STATE_KEYS
    assert [len(hand) for hand in answer["state"]["hands"]] == [5, 5, 5]
    assert len(answer["state"]["pile"]) == 1
    assert answer["state"]["turn"] == answer["state"]["moves_made"] == 0
    assert sorted(
        sum(answer["state"]["hands"], answer["state"]["pile"] + answer["state"]["stock"])
    ) == sorted(PACK)


def test_new_needs_only_a_seed(client: Client) -> None:
    short = client.ok("new", seed=7)
    full = client.ok("new", rulebook="classic", players=2, options={}, seed=7, first=0, hand_sizes=[5, 5])
    assert short == full


def test_the_same_seed_is_the_same_deal(client: Client) -> None:
    deals = [client.ok("new", seed=seed) for seed in (7, 8, 7, 0, 2**64 - 1)]
    assert deals[0] == deals[2]
    assert len({json.dumps(deal) for deal in deals}) == 4


def test_a_deck_is_dealt_card_by_card_from_the_seat_that_starts(client: Client) -> None:
    state = client.ok("new", players=3, deck=PACK, first=1, hand_sizes=[2, 1, 3])["state"]
    assert state["hands"] == [["a7", "h8"], ["h7"], ["l7", "b7", "l8"]]
    assert state["pile"] == ["a8"]
    assert state["stock"] == PACK[7:]
    assert state["turn"] == 1


def test_more_players_take_more_packs(client: Client) -> None:
    state = client.ok("new", players=6, deck=PACK * 2)["state"]
    assert len(state["stock"]) == 64 - 30 - 1


@pytest.mark.parametrize("rulebook", shipped())
def test_every_shipped_rulebook_can_be_dealt(client: Client, rulebook: str) -> None:
    state = client.ok("new", rulebook=rulebook, seed=1)["state"]
    assert ("chance" in state) == load(rulebook).bound.shuffled


def test_null_is_as_good_as_nothing_for_seed_deck_and_hand_sizes(client: Client) -> None:
    expected = client.ok("new", seed=3)
    assert client.ok("new", seed=3, deck=None, hand_sizes=None) == expected
    assert client.ok("new", seed=None, deck=PACK)


def test_numbers_may_not_be_written_as_fractions(client: Client) -> None:
    for key, value in {"seed": 7.0, "players": 2.0, "first": 0.0, "hand_sizes": [5.0, 5]}.items():
        assert not client.ask("new", **{"seed": 7, key: value})["ok"], key


# ------------------------------------------------------------------------------------------------------ set


def test_set_fills_in_the_ordinary_values(client: Client) -> None:
    answer = client.ok("set", position=POSITION)
    assert list(answer) == ["ok", "state"]
    assert list(answer["state"]) == STATE_KEYS
    assert answer["state"] == {
        **POSITION,
        "hands": [["b7", "h9", "lK"], ["a7", "b9", "hX"]],
        "suit": "b",
        "owed": 0,
        "ace": 0,
        "ace_by": None,
        "free": False,
        "burn": False,
        "drawn": None,
        "out": {},
        "over": False,
        "loser": None,
        "places": [],
        "moves_made": 0,
    }


def test_set_takes_the_rulebook_and_options(client: Client) -> None:
    client.ok("set", rulebook="prsi", options={"groups": "on", "seven_cards": 3}, position=POSITION)
    assert client.ok("play", move="b7")["state"]["owed"] == 3


def test_an_empty_hand_is_safe_unless_out_says_more(client: Client) -> None:
    hands = [["b7", "h9"], [], [], ["lX"]]
    position = {**POSITION, "hands": hands, "stock": [], "out": {"2": "returnable", "0": "in"}}
    assert client.ok("set", position=position)["state"]["out"] == {"1": "safe", "2": "returnable"}


def test_a_given_position_may_be_over(client: Client) -> None:
    position = {**POSITION, "over": True, "loser": 1}
    state = client.ok("set", position=position)["state"]
    assert (state["over"], state["loser"]) == (True, 1)
    assert client.ok("moves")["moves"] == []
    assert client.ask("play", move="draw")["error"]["code"] == "illegal-move"


def test_the_rulebook_may_find_that_a_position_is_over(client: Client) -> None:
    state = client.ok("set", position={**POSITION, "hands": [["b7"], []]})["state"]
    assert (state["over"], state["loser"]) == (True, 0)


@pytest.mark.parametrize(
    ("rulebook", "players", "options"),
    [
        ("classic", 2, {}),
        ("classic", 5, {"play_drawn": "on", "pajchel": "penalty"}),
        ("classic", 3, {"packs": 3}),
        ("prsi", 4, {}),
        ("family", 7, {}),
    ],
)
def test_every_state_can_be_set_again(rulebook: str, players: int, options: dict[str, Any]) -> None:
    rng = random.Random(f"{rulebook} {players}")
    game, client = load(rulebook, players, **options), Client()
    for _ in range(40):
        state = random_position(game, rng)
        for _ in range(rng.randrange(8)):
            if not state.over:
                state = state.play(rng.choice(state.moves()))
        told = client.ok("set", rulebook=rulebook, options=options, position=state.to_json())["state"]
        assert told == state.to_json()


def test_a_deal_of_more_cards_than_usual_can_be_set_again(client: Client) -> None:
    state = client.ok("new", seed=1, hand_sizes=[20, 20])["state"]
    assert client.ok("set", position=state)["state"] == state


# ------------------------------------------------------------------------------------------ moves and judge


def test_moves_are_every_ordered_group_every_suit_and_every_returnable_player(client: Client) -> None:
    hands = [["b7", "h7", "lO"], [], ["a9"], []]
    out = {"1": "returnable", "3": "returnable"}
    client.ok("set", position={**POSITION, "hands": hands, "out": out})
    answer = client.ok("moves")
    assert list(answer) == ["ok", "moves"]
    assert answer["moves"] == [
        *("b7", "b7 h7", "lO=h", "lO=l", "lO=a", "lO=b", "h7^1", "h7^3", "draw"),
    ]


def test_judge_names_the_rule_and_what_follows(table: Client) -> None:
    answer = table.ok("judge", move="b7")
    assert list(answer) == ["ok", "legal", "rule", "reasons"]
    assert (answer["legal"], answer["rule"]) == (True, "lay")
    assert [list(reason) for reason in answer["reasons"]] == [["rule", "paragraph", "en", "sk"]] * 4
    assert [reason["rule"] for reason in answer["reasons"]] == ["lay", "colour", "sevens", "turn"]
    assert answer["reasons"][2]["paragraph"] == "§14"
    assert "3 cards" in answer["reasons"][2]["en"]
    assert "3 karty" in answer["reasons"][2]["sk"]


def test_judge_says_why_not(table: Client) -> None:
    before = table.state()
    answer = table.ok("judge", move="lK")
    assert list(answer) == ["ok", "legal", "rule", "reasons"]
    assert (answer["legal"], answer["rule"]) == (False, None)
    assert list(answer["reasons"][0]) == ["rule", "paragraph", "en", "sk"]
    assert answer["reasons"][0]["en"].startswith("The king of leaves does not fit")
    assert answer["reasons"][0]["sk"].startswith("Zeleňový kráľ sa nehodí")
    assert table.state() == before


# --------------------------------------------------------------------------------------- play, state, quit


def test_play_answers_with_the_new_state(table: Client) -> None:
    answer = table.ok("play", move="b7")
    assert list(answer) == ["ok", "state"]
    assert (answer["state"]["turn"], answer["state"]["owed"]) == (1, 3)
    assert table.state() == answer["state"]


def test_play_says_when_a_lay_was_punished(client: Client) -> None:
    client.ok("set", position=POSITION, options={"pajchel": "penalty"})
    assert client.ok("judge", move="lK")["legal"] is False
    answer = client.ok("play", move="lK")
    assert list(answer) == ["ok", "state", "foul"]
    assert answer["foul"] is True
    assert answer["state"]["hands"][0] == sorted(["b7", "h9", "lK", "l8", "l9", "lX"], key=PACK.index)
    assert list(client.ok("play", move="draw")) == ["ok", "state"]


def test_state_asks_for_nothing(table: Client) -> None:
    assert list(table.ok("state")) == ["ok", "state"]


def test_a_whole_game(client: Client) -> None:
    rng = random.Random(5)
    client.ok("new", players=4, seed=11)
    while not client.state()["over"]:
        moves = client.ok("moves")["moves"]
        client.ok("play", move=rng.choice(moves))
    state = client.state()
    assert client.ok("moves")["moves"] == []
    assert len(state["places"]) == 3
    assert state["loser"] not in state["places"]


def test_quit_says_goodbye(client: Client) -> None:
    assert client.ok("quit") == {"ok": True}
    assert client.referee.finished


# -------------------------------------------------------------------------------------------------- matches

MATCH_KEYS = [
    *("kind", "games", "players", "game", "table", "hand_sizes", "starter", "asked", "standings", "over"),
    "winners",
]


def test_the_requests_of_a_match_answer_with_exactly_these_keys(client: Client) -> None:
    begun = client.ok("match")
    assert begun == client.ok("match", kind="single", games=1, rulebook="classic", players=2, options={})
    assert list(begun) == ["ok", "match"]
    assert list(begun["match"]) == MATCH_KEYS
    assert [list(line) for line in begun["match"]["standings"]] == [["seat", "losses", "out", "won"]] * 2
    assert client.ask("state")["error"]["code"] == "no-game"
    dealt = client.ok("deal", seed=7)
    assert list(dealt) == ["ok", "state", "match"]
    assert dealt["state"] == Client().ok("new", seed=7)["state"]
    assert list(client.ok("standings")) == ["ok", "match"]
    answer: Answer = {}
    while not client.state()["over"]:
        assert list(answer) in ([], ["ok", "state"])
        answer = client.ok("play", move=client.ok("moves")["moves"][0])
    assert list(answer) == ["ok", "state", "match"]
    assert answer["match"]["over"] is True
    assert client.ask("play", move="draw")["error"]["code"] == "illegal-move"


def test_an_olympic_match_also_tells_cards_and_beggars(client: Client) -> None:
    match = client.ok("match", kind="olympic", players=3)["match"]
    assert [list(line) for line in match["standings"]] == [
        ["seat", "losses", "cards", "beggar", "out", "won"]
    ] * 3


@pytest.mark.parametrize("seed", ["x", 1.5, [1], True, -1, 2**64, None])
def test_a_lot_needs_a_number(client: Client, seed: Any) -> None:
    """After the first game of a match the lot may decide who starts, and it comes from the seed."""
    client.ok("match", kind="series", games=3, options={"starter": "random"})
    client.ok("deal", seed=1)
    while not client.state()["over"]:
        client.ok("play", move=client.ok("moves")["moves"][0])
    standings = client.ok("standings")
    assert standings["match"]["starter"] is None
    assert client.ask("deal", seed=seed)["error"]["code"] in ("bad-request", "bad-match")
    assert client.ok("standings") == standings
    assert client.ok("deal", seed=5)["state"] == client.state()


# ----------------------------------------------------------------------------------------------------- view


def test_a_view_has_exactly_these_keys(client: Client) -> None:
    client.ok("new", players=3, seed=7)
    answer = client.ok("view", seat=1)
    assert list(answer) == ["ok", "view"]
    assert list(answer["view"]) == VIEW_KEYS
    assert list(answer["view"]["known"]) == ["hands", "stock"]
    assert list(answer["view"]["known"]["hands"]) == ["0", "2"]


def test_a_view_is_of_seat_0_unless_asked_otherwise(table: Client) -> None:
    assert table.ok("view") == table.ok("view", seat=0)


def test_only_the_seat_on_turn_sees_moves(table: Client) -> None:
    assert table.ok("view", seat=0)["view"]["moves"] == table.ok("moves")["moves"]
    assert table.ok("view", seat=1)["view"]["moves"] == []


def test_a_view_shows_no_hidden_card(table: Client) -> None:
    view = table.ok("view", seat=1)["view"]
    assert view["hand"] == ["a7", "b9", "hX"]
    assert view["sizes"] == [3, 3]
    assert view["stock_size"] == 4
    assert view["known"] == {"hands": {"0": []}, "stock": [None] * 4}


def test_a_spectator_sits_at_seat_minus_one(table: Client) -> None:
    view = table.ok("view", seat=-1)["view"]
    assert (view["seat"], view["hand"], view["moves"]) == (-1, [], [])
    assert list(view["known"]["hands"]) == ["0", "1"]


def test_the_log_shows_a_draw_to_the_one_who_drew(table: Client) -> None:
    table.ok("play", move="draw")
    draw = {"kind": "draw", "seat": 0, "count": 1}
    assert table.ok("view", seat=0)["view"]["log"] == [
        {"seat": 0, "move": "draw", "events": [{**draw, "cards": ["l8"]}]}
    ]
    assert table.ok("view", seat=1)["view"]["log"] == [{"seat": 0, "move": "draw", "events": [draw]}]


# ------------------------------------------------------------------------------------------------------- id

IDS: list[Any] = [
    *(
        0,
        1,
        -1,
        10**30,
        1.5,
        1e300,
        True,
        False,
        None,
        "",
        "x",
        "ž 🂡",
        "\u2028\u2029\x85\x0b",
        "\x00",
        "\ud800",
        "\udfff",
    ),
    *([], {}, [1, [2, [3]]], {"id": {"id": None}}, "x" * 1000, ["\ud800", {"\udc00": 1}]),
]


@pytest.mark.parametrize("id_", IDS, ids=[ascii(one)[:20] for one in IDS])
def test_any_id_is_echoed(table: Client, id_: Any) -> None:
    for do, more in (("moves", {}), ("play", {"move": "hA"}), ("no such", {}), ("new", {}), ("quit", {})):
        answer = table.ask(do, id=id_, **more)
        assert answer["id"] == id_
        assert type(answer["id"]) is type(id_)


def test_no_id_no_echo(table: Client) -> None:
    assert "id" not in table.ok("moves")
    assert "id" not in table.ask("play", move="hA")


def test_an_id_as_deep_as_a_line_may_be_is_echoed(client: Client) -> None:
    deep = "[" * (DEEPEST - 1) + "]" * (DEEPEST - 1)
    assert client.send(f'{{"do":"quit","id":{deep}}}')["id"] == json.loads(deep)
    assert client.send(f'{{"do":"quit","id":[{deep}]}}')["error"]["code"] == "bad-json"


def test_a_line_that_cannot_be_read_has_no_id(client: Client) -> None:
    assert list(client.send('{"id": 1, "do": ')) == ["ok", "error"]


def test_an_answer_is_utf_8_whatever_the_id(client: Client) -> None:
    client.referee.answer('{"do": "moves", "id": "\\ud83d"}').encode("utf-8")


# --------------------------------------------------------------------------------------------------- errors


def new(**keys: Any) -> str:
    return json.dumps({"do": "new", "seed": 1, **keys})


def put(**keys: Any) -> str:
    """A position with some keys changed; ``None`` takes one away."""
    position = {key: value for key, value in {**POSITION, **keys}.items() if value is not None}
    return json.dumps({"do": "set", "position": position})


def do(name: Any, **keys: Any) -> str:
    return json.dumps({"do": name, **keys})


ERRORS: list[tuple[str, str | bytes]] = [
    ("bad-match", do("match", kind="olympiad")),
    ("bad-match", do("match", kind=["single"])),
    ("bad-match", do("match", kind="series", games=0)),
    ("bad-match", do("match", kind="series", games="5")),
    ("bad-players", do("match", players=1)),
    ("bad-option", do("match", options={"starter": "me"})),
    ("no-game", do("deal", seed=1)),
    ("bad-request", do("deal", deck="h7")),
    ("bad-request", do("deal", lot="1", seed=1)),
    ("bad-request", do("deal", lot=True, seed=1)),
    ("bad-request", do("deal", lot=1.5, seed=1)),
    ("bad-request", do("deal", seed="1")),
    ("bad-request", do("deal", seed=[1])),
    ("bad-request", do("beggar", seat=0)),
    ("bad-request", do("beggar", seat="0", ask=True)),
    ("no-game", do("beggar", seat=0, ask=True)),
    ("no-game", do("standings")),
    ("bad-json", ""),
    ("bad-json", "   "),
    ("bad-json", "moves"),
    ("bad-json", "{'do': 'moves'}"),
    ("bad-json", '{"do": "moves"'),
    ("bad-json", '{"do": "moves"} {"do": "moves"}'),
    ("bad-json", '{"do": "moves",}'),
    ("bad-json", "null"),
    ("bad-json", "true"),
    ("bad-json", "42"),
    ("bad-json", '"moves"'),
    ("bad-json", '[{"do": "moves"}]'),
    ("bad-json", b'{"do": "moves", "id": "\xff"}'),
    ("bad-json", '{"do": "moves"}'.encode("utf-16")),
    ("bad-json", b'\xef\xbb\xbf{"do": "moves"}'),
    ("bad-json", '{"do": "moves", "id": NaN}'),
    ("bad-json", '{"do": "moves", "id": -Infinity}'),
    ("bad-json", '{"do": "moves", "id": 1e400}'),
    ("bad-json", '{"do": "moves", "id": ' + "9" * 401 + "}"),
    ("bad-json", '{"do": "moves", "id": ' + "9" * 5000 + "}"),
    ("bad-json", '{"do": "moves", "do": "quit"}'),
    ("bad-json", '{"do": "moves", "id": {"a": 1, "a": 2}}'),
    ("bad-json", '{"do": "moves", "id": "\t"}'),
    ("bad-json", '{"do": "moves", "id": ' + "[" * DEEPEST + "]" * DEEPEST + "}"),
    ("bad-json", "[" * 300_000),
    ("bad-json", '{"a":' * 100_000),
    ("bad-json", '{"do": "moves", "id": "' + "x" * LONGEST_LINE + '"}'),
    ("bad-request", "{}"),
    ("bad-request", do(None)),
    ("bad-request", do(7)),
    ("bad-request", do(["moves"])),
    ("bad-request", do("moves", move="h7")),
    ("bad-request", do("state", seat=0)),
    ("bad-request", do("quit", now=True)),
    ("bad-request", do("judge")),
    ("bad-request", do("judge", move=None)),
    ("bad-request", do("play", move=["b7"])),
    ("bad-request", do("play", moves="b7")),
    ("bad-request", new(seat=0)),
    ("bad-request", new(seed=None)),
    ("bad-request", new(deck=PACK)),
    ("bad-request", new(seed=-1)),
    ("bad-request", new(seed=2**64)),
    ("bad-request", new(seed="7")),
    ("bad-request", new(seed=True)),
    ("bad-request", new(seed=None, deck="h7")),
    ("bad-request", new(rulebook=None)),
    ("bad-request", new(rulebook=["classic"])),
    ("bad-request", new(options=None)),
    ("bad-request", new(options=[])),
    ("bad-request", new(hand_sizes=5)),
    ("bad-request", new(hand_sizes=[5])),
    ("bad-request", new(hand_sizes=[5, 0])),
    ("bad-request", new(hand_sizes=[5, 97])),
    ("bad-request", new(hand_sizes=[5, "5"])),
    ("bad-request", do("set")),
    ("bad-request", do("set", position=[])),
    ("bad-request", do("set", position=POSITION, players=2)),
    ("unknown-request", do("")),
    ("unknown-request", do("move")),
    ("unknown-request", do("MOVES")),
    ("unknown-request", do("x" * 100_000)),
    ("unknown-rulebook", new(rulebook="")),
    ("unknown-rulebook", new(rulebook="clasic")),
    ("unknown-rulebook", new(rulebook="no/such.far")),
    ("unknown-rulebook", new(rulebook="classic\0.far")),
    ("bad-rulebook", new(rulebook="BROKEN")),
    ("bad-option", new(options={"seven_card": 2})),
    ("bad-option", new(options={"seven_cards": 4})),
    ("bad-option", new(options={"seven_cards": "3"})),
    ("bad-option", new(options={"move_limit": 10**300})),
    ("bad-option", new(options={"groups": [[[]]]})),
    ("bad-option", new(options={"": None})),
    ("bad-option", new(options={"players": 3})),
    ("bad-option", new(options={"rulebook": "prsi"})),
    ("bad-option", new(options={"self": 1})),
    ("bad-players", new(players=1)),
    ("bad-players", new(players=16)),
    ("bad-players", new(players=-2)),
    ("bad-players", new(players="2")),
    ("bad-players", new(players=True)),
    ("bad-players", new(players=None)),
    ("bad-players", new(players=10**300)),
    ("bad-players", put(hands=[["h7"]])),
    ("bad-players", put(hands=[["h7"]] * 16)),
    ("bad-seat", new(first=2)),
    ("bad-seat", new(first=-1)),
    ("bad-seat", new(first=None)),
    ("bad-seat", new(first="0")),
    ("bad-seat", do("view", seat=2)),
    ("bad-seat", do("view", seat=-2)),
    ("bad-seat", do("view", seat=True)),
    ("bad-seat", do("view", seat=None)),
    ("bad-seat", do("view", seat="0")),
    ("bad-deck", new(seed=None, deck=[])),
    ("bad-deck", new(seed=None, deck=PACK[1:])),
    ("bad-deck", new(seed=None, deck=[*PACK, "h7"])),
    ("bad-deck", new(seed=None, deck=[*PACK[1:], "l7"])),
    ("bad-deck", new(seed=None, deck=[*PACK[1:], "H7"])),
    ("bad-deck", new(seed=None, deck=[*PACK[1:], None])),
    ("bad-deck", new(seed=None, deck=[*PACK[1:], ["h7"]])),
    ("bad-deck", new(seed=None, deck=PACK, players=6)),
    ("bad-position", put(hands=None)),
    ("bad-position", put(hands={})),
    ("bad-position", put(hands=["h7", "l7"])),
    ("bad-position", put(pile=None)),
    ("bad-position", put(pile=[])),
    ("bad-position", put(stock=None)),
    ("bad-position", put(stock="h8")),
    ("bad-position", put(stock=["h10"])),
    ("bad-position", put(stock=[7])),
    ("bad-position", put(stock=["b8"])),
    ("bad-position", put(stock=["h8"] * 97)),
    ("bad-position", put(turn=None)),
    ("bad-position", put(turn=2)),
    ("bad-position", put(turn="0")),
    ("bad-position", put(hands=[["b7"], []], turn=1)),
    ("bad-position", put(hands=[[], []])),
    ("bad-position", put(suit="x")),
    ("bad-position", put(suit="")),
    ("bad-position", put(suit=["h"])),
    ("bad-position", put(owed=-1)),
    ("bad-position", put(owed=1000)),
    ("bad-position", put(owed=1.0)),
    ("bad-position", put(owed=True)),
    ("bad-position", put(ace=16)),
    ("bad-position", put(ace_by=2)),
    ("bad-position", put(ace_by=True)),
    ("bad-position", put(free=0)),
    ("bad-position", put(burn=True, free=True)),
    ("bad-position", put(drawn="hA")),
    ("bad-position", put(drawn="b7", ace=1)),
    ("bad-position", put(out=[])),
    ("bad-position", put(out={"2": "safe"})),
    ("bad-position", put(out={"00": "in"})),
    ("bad-position", put(out={"١": "in"})),
    ("bad-position", put(out={"0" * 5000: "in"})),
    ("bad-position", put(out={"0": "safe"})),
    ("bad-position", put(out={"0": None})),
    ("bad-position", put(hands=[["b7"], []], out={"1": "in"})),
    ("bad-position", put(over="no")),
    ("bad-position", put(loser=0)),
    ("bad-position", put(over=True, loser=2)),
    ("bad-position", put(places=[0])),
    ("bad-position", put(places=0)),
    ("bad-position", put(hands=[["b7"], ["h9"], []], places=[2, 2])),
    ("bad-position", put(moves_made=-1)),
    ("bad-position", put(moves_made=10**7)),
    ("bad-position", put(chance=0)),
    ("bad-position", put(cnt=3)),
    ("too-few-cards", new(players=6, options={"packs": 1})),
    ("too-few-cards", new(hand_sizes=[96, 96])),
    ("bad-move", do("play", move="")),
    ("bad-move", do("judge", move="h10")),
    ("bad-move", do("judge", move="draw ")),
    ("bad-move", do("judge", move="b7  h7")),
    ("bad-move", do("judge", move="lO=x")),
    ("bad-move", do("judge", move="h7^")),
    ("bad-move", do("judge", move="h7^100")),
    ("bad-move", do("judge", move=" ".join(PACK))),
    ("bad-move", do("judge", move="x" * 100_000)),
    ("illegal-move", do("play", move="lK")),
    ("illegal-move", do("play", move="hA")),
    ("illegal-move", do("play", move="b7 b7")),
    ("illegal-move", do("play", move="b7 h9")),
    ("illegal-move", do("play", move="b7=h")),
    ("illegal-move", do("play", move="b7^1")),
    ("illegal-move", do("play", move="b7^99")),
    ("illegal-move", do("play", move="b7 h9 lK b7 h9 lK")),
    ("illegal-move", do("play", move="stand")),
    ("illegal-move", do("play", move="pass")),
    ("illegal-move", do("play", move="concede")),
]
NO_GAME = [
    do("moves"),
    do("judge", move="b7"),
    do("play", move="b7"),
    do("state"),
    do("view", seat=0),
    do("view"),
]


@pytest.fixture
def broken(tmp_path: Any) -> str:
    """A rulebook that the checker refuses."""
    path = tmp_path / "broken.far"
    path.write_text("rulebook broken\ninclude classic\nset seven_cards = 17\n")
    return str(path)


def named(errors: list[tuple[str, str | bytes]]) -> list[str]:
    return [f"{code} {ascii(line)[:60]}" for code, line in errors]


@pytest.mark.parametrize(("code", "line"), ERRORS, ids=named(ERRORS))
def test_a_refused_request_has_its_code_and_changes_nothing(
    table: Client, broken: str, code: str, line: str | bytes
) -> None:
    before, state = table.state(), table.referee.state
    if isinstance(line, str):
        line = line.replace("BROKEN", broken)
    answer = table.send(line)
    assert list(answer) == ["ok", "error"]
    assert answer["ok"] is False
    assert list(answer["error"]) == ["code", "message"]
    assert answer["error"]["code"] == code, answer
    assert 0 < len(answer["error"]["message"]) < 5_000
    assert table.referee.state is state
    assert not table.referee.finished
    assert table.state() == before


@pytest.mark.parametrize("line", NO_GAME)
def test_without_a_game_there_is_nothing_to_ask_about(client: Client, line: str) -> None:
    assert client.send(line)["error"]["code"] == "no-game"


def test_the_codes_above_are_the_closed_set() -> None:
    # The referee needs no extra, and a dead end has its own tests (tests/play/test_dead_ends.py).
    assert {code for code, _ in ERRORS} == set(CODES) - {"missing-extra", "deadlock"}


def test_messages_help_with_spelling(table: Client) -> None:
    def message(line: str) -> str:
        text: str = table.send(line)["error"]["message"]
        return text

    assert "did you mean 'moves'?" in message(do("move"))
    assert "did you mean 'hand_sizes'?" in message(new(hand_size=[1, 1]))
    assert "did you mean 'classic'?" in message(new(rulebook="clasic"))
    assert "did you mean 'seven_cards'?" in message(new(options={"seven_card": 2}))
    assert "did you mean 'suit'?" in message(put(suits="h"))


def test_a_game_goes_on_after_any_number_of_errors(table: Client, broken: str) -> None:
    for _, line in ERRORS:
        if len(line) < 10_000:
            table.send(line)
    assert table.ok("play", move="b7")["state"]["owed"] == 3
