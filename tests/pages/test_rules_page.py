"""The rules page: whole, by itself, safe with the texts of strangers, and true to the table's options."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from faraon.cli.app import app
from faraon.engines.explain.statements import statements
from faraon.lang.library import book_from_text, shipped
from faraon.pages import rules_page
from faraon.play.game import Game, load

VOID = {"meta", "input"}
EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)> ' & <b>"


class Page(HTMLParser):
    """A page taken apart; it must be well-formed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def values(self, name: str) -> list[str]:
        return [attributes[name] for _, attributes in self.tags if name in attributes]

    def text(self) -> str:
        return " ".join(self.texts)

    def of_class(self, name: str) -> list[dict[str, str]]:
        return [found for _, found in self.tags if name in found.get("class", "").split()]


def page(rulebook: str = "classic", language: str = "en", **options: Any) -> Page:
    return Page(rules_page(load(rulebook, 2, **options), language))


every_page = pytest.mark.parametrize("language", ["en", "sk"])
every_book = pytest.mark.parametrize("rulebook", shipped())


@every_book
@every_page
def test_nothing_is_loaded_and_nothing_runs(rulebook: str, language: str) -> None:
    text = rules_page(load(rulebook), language)
    found = Page(text)
    assert not {"script", "link", "img", "iframe", "object", "form"} & {tag for tag, _ in found.tags}
    assert not found.values("src")
    assert not [name for _, attributes in found.tags for name in attributes if name.startswith("on")]
    assert set(re.findall(r"url\(([^)]*)\)", text)) == {"#ornament"}
    assert "@import" not in text
    assert "//" not in re.sub(r"</?[a-z]|<!", "", text)


@every_book
@every_page
def test_every_anchor_is_there_once_and_every_link_leads_to_one(rulebook: str, language: str) -> None:
    found = page(rulebook, language)
    anchors = found.values("id")
    assert len(anchors) == len(set(anchors))
    assert {link.removeprefix("#") for link in found.values("href")} <= set(anchors)
    assert set(found.values("for")) <= set(anchors)


@every_page
def test_every_paragraph_and_every_statement_in_force_has_an_anchor(language: str) -> None:
    found, game = page(language=language), load("classic")
    anchors = set(found.values("id"))
    assert anchors >= {f"p{number}" for number in range(1, 21)}
    said = statements(game.bound, language)
    assert anchors >= {f"s{one.number.replace('.', '-')}" for one in said if not one.is_heading}
    for one in said:
        assert one.text.partition("§")[0] in found.text()


@every_page
def test_the_page_names_its_language(language: str) -> None:
    assert page(language=language).values("lang") == [language]


def test_every_implication_stands_on_the_page_once() -> None:
    book, anchors = load("classic").book, page().values("id")
    for one in (*book.starts, *book.rules, *book.fouls, *book.mechanics, *book.ends):
        assert anchors.count(f"{one.kind}-{one.name}") == 1
    for definition in book.definitions:
        assert anchors.count(f"let-{definition.name}") == 1


def test_an_implication_is_shown_as_it_is_written() -> None:
    text = "".join(page().texts)
    rule = "when not alone & not stopped & owing:answering_sevens & sevens & group_allowed-> put Cn"
    assert rule in text
    assert "-> put Cn, return j, draw owed + seven_cards for j, owed = 0" in text


def test_a_rulebook_without_statements_shows_its_implications() -> None:
    found = page("formal")
    assert not found.of_class("says")
    assert {"rule-rule_1", "mechanic-mechanic_10", "pR1", "pM10"} <= set(found.values("id"))
    assert "Follow the suit." in found.text()


# -------------------------------------------------------------------------------------------------- options


def test_options_that_differ_from_the_default_are_marked() -> None:
    assert not page().of_class("other")
    changed = page(ace_two="free", seven_cards=2).of_class("other")
    assert [one["id"] for one in changed] == ["option-seven_cards", "option-ace_two"]
    assert not page("prsi").of_class("other")


