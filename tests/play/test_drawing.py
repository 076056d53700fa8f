"""Tables as text and as HTML: everything that lies there is drawn, for every rulebook."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given

from faraon.cards import CARDS, Suit
from faraon.game import picture_html
from faraon.game.picture_svg import svg
from faraon.game.situation import Note, Situation
from faraon.play.game import load
from faraon.play.state import State
from faraon.words import card_name, suit_name
from tests.play.games import many, played, states

CARD = re.compile(r"\b[hlab][789XUOKA]\b")


def on_table(state: State) -> Counter[str]:
    """The cards that are drawn: all hands and the last six of the pile."""
    position = state.position
    return Counter(card.name for hand in (*position.hands, position.pile[-6:]) for card in hand)


def given_state(**changes: object) -> State:
    base = {"hands": [["h7", "lK"], ["b8"]], "pile": ["l8", "a9"], "stock": ["hA", "lA"], "turn": 0}
    return load("classic").position({**base, **changes})


# ---------------------------------------------------------------------------------------------------- text


@many
@given(states())
def test_the_text_shows_all_that_lies_there(state: State) -> None:
    lines = str(state).splitlines()
    players = state.game.players
    assert len(lines) == players + 2
    assert Counter(CARD.findall("\n".join(lines[1:]))) == on_table(state)
    assert lines[0] == f"{state.game.name}, {players} players, " + lines[0].split(", ")[-1]
    assert f"stock {len(state.position.stock)} " in lines[1]
    marked = [line for line in lines if line.startswith(">")]
    assert marked == ([] if state.over else [lines[2 + state.turn]])
    for seat, line in enumerate(lines[2:]):
        assert CARD.findall(line) == [card.name for card in state.position.hands[seat]]
    if state.loser is not None:
        assert f"seat {state.loser} has lost" in lines[1]


def test_a_table_reads_like_this() -> None:
    assert str(given_state()).splitlines() == [
        "classic, 2 players, 0 moves",
        "  stock 2   pile l8 a9   suit acorns",
        "> 0  h7 lK",
        "  1  b8",
    ]


@pytest.mark.parametrize(
    ("changes", "line", "words"),
    [
        ({"owed": 6, "pile": ["l7", "b7"]}, 2, "> 0  h7 lK   owes 6 cards"),
        ({"ace": 1, "pile": ["l8", "bA"]}, 2, "> 0  h7 lK   stopped"),
        ({"pile": ["lU"]}, 1, "  stock 2   pile lU   suit leaves   any card fits"),
        ({"pile": ["bO"], "suit": "h"}, 1, "  stock 2   pile bO   suit hearts, asked for"),
        ({"pile": ["l8", "a9", "bX", "bK", "aK", "hK", "hX"]}, 1,
         "  stock 2   pile … a9 bX bK aK hK hX   suit hearts"),
    ],
)  # fmt: skip
def test_what_counts_is_told(changes: dict[str, object], line: int, words: str) -> None:
    assert str(given_state(**changes)).splitlines()[line] == words


def test_finished_players_and_the_end() -> None:
    three = {"hands": [["h7"], [], ["b8"]], "pile": ["a9"], "stock": ["hA"], "turn": 0}
    state = load("classic", 3).position({**three, "out": {"1": "returnable"}, "places": [1]})
    assert str(state).splitlines()[3] == "  1  place 1, can be returned"
    over = str(played(load("classic", 3), 3, 1000)).splitlines()
    assert re.search(r"seat \d has lost$", over[1])
    assert sorted(line[5:] for line in over[2:])[1:] == ["place 1", "place 2"]
    assert str(played(load("prsi", 3), 3, 1000)).splitlines()[1].endswith("was out first")
    assert str(played(load("classic", move_limit=3), 3, 1000)).splitlines()[1].endswith("   drawn")


def test_a_rulebooks_own_words_are_told() -> None:
    own = Situation(again=Note("again", 1, "one more", ""), notes=(Note("wind", 2, "wind <2>", ""),))
    picture = replace(given_state().picture(), situation=own)
    assert picture.text().splitlines()[1:3] == ["  stock 2   pile l8 a9   one more   wind <2>", "> 0  h7 lK"]
    assert "wind &lt;2&gt;" in picture_html.html(picture)


def test_hidden_cards_are_counted() -> None:
    picture = replace(given_state().picture(), hands=((CARDS[0],), ()), sizes=(3, 1))
    assert picture.text().splitlines()[2:] == ["> 0  h7 + 2 cards", "  1  1 card"]
    assert picture_html.html(picture).count("a hidden card") == 1 + 2 + 1  # the stock is hidden, too


@many
@given(states())
def test_a_view_shows_what_its_seat_knows(state: State) -> None:
    for seat in range(-1, state.game.players):
        view = state.view(seat)
        title, *lines = str(view).splitlines()
        assert title.startswith("a spectator, " if seat < 0 else f"seat {seat}, ")
        hands = {**view.known.hands, seat: view.hand}
        for other, line in enumerate(lines[1:]):
            seen, size = hands[other], view.sizes[other]
            assert CARD.findall(line) == [card.name for card in seen]
            hidden = re.findall(r"(\d+) cards?$", line.split("   ")[0])
            assert hidden == ([str(size - len(seen))] if size > len(seen) else [])
        if state.loser is not None:
            assert f"seat {state.loser} has lost" in lines[0]


def test_a_view_reads_like_this() -> None:
    state = load("classic").deal(seed=3)
    assert str(state.view(1)).splitlines() == [
        "seat 1, 0 moves",
        "  stock 21   pile a9   suit acorns",
        "> 0  5 cards",
        "  1  l8 h9 hU lA aA",
    ]
    html = state.view(1)._repr_html_()
    assert html.count("a hidden card") == 1 + 5
    assert card_name(state.position.hands[0][0], "en") not in html


def test_the_representation_is_short() -> None:
    assert repr(played(load("classic"), 3, 12)) == "<State classic, 2 players, 12 moves>"


# ---------------------------------------------------------------------------------------------------- HTML


@many
@given(states())
def test_the_html_shows_all_that_lies_there(state: State) -> None:
    root = ElementTree.fromstring(state._repr_html_())  # noqa: S314 - our own text
    names = {card_name(card, "en"): card.name for card in CARDS}
    drawn = Counter(names[name] for svg in root.iter("svg") if (name := svg.get("aria-label", "")) in names)
    assert drawn == on_table(state)
    ids = [one for element in root.iter() if (one := element.get("id"))]
    used = {element.get("href", "")[1:] for element in root.iter() if element.get("href")}
    assert len(set(ids)) == len(ids)
    assert used <= set(ids)
    text = "".join(root.itertext())
    assert all(f"seat {seat}" in text for seat in range(state.game.players))


def test_the_html_stands_alone() -> None:
    text = given_state()._repr_html_()
    assert text == given_state()._repr_html_()
    assert not re.search(r"<script|<style|<link|<img|https?:|url\(|javascript", text)


def test_tables_on_one_page_have_no_id_in_common() -> None:
    first, second = (load("classic").deal(seed=seed)._repr_html_() for seed in (1, 2))
    ids = re.compile(r' id="([^"]+)"')
    assert not set(ids.findall(first)) & set(ids.findall(second))


def test_every_card_and_every_suit_has_its_picture() -> None:
    drawings = picture_html._drawings()
    for name in [picture_html._face(card) for card in CARDS] + [picture_html._sign(suit) for suit in Suit]:
        assert picture_html.REFERENCE.findall(name)[0] in drawings
    assert suit_name(Suit.leaves, "en") in picture_html._sign(Suit.leaves)


def test_a_table_is_one_svg() -> None:
    """Every card that is seen has its drawing, and every hidden one the back."""
    picture = given_state().picture()
    drawn = ElementTree.fromstring(svg(picture))  # noqa: S314 - our own text
    used = [use.get("href", "") for use in drawn.iter("{http://www.w3.org/2000/svg}use")]
    faces = Counter(one for one in used if one.startswith("#mini-"))
    seen = [card for hand in picture.hands for card in hand] + [*picture.lying]
    assert faces == Counter(f"#{picture_html.drawing_of(card)}" for card in seen)
