"""Why a move is legal, and why not: sentences in both languages, the best reason first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from faraon.engines.explain.facts import facts
from faraon.engines.explain.stepper import Stepper, cite, walk_through
from faraon.engines.python.claims import candidates
from faraon.engines.python.engine import PythonEngine
from faraon.engines.rules import Bound
from faraon.game.facts import Reason
from faraon.game.move import CHECK, Move
from faraon.game.position import Position
from faraon.game.telling import consequences
from faraon.game.verdict import Verdict
from faraon.lang import ir
from faraon.limits import LARGEST_GROUP
from faraon.words import card_name

TIMES = (("once", "raz"), ("twice", "dvakrát"), ("three times", "trikrát"))
"""How often a card is held: never more often than there are packs."""

NUMBERS = {2: ("two", "Dve"), 3: ("three", "Tri"), 4: ("four", "Štyri")}

NOT_DONE = {
    "draw": "neťahá",
    "stand": "nestojí",
    "pass": "ťah nevynecháva",
    "concede": "hra nevzdáva",
    "check": "nekontroluje",
}

Possible = Callable[[str, Position], bool]


def judge(engine: PythonEngine, position: Position, move: Move) -> Verdict:
    """Whether a move is legal, and why; where a wrong lay is not refused, also what it costs."""
    if engine.rule_of(position, move) >= 0:
        return explain_legal(engine, position, move)
    verdict = explain_illegal(engine.bound, position, move, engine.possible)
    if engine.foul_of(position, move) < 0:
        return verdict
    walk = walk_through(engine, position, move)
    foul = walk.steps[0]
    said = Reason(foul.implication.name, foul.paragraph, foul.en, foul.sk)
    return replace(verdict, foul=said, facts=facts(walk, engine.shown))


def explain_legal(engine: PythonEngine, position: Position, move: Move) -> Verdict:
    """The rule that allows the move, and what it changes."""
    if move.word == CHECK:
        return _explain_check(engine, position, move)
    walk = walk_through(engine, position, move)
    rule, found = walk.steps[0], facts(walk, engine.shown)
    allowed = Reason(rule.implication.name, rule.paragraph, rule.en, rule.sk)
    lie = _lie(engine, position) if engine.lies(position, move) else None
    if lie is not None:
        found_out = [*consequences(found, position.turn), lie]
        return Verdict(move, allowed.rule, (allowed, *found_out), found, lie=lie)
    then = [told for told in consequences(found, position.turn) if told.en != allowed.en]
    return Verdict(move, allowed.rule, (allowed, *then), found)


def _explain_check(engine: PythonEngine, position: Position, move: Move) -> Verdict:
    """What it may cost; what it would find, nobody is told before."""
    rule = engine.bound.rules[engine.rule_of(position, move)]
    walk = Stepper(engine.bound, position, move, engine.possible)
    texts = walk.text(rule.texts.en, "en"), walk.text(rule.texts.sk, "sk")
    return Verdict(move, rule.name, (Reason(rule.name, cite(rule.paragraphs), *texts),))


def _lie(engine: PythonEngine, position: Position) -> Reason:
    """What a lie costs that is caught, in the rulebook's words."""
    foul = engine.foul_for_lie(position)
    walk = Stepper(engine.bound, position, Move(), engine.possible)
    en, sk = walk.text(foul.texts.en, "en"), walk.text(foul.texts.sk, "sk")
    return Reason(
        foul.name,
        cite(foul.paragraphs),
        f"If the next player checks, you take the cards back: {en[:1].lower()}{en[1:]}",
        f"Ak karty ďalší hráč skontroluje, vezmeš si ich späť: {sk[:1].lower()}{sk[1:]}",
    )


def explain_illegal(bound: Bound, position: Position, move: Move, possible: Possible) -> Verdict:
    """Why no rule allows the move."""
    reasons = list(_impossible(bound, position, move))
    if not reasons and bound.covered and len(move.cards) > 1 and move.seat is None:
        reasons = _impossible_claim(bound, position, move, possible)
    reasons = reasons or _near_misses(bound, position, move, possible)
    return Verdict(move, None, tuple(reasons))


# ------------------------------------------------------------------------- moves that cannot even be tried


