"""What the documents need of the language: a variable for every player, titles, what an override keeps."""

from __future__ import annotations

from faraon.lang.ir import Book
from faraon.lang.library import check
from faraon.play.game import Game

BOOK = """
rulebook two-handed
players: 2..3
deal: hand = 2
state last[i]: -1..9 = -1
state sum: 0..99 = 0
let able = n <= 4
    no en "At most four." sk "Najviac štyri."
rule lay §3: able -> put Cn
    en "Lay." sk "Vylož."
rule draw: () -> draw 1
    en "Draw." sk "Ťahaj."
mechanic note_it §4: () -> last[i] = n, sum = sum + last[i]
    en "Laid: {last[i]:card,cards}." sk "Vyložené: {last[i]:karta,karty,kariet}."
mechanic turn: () -> next
    en "Next." sk "Ďalší."
end done: hand == 0 -> loser = nobody
    en "Done." sk "Hotovo."
"""


def codes(text: str) -> list[str]:
    return [f"{found.code}: {found.message}" for found in check("book.far", text)[1]]


def book(text: str) -> Book:
    found = check("book.far", text)[0]
    assert found is not None, codes(text)
    return found


def test_every_player_has_his_own_variable() -> None:
    game = Game(book(BOOK), 2, {})
    position = {"hands": [["b8", "h8"], ["b9"]], "pile": ["bK"], "stock": ["lX", "aX"], "turn": 0}
    state = game.position(position)
    assert state.to_json()["last"] == [-1, -1]
    state = state.play("b8")
    assert state.to_json()["last"] == [1, -1]
    assert state.play("draw").to_json()["last"] == [1, 0]
    assert state.play("draw").play("h8").to_json()["sum"] == 2


def test_a_players_variable_can_be_told() -> None:
    game = Game(book(BOOK), 2, {})
    position = {"hands": [["b8", "h8"], ["b9"]], "pile": ["bK"], "stock": [], "turn": 0}
    reasons = game.position(position).judge("b8").reasons
    assert "Laid: 1 card." in [reason.en for reason in reasons]


def test_a_list_needs_a_player_in_its_brackets() -> None:
    assert "E201: unknown name 'k'" in codes(BOOK.replace("last[i] = n", "last[k] = n"))
    assert "E202: a player is needed here, this is a value" in codes(
        BOOK.replace("+ last[i]", "+ last[under]")
    )


def test_a_title_gives_an_implication_its_texts() -> None:
    told = book(BOOK + 'title rule lay\n    en "Put it down." sk "Polož."\n')
    assert told.rules[0].texts.en == ("Put it down.",)
    assert told.rules[0].paragraphs == ("§3",)


def test_a_title_needs_something_to_entitle() -> None:
    assert "E206: there is no rule 'lie' to give a title to" in codes(BOOK + 'title rule lie en "A" sk "A"\n')
    assert "E206: there is no let 'able' to give a title to" in codes(BOOK + 'title let able en "A" sk "A"\n')


def test_a_title_speaks_both_languages() -> None:
    assert "W303: no text in the other language (sk)" in codes(BOOK + 'title rule lay en "A"\n')


def test_an_override_without_texts_or_paragraphs_keeps_the_old_ones() -> None:
    changed = book(BOOK + "override rule lay: able & n == 1 -> put Cn\n")
    assert changed.rules[0].texts == book(BOOK).rules[0].texts
    assert changed.rules[0].paragraphs == ("§3",)
    cited = book(BOOK + 'override rule lay §5: able -> put Cn\n    en "One." sk "Jedna."\n')
    assert (cited.rules[0].texts.en, cited.rules[0].paragraphs) == (("One.",), ("§5",))


def test_the_name_of_a_rulebook_may_have_hyphens() -> None:
    assert book(BOOK).name == "two-handed"
