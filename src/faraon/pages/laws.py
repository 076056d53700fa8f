"""What a rulebook says in its own notation, statement by statement, with sentences for a table's options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from faraon.engines.explain.statements import fill, in_language
from faraon.engines.rules import Bound
from faraon.lang import ir
from faraon.lang.format import Described, write_body
from faraon.lang.library import written
from faraon.lang.print_ir import print_expr
from faraon.play.game import Game

Filled = tuple[str | ir.Slot, ...]
"""A text; what only a position decides is still open."""

KINDS = (
    "deck",
    "deal",
    "turning",
    "covering",
    "start",
    "rule",
    "foul",
    "mechanic",
    "end",
    "let",
    "state",
    "forbid",
)
"""In the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said when a definition holds, or does not, and why a game ended."""

    holds: bool
    condition: str
    """When it is said, in the notation; empty if always."""
    text: Filled


@dataclass(frozen=True, slots=True)
class Law:
    """One statement in the notation of the language."""

    kind: str
    name: str
    paragraphs: tuple[str, ...]
    """Without their sign: ``("3", "4")``."""
    body: tuple[str, ...]
    text: Filled = ()
    in_force: bool = True
    """With these options it can apply."""
    remarks: tuple[Remark, ...] = ()

    @property
    def key(self) -> str:
        """A name for this law alone."""
        return f"{self.kind}-{self.name}" if self.name else self.kind


def laws_of(game: Game, language: str) -> list[Law]:
    """Everything that decides the game, in the order of :data:`KINDS`."""
    bound, assembly = game.bound, written(game.book.sources)
    laws = [] if assembly.deck is None else [_law("deck", "", assembly.deck)]
    laws += [_law(setting.kind, "", setting) for setting in assembly.settings]
    checked = {
        (one.kind, one.name): one
        for one in (*bound.starts, *bound.rules, *bound.fouls, *bound.mechanics, *bound.ends)
    }
    for implications in assembly.implications.values():
        for node in implications:
            one = checked[node.kind, node.name]
            text = _said(bound, one.texts, language)
            why = tuple(_remarks(bound, True, one.why, language))
            laws.append(_law(node.kind, node.name, node, text, one.guard != ir.FALSE, why))
    definitions = {one.name: one for one in game.book.definitions}
    for let in assembly.lets:
        definition = definitions[let.name]
        yes = _remarks(bound, True, definition.yes, language)
        no = _remarks(bound, False, definition.no, language)
        laws.append(_law("let", let.name, let, remarks=(*yes, *no)))
    texts = {(one.each or one.name): one.texts for one in game.book.state}
    laws += [_law("state", one.name, one, _said(bound, texts[one.name], language)) for one in assembly.state]
    reasons = {one.name: one.texts for one in game.book.forbids}
    laws += [
        _law("forbid", one.name, one, _said(bound, reasons[one.name], language)) for one in assembly.forbids
    ]
    return sorted(laws, key=lambda law: KINDS.index(law.kind))


def _law(
    kind: str,
    name: str,
    node: Described,
    text: Filled = (),
    in_force: bool = True,
    remarks: tuple[Remark, ...] = (),
) -> Law:
    paragraphs = tuple(paragraph.lstrip("§") for paragraph in node.paragraphs)
    return Law(kind, name, paragraphs, write_body(node), text, in_force, remarks)


def _said(bound: Bound, texts: ir.Texts, language: str) -> Filled:
    template, spoken = in_language(texts, language)
    filled = fill(bound, template, spoken)
    if filled and isinstance(filled[0], str):
        filled = (filled[0][:1].upper() + filled[0][1:], *filled[1:])
    return filled


def _remarks(
    bound: Bound, holds: bool, sentences: tuple[ir.Sentence, ...], language: str
) -> Iterator[Remark]:
    """The sentences that can be said with these options: the first whose condition holds counts."""
    for sentence in sentences:
        condition = bound.fold(sentence.condition)
        if condition == ir.FALSE:
            continue
        always = condition == ir.TRUE
        shown = "" if always else print_expr(condition)
        yield Remark(holds, shown, _said(bound, sentence.texts, language))
        if always:
            break