def _impossible(bound: Bound, position: Position, move: Move) -> Iterator[Reason]:
    """What is wrong with a move before any rule is asked."""
    if position.over:
        yield Reason("over", "§10", "The game is over.", "Hra sa skončila.")
        return
    hand = position.hands[position.turn]
    missing = _missing(hand, move.cards)
    if missing is not None:
        yield _not_in_hand(missing, hand.count(missing))
    if len(move.cards) > LARGEST_GROUP:
        yield Reason(
            "group", "§4", "At most four cards are laid at once.", "Naraz sa vykladajú najviac štyri karty."
        )
    if len({card.val for card in move.cards}) > 1 and (not bound.covered or move.seat is not None):
        en, sk = "Cards laid together must have one value.", "Karty vyložené naraz musia mať rovnaký znak."
        yield Reason("group", "§4", en, sk)
    if move.seat is not None and not 0 <= move.seat < bound.players:
        yield Reason("seat", "§13", f"There is no seat {move.seat}.", f"Miesto {move.seat} pri stole nie je.")
    if missing is None:
        yield from _wrong_suit(bound, position, move)


def _impossible_claim(bound: Bound, position: Position, move: Move, possible: Possible) -> list[Reason]:
    """Why no group of that size and value can have this top card: what is said of all of them (§17)."""
    top, size = move.cards[-1], len(move.cards)
    groups = candidates(bound, position, move)
    if all(card.val == top.val for card in move.cards):
        return _near_misses(bound, position, move, possible)
    told = [_near_misses(bound, position, move._replace(cards=group), possible) for group in groups]
    common = [reason for reason in told[0] if all(reason in other for other in told)] if told else []
    many, kolko = NUMBERS[size]
    en = f"No {many} cards of one value with {card_name(top, 'en')} on top can be laid now."
    sk = f"{kolko} karty s rovnakým znakom, navrchu {card_name(top, 'sk')}, sa teraz vyložiť nedajú."
    return common or [Reason("claim", "§17", en, sk)]


def _wrong_suit(bound: Bound, position: Position, move: Move) -> Iterator[Reason]:
    if not move.cards or move.seat is not None:
        return
    asks, last = bound.asks_for_suit(move.cards), move.cards[-1]
    if asks and move.suit is None:
        written = Move((last,), bound.deck[0].suit)
        en = f"{_subject(last, 'en')} asks for a suit: add it after the card, as in {written}."
        sk = f"{_subject(last, 'sk')} si pýta farbu: napíš ju za kartu, napríklad {written}."
        yield Reason("suit", "§15", en, sk)
    elif not asks and move.suit is not None:
        en = f"{_subject(last, 'en')} does not ask for a suit."
        yield Reason("suit", "§15", en, f"{_subject(last, 'sk')} si farbu nepýta.")


def _subject(card: int, language: str) -> str:
    """A card at the beginning of a sentence."""
    name = card_name(card, language)
    return name[:1].upper() + name[1:]


def _not_in_hand(card: int, held: int) -> Reason:
    """The move needs the card more often than it is held."""
    en, sk = (card_name(card, language, accusative=True) for language in ("en", "sk"))
    if held == 0:
        return Reason("hand", "§1", f"You do not hold {en}.", f"Nemáš v ruke {sk}.")
    en_times, sk_times = TIMES[held - 1]
    return Reason("hand", "§1", f"You hold {en} only {en_times}.", f"V ruke máš {sk} iba {sk_times}.")


def _missing(hand: tuple[int, ...], cards: tuple[int, ...]) -> int | None:
    rest = list(hand)
    for card in cards:
        if card not in rest:
            return card
        rest.remove(card)
    return None


# ----------------------------------------------------------------------------------- rules that came near


def _near_misses(bound: Bound, position: Position, move: Move, possible: Possible) -> list[Reason]:
    """What fails in the rules for this kind of move; only the nearest rules are told."""
    walk = Stepper(bound, position, move, possible)
    reasons: list[Reason] = []
    for rule, clause, sentence in _told(walk):
        reason = _reason(walk, rule, clause, sentence)
        if all(known.en != reason.en for known in reasons):
            reasons.append(reason)
    if not reasons:
        reasons.append(_unknown(move))
    return reasons


Told = tuple[ir.Implication, ir.Clause, ir.Sentence | None]
"""A condition that fails, its rule, and the sentence that says so, if the rulebook has one."""


