"""May I lay this? The rulebook's verdict on a move, and what would hold after it."""

from __future__ import annotations

from collections.abc import Sequence

from faraon.cards import Suit
from faraon.engines.errors import GameError
from faraon.game.telling import consequences
from faraon.game.verdict import Verdict
from faraon.play.state import State
from faraon.server import wire as msg
from faraon.server.table.showing import situation
from faraon.server.wire.refusals import from_game_error


def judge(state: State, request: msg.Judge, names: Sequence[str]) -> msg.Judged:
    try:
        verdict = _verdict(state, request.move)
    except GameError as error:
        raise from_game_error(error, "bad-message") from None
    told = verdict.reasons
    if verdict:  # as everybody at the table is called
        told = (told[0], *consequences(verdict.facts, state.turn, names))
    reasons = [msg.Reason(one.rule, one.paragraph, one.en, one.sk) for one in told]
    after = state.play(verdict.move) if verdict.legal and verdict.move.cards else None
    shown = None if after is None or after.over else situation(after.situation)
    foul, lie = _foul(state, verdict), verdict.lie
    price = None if lie is None else msg.Reason(lie.rule, lie.paragraph, lie.en, lie.sk)
    return msg.Judged(request.id, str(verdict.move), verdict.legal, reasons, shown, foul, price)


def _foul(state: State, verdict: Verdict) -> msg.Foul | None:
    """The price of a wrong lay is known beforehand: which cards are drawn is not told, how many is."""
    foul = verdict.foul
    if foul is None:
        return None
    drawn = sum(fact.new for fact in verdict.facts if fact.kind == "draw" and fact.seat == state.turn)
    return msg.Foul(foul.rule, foul.paragraph, foul.en, foul.sk, drawn)


def _verdict(state: State, text: str) -> Verdict:
    """Cards that want a suit may come without one: the client does not know which do. They are judged
    with each suit, and a legal one comes first."""
    verdict = state.judge(text)
    move = verdict.move
    bare = move.cards and move.suit is None and move.seat is None
    if not bare or not state.game.bound.asks_for_suit(move.cards):
        return verdict
    verdicts = [state.judge(move._replace(suit=suit)) for suit in Suit]
    return next((one for one in verdicts if one.legal), verdicts[0])
