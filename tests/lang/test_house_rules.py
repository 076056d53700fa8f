"""A few lines change the game: what may be laid, what then happens, and what is said about it."""

from pathlib import Path
from typing import Any

import pytest

from faraon.engines.errors import GameError
from faraon.lang.errors import RulebookError
from faraon.lang.ir import Book
from faraon.lang.library import book_from_text
from faraon.play.game import Game, load
from faraon.play.state import State

TINY = (Path(__file__).parent / "tiny.far").read_text(encoding="utf-8")
STOCK = ["aX", "hX", "lX", "a9", "l9", "aU", "hU", "bU"]


def house(lines: str, base: str = "include classic") -> Book:
    """A rulebook of these lines on top of another."""
    return book_from_text(f"rulebook house\n{base}\n{lines}\n", "house.far")


def tiny(lines: str) -> Book:
    return book_from_text(f"{TINY}{lines}\n", "house.far")


def table(book: Book, *hands: str, pile: str, options: dict[str, Any] | None = None, **state: Any) -> State:
    """A position with these hands; the stock is what of ``STOCK`` nobody holds."""
    lying = {*pile.split(), *" ".join(hands).split()}
    position = {
        "hands": [hand.split() for hand in hands],
        "pile": pile.split(),
        "stock": [card for card in STOCK if card not in lying],
        "turn": 0,
    }
    return Game(book, len(hands), options or {}).position(position | state)


def moves(state: State) -> set[str]:
    return set(map(str, state.moves()))


def said(state: State, move: str, language: str = "en") -> list[str]:
    return [reason.en if language == "en" else reason.sk for reason in state.judge(move).reasons]


def get(state: State, name: str) -> Any:
    return state.to_json()[name]


# ----------------------------------------------------------------------------------------- five lines of text

MODEST = """\
rulebook modest
include classic
let no_king = Cn[val] != king  no en "A king is never laid here." sk "Kráľ sa tu nevykladá."
override rule lay: not alone & not stopped & not owing & fits & no_king -> put Cn, owed += 1
    en "Lay, and the next one owes a card." sk "Vylož a ďalší dlhuje kartu."
"""


def test_five_lines_change_what_may_be_laid() -> None:
    hands = ("bK b9", "h8 hK")
    assert moves(table(load("classic").book, *hands, pile="b8")) == {"bK", "b9", "draw"}
    assert moves(table(book_from_text(MODEST), *hands, pile="b8")) == {"b9", "draw"}


def test_five_lines_change_what_is_said() -> None:
    state = table(book_from_text(MODEST), "bK b9", "h8 hK", pile="b8")
    assert said(state, "bK") == ["A king is never laid here."]
    assert said(state, "bK", "sk") == ["Kráľ sa tu nevykladá."]
    assert said(state, "b9")[0] == "Lay, and the next one owes a card."
    assert said(state, "b9", "sk")[0] == "Vylož a ďalší dlhuje kartu."
    verdict = state.judge("b9")
    assert (verdict.rule, verdict.paragraph) == ("lay", "§3, §4"), "what is not said anew is kept"


def test_five_lines_change_what_happens() -> None:
    state = table(book_from_text(MODEST), "bK b9", "h8 hK", pile="b8").play("b9")
    assert (get(state, "owed"), state.turn) == (1, 1)
    assert moves(state) == {"draw"}
    assert get(state.play("draw"), "hands")[1] == ["h8", "aX", "hK"]


def test_the_rest_of_the_rulebook_stays_as_it_was() -> None:
    book, classic = book_from_text(MODEST), load("classic").book
    assert [rule.name for rule in book.rules] == [rule.name for rule in classic.rules]
    assert book.mechanics == classic.mechanics
    assert book.hash != classic.hash