def told_clauses(bound: Bound, position: Position, move: Move, possible: Possible) -> list[Told]:
    """What is told of a move that could be tried and that no rule allows."""
    if any(_impossible(bound, position, move)):
        return []
    return _told(Stepper(bound, position, move, possible))


def _told(walk: Stepper) -> list[Told]:
    """Which conditions are told, and by which sentence.

    A rule speaks on its occasion. If no rule has its occasion, the first thing that is missing for it is
    told: what stands behind it in the occasion may rely on it. What stands in the way (a debt) goes before
    what is not there (an ace that could be answered).
    """
    same_kind = [rule for rule in walk.bound.rules if _same_kind(rule, walk.move)]
    # A rule that the options switch off is asked if nothing else is against the move, or there is no other.
    rules = [
        rule for rule in same_kind if rule.guard != ir.FALSE or _only_options_fail(walk, rule)
    ] or same_kind
    speaking: list[tuple[ir.Implication, list[ir.Clause]]] = []
    silent: list[tuple[ir.Implication, list[ir.Clause]]] = []
    for rule in rules:
        failing = [clause for clause in rule.clauses if not walk.value(clause.expr)]
        missing = [clause for clause in failing if clause.occasion]
        if missing:
            silent.append((rule, missing))
        else:
            speaking.append((rule, failing))
    near = speaking or silent
    nearest = min((len(clauses) for _, clauses in near), default=0)
    near = [(rule, clauses) for rule, clauses in near if len(clauses) == nearest]
    if not speaking:
        near = [(rule, clauses[:1]) for rule, clauses in near]
        near = [(rule, clauses) for rule, clauses in near if clauses[0].negated] or near
    return [(rule, clause, _sentence(walk, clause)) for rule, clauses in near for clause in clauses]


def _sentence(walk: Stepper, clause: ir.Clause) -> ir.Sentence | None:
    holding = (one for one in clause.failing if walk.value(walk.bound.fold(one.condition)))
    return next(holding, None)


def _unknown(move: Move) -> Reason:
    """Nothing in the rulebook is anything like this move."""
    if move.seat is not None:
        return Reason(
            "return", "§13", "These rules return nobody.", "Podľa týchto pravidiel sa nikto nevracia."
        )
    en, sk = (move.word, NOT_DONE[move.word]) if move.word else ("lay", "nevykladá")
    return Reason("word", "§4", f"These rules have no '{en}'.", f"V týchto pravidlách sa {sk}.")


def _only_options_fail(walk: Stepper, rule: ir.Implication) -> bool:
    """Whether a rule would allow the move at a table with other options."""
    written = next(one for one in walk.bound.book.rules if one.name == rule.name)
    return all(
        walk.value(clause.expr) or all(var.kind == "option" for var in ir.variables(open_.expr))
        for clause, open_ in zip(rule.clauses, written.clauses, strict=True)
    )


def clause_by_clause(
    bound: Bound, position: Position, move: Move, possible: Possible
) -> list[tuple[ir.Implication, list[tuple[ir.Clause, bool]]]]:
    """Every rule for this kind of move, and which of its conditions hold."""
    walk = Stepper(bound, position, move, possible)
    return [
        (rule, [(clause, bool(walk.value(clause.expr))) for clause in rule.clauses])
        for rule in bound.rules
        if rule.guard != ir.FALSE and _same_kind(rule, move)
    ]


def _same_kind(rule: ir.Implication, move: Move) -> bool:
    if move.word:
        return not rule.lays and rule.word == move.word
    return rule.lays and rule.returns == (move.seat is not None)


def _reason(walk: Stepper, rule: ir.Implication, clause: ir.Clause, sentence: ir.Sentence | None) -> Reason:
    paragraph = cite(clause.paragraphs or rule.paragraphs)
    if sentence is not None:
        texts = sentence.texts
        return Reason(rule.name, paragraph, walk.text(texts.en, "en"), walk.text(texts.sk, "sk"))
    what_en = walk.text(rule.texts.en, "en") or rule.name
    what_sk = walk.text(rule.texts.sk, "sk") or what_en
    en = f'The rule "{what_en.rstrip(".")}" does not apply now.'
    return Reason(rule.name, paragraph, en, f"Pravidlo „{what_sk.rstrip('.')}“ teraz neplatí.")
