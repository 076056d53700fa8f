"""The rulebook as one page: no scripts, nothing loaded from elsewhere, every text escaped.

A paragraph is the anchor ``#p13``, a statement ``#s13-4``, a rule ``#rule-red_seven``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from importlib import resources

from faraon.engines.explain.statements import Said, fill, in_language, in_order, statements
from faraon.lang import ir
from faraon.lang.print_ir import print_expr
from faraon.pages.laws import Filled, Law, laws_of
from faraon.play.game import Game

WORDS = {
    "en": {
        "rules": "rules",
        "players": "For {0} to {1} players.",
        "exactly": "For {0} players.",
        "contents": "Contents",
        "options": "House rules",
        "changes": "Changed at this table",
        "same": "Everything is as in the basic rules.",
        "differs": "Changes made at this table are marked.",
        "instead": "instead of: {0}",
        "jump": "Only sentences that hold under these house rules are shown, so some numbers are missing.",
        "home": "Back to the game",
        "notation": "Show the notation of the rules",
        "beside": "In the notation of the rules",
        "also": "also",
        "off": "Not in force under these house rules.",
        "other": "Without a paragraph",
        "whole": "The rules",
        "yes": "if it holds",
        "no": "if not",
        "made": "Rulebook {0}, fingerprint {1}",
        "kind-start": "start",
        "kind-rule": "rule",
        "kind-foul": "foul",
        "kind-mechanic": "mechanic",
        "kind-end": "end",
        "kind-let": "definition",
        "kind-state": "state",
        "kind-forbid": "forbidden",
        "kind-deck": "the deck",
        "kind-deal": "dealing",
        "kind-turning": "turning the pile",
        "kind-covering": "covering cards",
    },
    "sk": {
        "rules": "pravidlá",
        "players": "Pre {0} až {1} hráčov.",
        "exactly": "Počet hráčov: {0}.",
        "contents": "Obsah",
        "options": "Domáce pravidlá",
        "changes": "Zmenené pri tomto stole",
        "same": "Všetko podľa základných pravidiel.",
        "differs": "Zmeny pri tomto stole sú vyznačené.",
        "instead": "namiesto: {0}",
        "jump": "Uvedené sú iba vety, ktoré tu platia, preto niektoré čísla chýbajú.",
        "home": "Späť do hry",
        "notation": "Ukázať zápis pravidiel",
        "beside": "V zápise pravidiel",
        "also": "aj",
        "off": "Pri týchto domácich pravidlách neplatí.",
        "other": "Bez paragrafu",
        "whole": "Pravidlá",
        "yes": "ak platí",
        "no": "ak nie",
        "made": "Pravidlá {0}, odtlačok {1}",
        "kind-start": "začiatok",
        "kind-rule": "pravidlo",
        "kind-foul": "priestupok",
        "kind-mechanic": "mechanika",
        "kind-end": "koniec",
        "kind-let": "pojem",
        "kind-state": "stav",
        "kind-forbid": "zakázané",
        "kind-deck": "karty",
        "kind-deal": "rozdávanie",
        "kind-turning": "otočenie hracej kopy",
        "kind-covering": "zakrývanie kariet",
    },
}

_PARAGRAPH = re.compile(r"§([0-9]+)")
_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def rules_page(game: Game, language: str, home: str = "", seats: int | None = None) -> str:
    """The rules of a table in Slovak (``sk``) or English (``en``) as an HTML page.

    With a ``home`` to go back to, it is a page for players: the notation waits until it is asked for. Where
    tables have fewer ``seats`` than the rulebook allows players, the page says how many can really play.
    """
    return "\n".join(_Page(game, language, home, seats).lines()) + "\n"


class _Page:
    def __init__(self, game: Game, language: str, home: str, seats: int | None) -> None:
        self.game = game
        self.seats = seats
        self.language = language
        self.home = home
        self.words = WORDS[language]
        self.said = statements(game.bound, language)
        self.laws = laws_of(game, language)
        self.lets = {law.name for law in self.laws if law.kind == "let"}
        cited = {paragraph for law in self.laws for paragraph in law.paragraphs if paragraph.isdecimal()}
        self.paragraphs = sorted(cited | {said.paragraph for said in self.said}, key=in_order)
        self.headings = {said.paragraph: said.text for said in self.said if said.is_heading}

    def lines(self) -> Iterator[str]:
        title = self.text(self.game.book.texts) or escape(self.game.name)
        yield "<!doctype html>"
        yield f'<html lang="{self.language}">'
        yield '<head><meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{title} – {self.words['rules']}</title>"
        yield f"<style>{_resource('rules.css')}</style></head>"
        yield "<body>"
        yield f'<header class="head">{_resource("ornament.svg").strip()}<div class="in">'
        if self.home:
            yield f'<a class="home" href="{escape(self.home)}">← {self.words["home"]}</a>'
        yield f"<h1>{title}</h1>"
        least, most = self.game.book.players
        most = most if self.seats is None else min(most, self.seats)
        players = self.words["players" if least < most else "exactly"].format(least, most)
        yield f"<p>{self.text(self.game.book.texts, long=True)}</p><p>{players}</p></div></header>"
        yield '<div class="sheet">'
        yield from self.contents()
        yield "<main>"
        if self.said:
            checked = "" if self.home else " checked"
            yield f'<input class="choice" type="checkbox" id="notation"{checked}>'
            yield f'<label for="notation">{self.words["notation"]}</label>'
        yield from self.changes()
        for paragraph in self.paragraphs:
            yield from self.paragraph(paragraph)
        yield from self.without_paragraph()
        yield from self.options()
        yield "</main></div>"
        made = self.words["made"].format(
            f"<code>{escape(self.game.name)}</code>", f"<code>{self.game.book.hash[:16]}</code>"
        )
        yield f'<footer class="foot">{made}</footer>'
        yield "</body></html>"

    # ------------------------------------------------------------------------------------------------ texts
    def text(self, texts: ir.Texts, long: bool = False) -> str:
        """A text of the rulebook, escaped."""
        if long:
            texts = ir.Texts(en=texts.en_long, sk=texts.sk_long)
        template, spoken = in_language(texts, self.language)
        return self.filled(fill(self.game.bound, template, spoken))

    def filled(self, parts: Filled) -> str:
        """A text escaped; what is still open is shown as the expression that it is."""
        return "".join(escape(part) if isinstance(part, str) else _open(part) for part in parts)

    def sentence(self, text: str) -> str:
        """A statement escaped, with the paragraphs that it names linked."""
        return _PARAGRAPH.sub(
            lambda found: self.cited((found[1],)) if found[1] in self.paragraphs else found[0], escape(text)
        )

    def code(self, text: str, own: str = "") -> str:
        """A piece of the notation, with the definitions that it uses linked."""
        out, place = [], 0
        for found in _WORD.finditer(text):
            name = found.group()
            if name in self.lets and name != own:
                out += [escape(text[place : found.start()]), f'<a href="#let-{name}">{name}</a>']
                place = found.end()
        return "".join((*out, escape(text[place:])))

    def cited(self, paragraphs: tuple[str, ...]) -> str:
        """Links to paragraphs; what documents number in their own way (``R1``) is itself the anchor."""
        return ", ".join(
            f'<a href="#p{number}">§{number}</a>'
            if number in self.paragraphs
            else f'<span id="p{number}">§{number}</span>'
            for number in paragraphs
        )

    # ------------------------------------------------------------------------------------------------ parts
    def contents(self) -> Iterator[str]:
        headed = [paragraph for paragraph in self.paragraphs if paragraph in self.headings]
        if not headed:
            return
        yield f'<nav aria-label="{self.words["contents"]}"><ul class="contents">'
        if self.changed:
            yield f'<li><span>–</span> <a href="#changes">{self.words["changes"]}</a></li>'
        for paragraph in headed:
            heading = escape(self.headings[paragraph])
            yield f'<li><span>§{paragraph}</span> <a href="#p{paragraph}">{heading}</a></li>'
        if self.game.book.options:
            yield f'<li><span>–</span> <a href="#options">{self.words["options"]}</a></li>'
        yield "</ul></nav>"

    @property
    def changed(self) -> list[ir.Option]:
        """The options that are set otherwise than the rulebook has them."""
        chosen = self.game.options
        return [option for option in self.game.book.options if chosen[option.name] != option.default]

    def changes(self) -> Iterator[str]:
        """What whoever knows the rules must read first."""
        if not self.changed:
            return
        yield f'<section id="changes"><h2>{self.words["changes"]}</h2><ul>'
        for option in self.changed:
            now = self.setting(option, self.game.options[option.name])
            title = self.text(option.texts) or escape(option.name)
            yield f'<li><a href="#option-{option.name}">{title}</a>: <b>{now}</b></li>'
        yield "</ul></section>"

    def options(self) -> Iterator[str]:
        options = self.game.book.options
        if not options:
            return
        yield f'<section id="options"><h2>{self.words["options"]}</h2>'
        jump = f" {self.words['jump']}" if self.numbers_jump() else ""
        yield f'<p class="note">{self.words["differs" if self.changed else "same"]}{jump}</p>'
        yield '<dl class="options">'
        for option in options:
            yield from self.option(option)
        yield "</dl></section>"

    def numbers_jump(self) -> bool:
        """Some statement is left out before another that is not."""
        left_out = {one.number for one in self.game.book.says} - {one.number for one in self.said}
        last = {one.paragraph: in_order(one.number) for one in self.said}
        return any(
            in_order(number) < last.get(number.partition(".")[0], in_order("0")) for number in left_out
        )

    def option(self, option: ir.Option) -> Iterator[str]:
        value = self.game.options[option.name]
        other = value != option.default
        cited = self.cited(tuple(paragraph.lstrip("§") for paragraph in option.paragraphs))
        yield f'<div class="option{" other" if other else ""}" id="option-{option.name}">'
        yield f'<dt>{self.text(option.texts) or escape(option.name)}</dt><dd class="where">{cited}</dd>'
        yield f'<dd class="ask">{self.text(option.texts, long=True)}</dd>'
        setting = f"<code>{escape(f'{option.name} = {value}')}</code>"
        was = self.words["instead"].format(self.setting(option, option.default))
        was = f'<span class="was">{was}</span>' if other else ""
        yield f'<dd class="now"><b>{self.setting(option, value)}</b> {was}{setting}</dd></div>'

    def setting(self, option: ir.Option, value: ir.Scalar) -> str:
        """What a setting means in words."""
        return self.text(dict(option.value_texts).get(value, ir.NO_TEXTS)) or escape(str(value))

    def paragraph(self, number: str) -> Iterator[str]:
        said = [one for one in self.said if one.paragraph == number and not one.is_heading]
        cited = [law for law in self.laws if number in law.paragraphs]
        heading = escape(self.headings.get(number, ""))
        yield f'<section id="p{number}"><h2><a href="#p{number}">§{number}</a> {heading}</h2>'
        own = [law for law in cited if self.first(law) == number]
        yield from self.two(said, own, [law for law in cited if law not in own])
        yield "</section>"

    def first(self, law: Law) -> str:
        """The paragraph where a law is shown; under the others it is only named."""
        return next(number for number in law.paragraphs if number in self.paragraphs)

    def without_paragraph(self) -> Iterator[str]:
        laws = [law for law in self.laws if not set(law.paragraphs) & set(self.paragraphs)]
        if laws:
            heading = self.words["other" if self.paragraphs else "whole"]
            yield f'<section id="other"><h2>{heading}</h2>'
            yield from self.two([], laws, [])
            yield "</section>"

    def two(self, said: list[Said], laws: list[Law], elsewhere: list[Law]) -> Iterator[str]:
        """Sentences, and beside them the same in the notation."""
        yield f'<div class="two{"" if said else " alone"}">'
        if said:
            yield '<ol class="says">'
            for one in said:
                anchor = "s" + one.number.replace(".", "-")
                number = f'<a href="#{anchor}">{one.number}</a>'
                yield f'<li id="{anchor}">{number}<span>{self.sentence(one.text)}</span></li>'
            yield "</ol>"
        if laws or elsewhere:
            yield f'<div class="laws" role="group" aria-label="{self.words["beside"]}">'
            for law in laws:
                yield from self.law(law)
            if elsewhere:
                yield '<ul class="also">'
                yield from (self.reference(law) for law in elsewhere)
                yield "</ul>"
            yield "</div>"
        yield "</div>"

    # ----------------------------------------------------------------------------------------- the notation
    def law(self, law: Law) -> Iterator[str]:
        yield f'<article class="law{"" if law.in_force else " off"}" id="{law.key}">'
        name = f" <code>{law.name}</code>" if law.name else ""
        cited = f' <span class="where">{self.cited(law.paragraphs)}</span>' if law.paragraphs else ""
        yield f"<h3><span>{self.words[f'kind-{law.kind}']}</span>{name}{cited}</h3>"
        if not law.in_force:
            yield f'<p class="no">{self.words["off"]}</p>'
        if law.text:
            yield f"<p>{self.filled(law.text)}</p>"
        sides = "".join(f"<span>{self.code(side, own=law.name)}</span>" for side in law.body)
        yield f"<pre>{sides}</pre>"
        if law.remarks:
            yield "<ul>"
            for remark in law.remarks:
                sign, means = ("✓", self.words["yes"]) if remark.holds else ("✗", self.words["no"])
                when = f"<code>{escape(remark.condition)}</code>" if remark.condition else ""
                mark = f'<span title="{means}" aria-label="{means}" role="img">{sign}</span>'
                yield f"<li>{mark}{when}<span>{self.filled(remark.text)}</span></li>"
            yield "</ul>"
        yield "</article>"

    def reference(self, law: Law) -> str:
        name = f"{self.words[f'kind-{law.kind}']} {f'<code>{law.name}</code>' if law.name else ''}".strip()
        said = f" {self.filled(law.text)}" if law.text else ""
        link = f'<a href="#{law.key}">{name}</a> (§{self.first(law)})'
        return f"<li>{self.words['also']} {link}{':' if said else ''}{said}</li>"


def _open(slot: ir.Slot) -> str:
    noun = f" {escape(slot.forms[-1])}" if len(slot.forms) > 1 else ""
    return f"<var>{escape(print_expr(slot.expr))}</var>{noun}"


def _resource(name: str) -> str:
    return resources.files("faraon.pages").joinpath(name).read_text(encoding="utf-8")