def test_kings_let_the_same_player_move_again() -> None:
    book = house(
        "mechanic kings before burned: Cn[val] == king & hand > 0 -> again = true\n"
        '    en "A king: the same player moves again." sk "Kráľ: ten istý hráč ide ešte raz."'
    )
    state = table(book, "bK b9 h8", "hK a8", pile="b8")
    assert "A king: the same player moves again." in said(state, "bK")
    assert "Kráľ: ten istý hráč ide ešte raz." in said(state, "bK", "sk")
    assert "The turn passes on." not in said(state, "bK")
    assert state.play("bK").turn == 0
    assert state.play("bK").play("b9").turn == 1
    assert state.play("b9").turn == 1
    four = table(book, "bK hK lK aK b9", "a8 a9", pile="b8").play("bK hK lK aK")
    assert (four.turn, get(four, "burn")) == (0, False), "before 'burned', which asks 'not again'"


def test_an_eight_makes_the_next_player_draw_one() -> None:
    book = house(
        "mechanic eights after sevens §14: Cn[val] == VIII -> owed += n\n"
        '    en "Eights: {owed:card,cards} for the next player."\n'
        '    sk "Osmy: ďalší berie {owed:kartu,karty,kariet}."'
    )
    state = table(book, "b8 h8 bK", "hK h7", pile="b9")
    assert "Eights: 2 cards for the next player." in said(state, "b8 h8")
    assert "Osmy: ďalší berie 1 kartu." in said(state, "b8", "sk")
    state = state.play("b8 h8")
    assert moves(state) == {"h7", "draw"}, "a debt is a debt: sevens answer it"
    assert "draw 2 cards" in said(state, "hK")[0]
    assert len(get(state.play("draw"), "hands")[1]) == 4


def test_a_new_option_is_offered_and_obeyed() -> None:
    book = house(
        "option nines = plain | skip\n"
        '    en "Nines" "What does a nine do?" sk "Deviatky" "Čo robí deviatka?"\n'
        '    plain en "nothing" sk "nič"\n    skip en "it stops the next player" sk "ďalší stojí"\n'
        "mechanic nines before aces: nines == skip & Cn[val] == IX -> ace = min(active - 1, ace + n)\n"
        '    en "Nines stop." sk "Deviatky zastavujú."'
    )
    assert next(option for option in book.options if option.name == "nines").default == "plain"
    hands = ("b9 bK", "hK h8")
    assert get(table(book, *hands, pile="b8").play("b9"), "ace") == 0
    stopping = table(book, *hands, pile="b8", options={"nines": "skip"}).play("b9")
    assert moves(stopping) == {"stand"}
    with pytest.raises(GameError, match="did you mean 'plain'"):
        Game(book, 2, {"nines": "plane"})


def test_a_preset_sets_options_and_nothing_else() -> None:
    book = house("set seven_cards = 2\nset groups = off")
    state = table(book, "b7 h7 bK", "hK h8", pile="b8")
    assert "b7 h7" not in moves(state)
    assert get(state.play("b7"), "owed") == 2
    assert (
        get(table(book, "b7 h7 bK", "hK h8", pile="b8", options={"seven_cards": 3}).play("b7"), "owed") == 3
    )


def test_a_dropped_rule_is_gone() -> None:
    hands = ("lU bK", "hK h8")
    assert moves(table(load("classic").book, *hands, pile="b7", owed=3)) == {"lU", "draw"}
    book = house("drop rule pharaoh_kills")
    state = table(book, *hands, pile="b7", owed=3)
    assert moves(state) == {"draw"}
    assert all(reason.rule != "pharaoh_kills" for reason in state.judge("lU").reasons)
    assert "lU" in moves(table(book, *hands, pile="b8")), "it still goes onto everything"


def test_an_overridden_definition_changes_every_rule_that_uses_it() -> None:
    book = house(
        "override let owing §14 = owed > 2 & not burn\n"
        '    yes en "You owe much." sk "Dlhuješ veľa."\n    no  en "You owe little." sk "Dlhuješ málo."'
    )
    hands = ("b9 bK", "hK h8")
    assert moves(table(book, *hands, pile="b8", owed=2)) == {"b9", "bK", "draw"}
    state = table(book, *hands, pile="b8", owed=3)
    assert moves(state) == {"draw"}
    assert said(state, "b9")[0] == "You owe much."


KING = """\
mechanic king after sevens: Cn[-1] == (hearts, king) -> owed += 4
says owing yes if TOP == (hearts, king) & owed > 4 en "A king and more: {owed}." sk "Kráľ a viac: {owed}."
says owing yes if TOP == (hearts, king) en "A king waits: {owed}." sk "Čaká kráľ: {owed}."
says owing no en "Nothing waits." sk "Nič nečaká."
"""


