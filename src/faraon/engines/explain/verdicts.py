"""Why a move is legal, and why not: sentences in both languages, the best reason first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from faraon.engines.explain.stepper import Stepper
from faraon.engines.rules import Bound
from faraon.game.move import Move
from faraon.game.position import Position
from faraon.game.verdict import Reason, Verdict
from faraon.lang import ir
from faraon.limits import LARGEST_GROUP
from faraon.words import card_name

TIMES = (("once", "raz"), ("twice", "dvakrát"), ("three times", "trikrát"))
"""How often a card is held: never more often than there are packs."""

Possible = Callable[[str, Position], bool]


def judge(bound: Bound, position: Position, move: Move, rule: int, possible: Possible) -> Verdict:
    """Whether a move is legal, and why.

    ``rule`` is the number of the rule that allows it, or of the foul that punishes it (fouls are counted
    after the rules), or -1.
    """
    if 0 <= rule < len(bound.rules):
        return explain_legal(bound, position, move, bound.rules[rule], possible)
    verdict = explain_illegal(bound, position, move, possible)
    if rule < 0:
        return verdict
    foul = bound.fouls[rule - len(bound.rules)]
    step = Stepper(bound, position, Move(), possible).run(foul)[0]
    return replace(verdict, foul=Reason(foul.name, cite(foul.paragraphs), step.en, step.sk))


def explain_legal(
    bound: Bound, position: Position, move: Move, rule: ir.Implication, possible: Possible
) -> Verdict:
    """The rule that allows the move, and what then follows."""
    steps = Stepper(bound, position, move, possible).run(rule)
    reasons = tuple(
        Reason(step.implication.name, cite(step.implication.paragraphs), step.en, step.sk) for step in steps
    )
    return Verdict(move, rule.name, reasons)


def explain_illegal(bound: Bound, position: Position, move: Move, possible: Possible) -> Verdict:
    """Why no rule allows the move."""
    reasons = list(_impossible(bound, position, move)) or _near_misses(bound, position, move, possible)
    return Verdict(move, None, tuple(reasons))


def cite(paragraphs: tuple[str, ...]) -> str:
    """Paragraphs as they are cited.

    >>> cite(("§3", "§4"))
    '§3, §4'
    """
    return ", ".join(paragraphs)


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
    if len({card.val for card in move.cards}) > 1:
        en, sk = "Cards laid together must have one value.", "Karty vyložené naraz musia mať rovnaký znak."
        yield Reason("group", "§4", en, sk)
    if move.seat is not None and not 0 <= move.seat < bound.players:
        yield Reason("seat", "§13", f"There is no seat {move.seat}.", f"Miesto {move.seat} pri stole nie je.")
    if missing is None:
        yield from _wrong_suit(bound, position, move)


def _wrong_suit(bound: Bound, position: Position, move: Move) -> Iterator[Reason]:
    if not move.cards or move.seat is not None:
        return
    asks, last = bound.asks_for_suit(move.cards), move.cards[-1]
    if asks and move.suit is None:
        en = f"{_subject(last, 'en')} asks for a suit: write it behind it, as {last}=h."
        sk = f"{_subject(last, 'sk')} si pýta farbu: napíš ju za kartu, ako {last}=h."
        yield Reason("suit", "§15", en, sk)
    elif not asks and move.suit is not None:
        en = f"{_subject(last, 'en')} asks for no suit."
        yield Reason("suit", "§15", en, f"{_subject(last, 'sk')} si farbu nepýta.")


def _subject(card: int, language: str) -> str:
    """A card at the beginning of a sentence."""
    name = card_name(card, language)
    return name[:1].upper() + name[1:]


def _not_in_hand(card: int, held: int) -> Reason:
    """The move needs the card more often than it is held."""
    en, sk = (card_name(card, language, accusative=True) for language in ("en", "sk"))
    if held == 0:
        return Reason("hand", "§1", f"You do not hold {en}.", f"Nemáš na ruke {sk}.")
    en_times, sk_times = TIMES[held - 1]
    return Reason("hand", "§1", f"You hold {en} only {en_times}.", f"Na ruke máš {sk} iba {sk_times}.")


def _missing(hand: tuple[int, ...], cards: tuple[int, ...]) -> int | None:
    rest = list(hand)
    for card in cards:
        if card not in rest:
            return card
        rest.remove(card)
    return None


# ----------------------------------------------------------------------------------- rules that came near


def _near_misses(bound: Bound, position: Position, move: Move, possible: Possible) -> list[Reason]:
    """What fails in the rules for this kind of move; only the nearest rules are told.

    A rule speaks on its occasion. If no rule has its occasion, the first thing that is missing for it is
    told: what stands behind it in the occasion may rely on it.
    """
    walk = Stepper(bound, position, move, possible)
    same_kind = [rule for rule in bound.rules if _same_kind(rule, move)]
    # A rule that the options switch off is asked only if there is no other.
    rules = [rule for rule in same_kind if rule.guard != ir.FALSE] or same_kind
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
    told = [
        (rule, clause)
        for rule, clauses in near
        if len(clauses) == nearest
        for clause in (clauses if speaking else clauses[:1])
    ]
    reasons: list[Reason] = []
    for rule, clause in told:
        reason = _reason(walk, rule, clause)
        if all(known.en != reason.en for known in reasons):
            reasons.append(reason)
    if not reasons:
        en = f"These rules have no '{move}'."
        reasons.append(Reason("word", "§4", en, f"Tieto pravidlá nepoznajú „{move}“."))
    return reasons


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


def _reason(walk: Stepper, rule: ir.Implication, clause: ir.Clause) -> Reason:
    paragraph = cite(clause.paragraphs or rule.paragraphs)
    for sentence in clause.failing:
        if walk.value(walk.bound.fold(sentence.condition)):
            texts = sentence.texts
            return Reason(rule.name, paragraph, walk.text(texts.en, "en"), walk.text(texts.sk, "sk"))
    what_en = walk.text(rule.texts.en, "en") or rule.name
    what_sk = walk.text(rule.texts.sk, "sk") or what_en
    en = f'The rule "{what_en.rstrip(".")}" does not apply now.'
    return Reason(rule.name, paragraph, en, f"Pravidlo „{what_sk.rstrip('.')}“ teraz neplatí.")