def test_the_page_tells_the_rules_in_force() -> None:
    usual, other = page(), page(seven_answer="off", seven_cards=2, hand_size=7)
    assert "s14-2" in usual.values("id")
    assert "s14-8" not in usual.values("id")
    assert "s14-2" not in other.values("id")
    assert "s14-8" in other.values("id")
    assert "Everyone is dealt 5 cards." in usual.text()
    assert "Everyone is dealt 7 cards." in other.text()
    assert "Every seven costs the next player 2 cards" in other.text()


def test_what_the_options_switch_off_is_said_to_be_off() -> None:
    off = {one["id"] for one in page(red_seven_return="off", seven_answer="off").of_class("off")}
    assert {"rule-red_seven", "rule-answer_sevens"} <= off
    assert not {"rule-lay", "rule-take"} & off


def test_gaps_in_the_numbers_are_explained() -> None:
    assert "some numbers are missing" not in page().text()
    assert "some numbers are missing" in page(seven_answer="off").text()


# ------------------------------------------------------------------------------------------------ strangers

STRANGE = f"""rulebook strange
    en "{EVIL}" "{EVIL}"
    sk "{EVIL}" "{EVIL}"

include classic

option amp = lt | gt  §3
    en "{EVIL}" "{EVIL}"
    sk "{EVIL}" "{EVIL}"
    lt en "{EVIL}" sk "{EVIL}"

says 3.0
    en "{EVIL}"
    sk "{EVIL}"

says 3.1 if amp == lt
    en "{EVIL} §3 §99"
    sk "{EVIL} §3 §99"

let quot §3 = n < 2 & n > 0
    no  en "{EVIL}"
        sk "{EVIL}"

override rule lay: not alone & not stopped & not owing & quot & fits -> put Cn
    en "{EVIL} {{suit}}" sk "{EVIL} {{suit}}"

forbid evil: amp == gt
    en "{EVIL}" sk "{EVIL}"
"""


@every_page
@pytest.mark.parametrize("options", [{}, {"hand_size": 4}])
def test_the_texts_of_strangers_are_only_texts(language: str, options: dict[str, object]) -> None:
    found = Page(rules_page(Game(book_from_text(STRANGE), 2, options), language))
    assert not {"script", "img"} & {tag for tag, _ in found.tags}
    assert found.text().count("alert(1)") >= 16
    assert "n < 2 & n > 0" in found.text()
    usual = {tag for tag, _ in page().tags}
    assert {tag for tag, _ in found.tags} <= usual


# ---------------------------------------------------------------------------------------------- the command


def shown(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["rules", "show", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_command_prints_or_writes_the_page(tmp_path: Path) -> None:
    printed = shown("classic", "--html", "--lang", "sk", "--option", "ace_two=free")
    assert printed == rules_page(load("classic", ace_two="free"), "sk")
    file = tmp_path / "rules.html"
    assert shown("classic", "--html", "--lang", "sk", "-o", "ace_two=free", "--output", str(file)) == ""
    assert file.read_text(encoding="utf-8") == printed


def test_the_terminal_lists_the_statements_by_paragraph() -> None:
    lines = shown("classic", "--lang", "en", "--option", "seven_cards=2").splitlines()
    at = lines.index("  §14  The seven")
    assert lines[at + 1].split("  ")[-1].startswith("Every seven costs the next player 2 cards")
    assert lines[at + 1].split()[0] == "14.1"
    assert "    * 2" in lines


def test_for_players_there_is_a_way_home_and_the_notation_waits() -> None:
    page = rules_page(load("classic"), "sk", home="/")
    assert '<a class="home" href="/">' in page
    assert 'id="notation">' in page
    assert 'id="notation" checked>' in rules_page(load("classic"), "sk")


def test_the_page_begins_with_the_rules_and_what_was_changed_not_with_every_setting() -> None:
    plain = rules_page(load("classic"), "sk", home="/")
    assert plain.index('id="p1"') < plain.index('id="options"')
    assert 'id="changes"' not in plain
    changed = rules_page(load("classic", seven_cards=2), "sk", home="/")
    assert changed.index('id="changes"') < changed.index('id="p1"')
    assert '<li><a href="#option-seven_cards">' in changed


def test_a_table_seats_as_many_as_the_page_says() -> None:
    game = load("classic")
    assert "Pre 2 až 15 hráčov." in rules_page(game, "sk")
    assert "Pre 2 až 10 hráčov." in rules_page(game, "sk", home="/", seats=10)