def test_a_definition_is_given_sentences_that_go_before_its_own() -> None:
    book = house(KING)
    hands = ("b9 bK", "l8 l9")
    assert said(table(book, *hands, pile="hK", owed=4), "b9")[0] == "A king waits: 4."
    assert said(table(book, *hands, pile="hK", owed=5), "b9", "sk")[0] == "Kráľ a viac: 5."
    assert said(table(book, *hands, pile="h7", owed=3), "b9")[0].startswith("Sevens are waiting")
    owing = next(one for one in book.definitions if one.name == "owing")
    before = next(one for one in load("classic").book.definitions if one.name == "owing")
    assert (len(owing.yes), owing.yes[2:]) == (len(before.yes) + 2, before.yes)
    assert (len(owing.no), owing.no[1:]) == (len(before.no) + 1, before.no)
    assert book.hash == house(KING.partition("\n")[0]).hash, "sentences decide nothing"


def test_the_last_file_has_the_first_word(tmp_path: Path) -> None:
    (tmp_path / "king.far").write_text(f"rulebook king\ninclude classic\n{KING}", encoding="utf-8")
    outer = tmp_path / "outer.far"
    outer.write_text(
        "rulebook outer\ninclude king\n"
        'says owing yes if TOP == (hearts, king) & owed == 4 en "Four!" sk "Štyri!"\n',
        encoding="utf-8",
    )
    book = load(str(outer)).book
    assert said(table(book, "b9 bK", "l8 l9", pile="hK", owed=4), "b9")[0] == "Four!"
    assert said(table(book, "b9 bK", "l8 l9", pile="hK", owed=5), "b9")[0] == "A king and more: 5."


def test_dealing_and_turning_can_be_said_anew() -> None:
    book = house("players: 2..3\ndeal: hand = 4 + seven_cards\nturning: shuffled = true")
    state = Game(book, 2, {}).deal(seed=1)
    assert len(get(state, "hands")[0]) == 7
    assert Game(book, 3, {}).bound.shuffled
    with pytest.raises(GameError, match="2 to 3 players"):
        Game(book, 4, {})


# -------------------------------------------------------------------------------------------- order and place


@pytest.mark.parametrize(
    ("place", "owed"),
    [("", 1), ("before first", 2), ("after first", 1), ("before second", 1), ("after second", 1)],
)
def test_mechanics_apply_in_order_each_on_what_the_last_one_left(place: str, owed: int) -> None:
    book = tiny(
        f"mechanic first: owed == 0 -> owed = 2\nmechanic second: owed == 9 -> ace = 3\n"
        f"mechanic mine {place}: owed == 2 -> owed = 1"
    )
    names = [mechanic.name for mechanic in book.mechanics]
    assert names.index("mine") == (
        2 if place == "before first" else 3 if place in ("after first", "before second") else 4
    )
    assert get(table(book, "b9 bK", "h9", pile="b8").play("b9"), "owed") == owed


def test_an_override_can_move_its_statement() -> None:
    names = [one.name for one in house("override mechanic turn before finished: not again -> next").mechanics]
    assert names.index("turn") == names.index("finished") - 1
    assert len(names) == len(load("classic").book.mechanics)


def test_effects_of_one_statement_apply_in_order() -> None:
    book = tiny("mechanic x: n > 0 -> owed = 4, ace = owed - 3, owed = ace")
    state = table(book, "b9 bK", "h9", pile="b8").play("b9")
    assert (get(state, "owed"), get(state, "ace")) == (1, 1)


def test_skip_leaves_out_the_mechanics_that_follow() -> None:
    book = tiny("mechanic stop: n == 0 -> skip\nmechanic after: () -> owed = 5")
    state = table(book, "b9 bK", "h9", pile="b8")
    assert get(state.play("b9"), "owed") == 5
    assert get(state.play("draw"), "owed") == 0


def test_of_two_rules_with_one_word_the_first_that_holds_is_taken() -> None:
    book = tiny('rule rich before draw: hand > 1 -> draw 2\n    en "Draw two." sk "Ťahaj dve."')
    rich, poor = (table(book, hand, "h9", pile="b8") for hand in ("b9 bK", "b9"))
    assert rich.judge("draw").rule == "rich"
    assert poor.judge("draw").rule == "draw"
    assert [len(get(state.play("draw"), "hands")[0]) for state in (rich, poor)] == [4, 2]
    assert moves(rich) == moves(table(tiny(""), "b9 bK", "h9", pile="b8")), "a move is listed once"


def test_of_two_rules_that_lay_the_first_that_holds_is_taken() -> None:
    book = tiny('rule nines before lay: Cn[val] == IX -> put Cn, owed = 1\n    en "Nine." sk "Deviatka."')
    state = table(book, "b9 bK", "h9", pile="b8")
    assert (state.judge("b9").rule, state.judge("bK").rule) == ("nines", "lay")
    assert [get(state.play(move), "owed") for move in ("b9", "bK")] == [1, 0]


def test_of_two_endings_the_first_that_holds_is_taken() -> None:
    book = tiny("end mine before long: hand == 3 -> loser = i\nend late: hand == 3 -> loser = nobody")
    state = table(book, "b9 bK", "h9", pile="b8").play("draw")
    assert (state.over, state.loser) == (False, None), "the next player holds one card"
    state = table(book, "b9 bK", "h9 hK aK", pile="b8").play("draw")
    assert (state.over, state.loser) == (True, 1)


# ------------------------------------------------------------------------------------------ names and numbers


def test_an_option_and_a_definition_share_a_name() -> None:
    book = house(
        "let pharaoh = pharaoh == on & Cn[0] == (leaves, under)\n"
        "mechanic royal before turn: pharaoh & hand > 0 -> again = true\n"
        "mechanic ordinary before turn: pharaoh == off & Cn[val] == under & hand > 0 -> burn = true"
    )
    assert table(book, "lU bK b9", "hK h8", pile="b8").play("lU").turn == 0
    assert table(book, "lU bK b9", "hK h8", pile="l8", options={"pharaoh": "off"}).play("lU").turn == 1


def test_the_ace_is_a_counter_and_a_value() -> None:
    book = tiny(
        "mechanic x: Cn[val] == ace & ace == 0 -> ace = 2\nmechanic y: ace == 2 & Cn[val] != ace -> ace = 0"
    )
    state = table(book, "bA bK", "b9 hK", pile="b8").play("bA")
    assert get(state, "ace") == 2
    assert get(state.play("b9"), "ace") == 0


@pytest.mark.parametrize(
    ("before", "effect", "after"),
    [
        (5, "owed += 3", 8),
        (8, "owed += 3", 9),
        (9, "owed += n", 9),
        (2, "owed -= 3", 0),
        (4, "owed = 3 * owed", 9),
        (4, "owed = owed - 2 * owed", 0),
        (7, "owed = owed / 2", 3),
        (7, "owed = owed % 4", 3),
        (7, "owed = owed / ace", 0),
        (7, "owed = owed % ace", 0),
        (7, "owed = min(owed, 5) + max(ace, 1)", 6),
        (7, "owed = 1 if owed > 5 else 2 if owed > 3 else 3", 1),
        (4, "owed = 1 if owed > 5 else 2 if owed > 3 else 3", 2),
        (1, "owed = 1 if owed > 5 else 2 if owed > 3 else 3", 3),
    ],
)
def test_numbers_stay_within_their_range(before: int, effect: str, after: int) -> None:
    state = table(tiny(f"mechanic x: n > 0 -> {effect}"), "b9 bK", "h9", pile="b8", owed=before).play("b9")
    assert get(state, "owed") == after


def test_fewer_cards_than_none_are_not_drawn() -> None:
    book = tiny('rule less before draw: () -> draw owed - 3\n    en "Draw." sk "Ťahaj."')
    for owed, hand in ((0, 2), (3, 2), (5, 4)):
        state = table(book, "b9 bK", "h9", pile="b8", owed=owed)
        assert len(get(state.play("draw"), "hands")[0]) == hand


def test_a_number_is_a_seat_counted_around_the_table() -> None:
    book = tiny(
        "state who: seat = nobody\nmechanic x before turn: n > 0 -> who = i + 2\n"
        "mechanic y: n == 0 -> who = nobody"
    )
    state = table(book, "b9 bK", "h9", "bX", pile="b8")
    assert get(state.play("b9"), "who") == 2
    state = table(book, "b9 bK", "h9", pile="b8")
    assert get(state.play("b9"), "who") == 0
    assert get(state.play("draw"), "who") is None


def test_nobody_is_not_playing() -> None:
    book = tiny(
        "state who: seat = nobody\nmechanic x: not playing(who) -> owed = 1\nmechanic y: () -> who = i"
    )
    state = table(book, "b9 bK", "h9 hK", pile="b8")
    assert get(state.play("b9"), "owed") == 1
    assert get(table(book, "b9 bK", "h9 hK", pile="b8", who=1).play("b9"), "owed") == 0


def test_old_is_what_was_before_the_move() -> None:
    book = tiny(
        "mechanic x: n > 0 -> owed += 2\nmechanic y: old(owed) == 0 & owed == 2 -> ace = 1\n"
        "mechanic z: old(owed + ace) > 2 -> ace = 3"
    )
    state = table(book, "b9 bK", "b7 bX", pile="b8").play("b9")
    assert (get(state, "owed"), get(state, "ace")) == (2, 1)
    assert get(state.play("b7"), "ace") == 3


def test_a_note_lives_for_one_move() -> None:
    book = tiny(
        "note seen: 0..9 = 1\nmechanic x: n > 0 -> seen += 3\nmechanic y: () -> owed = seen\n"
        "end z: seen == 8 -> loser = i"
    )
    state = table(book, "b9 bK", "b7 bX", pile="b8").play("b9")
    assert get(state, "owed") == 4
    assert get(state.play("b7"), "owed") == 4
    assert get(state.play("draw"), "owed") == 1
    assert "seen" not in state.to_json()


def test_possible_asks_whether_some_cards_can_be_laid() -> None:
    book = tiny(
        "override rule draw: stuck -> draw 1\n"
        'let stuck = not possible(lay)\n    no en "You can lay." sk "Máš čo."'
    )
    free, stuck = (table(book, hand, "h9", pile="b8") for hand in ("b9 aK", "a9 aK"))
    assert (moves(free), moves(stuck)) == ({"b9"}, {"draw"})
    assert said(free, "draw") == ["You can lay."]


def test_possible_ends_a_game() -> None:
    book = tiny("end stuck before long: not possible(lay) -> loser = i")
    state = table(book, "b9 bK", "h8 a8", pile="b8").play("b9")
    assert (state.over, state.loser) == (True, 1)


def test_a_players_cards_can_be_asked_for() -> None:
    book = tiny('rule show before draw: holds((hearts, VII)) -> stand\n    en "Stand." sk "Stoj."')
    assert "stand" in moves(table(book, "b9 h7", "h9", pile="b8"))
    assert "stand" not in moves(table(book, "b9 h8", "h7", pile="b8"))


def test_another_word_for_the_chosen_suit() -> None:
    book = tiny("mechanic wish: Cn[val] == king & w is chosen -> suit = w")
    state = table(book, "bK b9", "h9", pile="b8")
    assert moves(state) == {"bK=h", "bK=l", "bK=a", "bK=b", "b9", "draw"}
    assert get(state.play("bK=l"), "suit") == "l"
    book = tiny("mechanic wish before colour: Cn[val] == king & w is chosen -> suit = w")
    assert get(table(book, "bK b9", "h9", pile="b8").play("bK=l"), "suit") == "b", (
        "'colour' has the last word"
    )


def test_a_returning_seven_asks_for_no_suit_even_where_sevens_do() -> None:
    book = house("mechanic wish after colour: Cn[val] == VII & c is chosen -> suit = c")
    state = table(book, "h7 b7 bK", "", "h8 a8", pile="b8", out={"1": "returnable"})
    assert {"b7=l", "h7^1"} <= moves(state)
    assert get(state.play("b7=l"), "suit") == "l"
    assert get(state.play("h7^1"), "suit") == "h"


def test_no_card_has_the_suit_and_value_of_the_first() -> None:
    book = tiny("state seen: card = none\nmechanic x before turn: n == 0 -> suit = seen[suit], seen = DRAWN")
    state = table(book, "b9 bK", "h9 hK", pile="b8").play("draw")
    assert (get(state, "suit"), get(state, "seen")) == ("h", "aX")
    assert get(state.play("draw"), "suit") == "a"


def test_what_is_forbidden_is_refused_with_its_sentence() -> None:
    book = house(
        'forbid few: players > 3 & hand_size > 6 en "Too many cards." sk "Priveľa kariet."\n'
        'forbid deep: owed > 30 en "Too deep in debt." sk "Priveľký dlh."'
    )
    with pytest.raises(GameError, match="Too many cards"):
        Game(book, 4, {"hand_size": 7}).deal(seed=1)
    with pytest.raises(GameError, match="Too deep in debt"):
        table(book, "b9", "h9", pile="b8", owed=31)


# ------------------------------------------------------------------------------------------------------ files


def test_a_rulebook_is_loaded_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "modest.far"
    path.write_text(MODEST, encoding="utf-8")
    game = load(str(path), players=3)
    assert (game.name, game.players) == ("modest", 3)
    assert game.book.hash == book_from_text(MODEST).hash


def test_a_rulebook_is_loaded_from_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "modest.far").write_text(MODEST, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert load("modest.far").name == "modest"


def test_a_rulebook_includes_the_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "modest.far").write_text(MODEST, encoding="utf-8")
    house_file = tmp_path / "house.far"
    house_file.write_text("rulebook house\ninclude modest\nset seven_cards = 2\n", encoding="utf-8")
    game = load(str(house_file))
    assert (game.name, game.options["seven_cards"]) == ("house", 2)
    assert {Path(file).name for file in game.book.sources} >= {"house.far", "modest.far", "classic.far"}
    assert "bK" not in moves(table(game.book, "bK b9", "h8", pile="b8"))


def test_a_file_beside_goes_before_a_shipped_rulebook(tmp_path: Path) -> None:
    (tmp_path / "family.far").write_text(
        "rulebook family\ninclude classic\nset hand_size = 7\n", encoding="utf-8"
    )
    house_file = tmp_path / "house.far"
    house_file.write_text("rulebook house\ninclude family\n", encoding="utf-8")
    assert load(str(house_file)).options["hand_size"] == 7


def test_a_changed_file_is_read_anew(tmp_path: Path) -> None:
    base, house_file = tmp_path / "base.far", tmp_path / "house.far"
    house_file.write_text("rulebook house\ninclude base\n", encoding="utf-8")
    for cards in (4, 6):
        base.write_text(f"rulebook base\ninclude classic\nset hand_size = {cards}\n", encoding="utf-8")
        assert load(str(house_file)).options["hand_size"] == cards
    base.unlink()
    with pytest.raises(RulebookError, match="there is no rulebook 'base' to include"):
        load(str(house_file))


def test_a_part_of_a_rulebook_need_not_name_itself(tmp_path: Path) -> None:
    (tmp_path / "kings.far").write_text("mechanic kings before turn: Cn[val] == king -> again = true\n")
    house_file = tmp_path / "house.far"
    house_file.write_text("rulebook house\ninclude classic\ninclude kings\n")
    assert load(str(house_file)).name == "house"


def test_an_option_can_be_extended() -> None:
    book = house(
        "override option seven_cards = 3 | 2 | 4\noverride option ace_two = free | ask", "include prsi"
    )
    sevens, aces = (
        next(one for one in book.options if one.name == name) for name in ("seven_cards", "ace_two")
    )
    assert (sevens.values, sevens.default, aces.values, aces.default) == (
        (3, 2, 4),
        3,
        ("free", "ask"),
        "free",
    )
    before = next(one for one in house("").options if one.name == "ace_two")
    assert aces.texts == before.texts
    assert dict(aces.value_texts) == dict(before.value_texts)
    state = table(book, "b7 h9", "hK h8", pile="b8", options={"seven_cards": 4})
    assert get(state.play("b7"), "owed") == 4
