"""Answers about overlapping rules and about the sentences of refusals."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

from faraon.lang import ir
from faraon.lang.errors import Span
from faraon.proof.answers import Answer, Clock, OutOfTimeError, Standing, Tell, Text
from faraon.proof.overlaps import Overlap, overlaps
from faraon.proof.played import Played
from faraon.proof.proving import Proving, written
from faraon.proof.sentences import Place, asker_for, confirmed, places, presupposed
from faraon.proof.words import out_of_time, seats

Defaults = Mapping[str, ir.Scalar]


def overlap_answers(
    provings: Sequence[Proving], defaults: Defaults, clock: Clock, tell: Tell
) -> Iterator[Answer]:
    """Every two rules that allow one move, at the first number of players where they do."""
    found: dict[tuple[str, str], tuple[Overlap, float]] = {}
    for proving in provings:
        players = seats([proving.table.players])
        tell(Text(f"overlapping rules, {players.en}", f"prekrývajúce sa pravidlá, {players.sk}"))
        begun = time.monotonic()
        try:
            for one in overlaps(proving):
                key = one.first.name, one.second.name
                if key not in found or (one.differs and not found[key][0].differs):
                    found[key] = one, time.monotonic() - begun
        except OutOfTimeError:
            text = out_of_time(
                Text(
                    f"{players.en}: not all rules were compared",
                    f"{players.sk}: neporovnali sa všetky pravidlá",
                )
            )
            yield Answer("overlap", "", Standing.open, text)
            return
    for (first, second), (one, took) in found.items():
        shown = written(one.shown, dict(defaults))
        if one.differs:
            text = Text(
                f"{first} counts, and {second} would do something else",
                f"platí {first}, hoci {second} by spravilo niečo iné",
            )
            yield Answer("overlap", f"{first}, {second}", Standing.refuted, text, took, shown)
        else:
            text = Text("they overlap, and do the same there", "prekrývajú sa a robia tam to isté")
            yield Answer("overlap", f"{first}, {second}", Standing.proven, text, took, shown)
    text = Text("no other rules allow the same move", "žiadne iné pravidlá nedovoľujú ten istý ťah")
    yield Answer("overlap", "", Standing.proven, text)


class SentenceAnswers:
    """Sentences that say something of nothing, and sentences that are never said."""

    def __init__(
        self, provings: Sequence[Proving], played: Played, defaults: Defaults, clock: Clock, tell: Tell
    ) -> None:
        self.provings = provings
        self.defaults = dict(defaults)
        self.clock = clock
        self.tell = tell
        self.said = set(played.sentences)
        """Sentences that were said in a game, or in a position that the interpreter agrees about,"""
        self.unsaid: dict[Span, str] = {}
        """those that were not, and"""
        self.perhaps: set[Span] = set()
        """those of them that may be said all the same."""

    def answers(self) -> Iterator[Answer]:
        answered: set[str] = set()
        checked = 0
        try:
            for proving in self.provings:
                players = seats([proving.table.players])
                self.tell(Text(f"sentences of refusals, {players.en}", f"vety odmietnutí, {players.sk}"))
                for place in places(proving):
                    false = self._false(place, proving)
                    self._look_for(place, proving)
                    checked += 1
                    if false is not None and false.about not in answered:
                        answered.add(false.about)
                        yield false
        except OutOfTimeError:
            text = out_of_time(Text(f"{checked} sentences were looked at", f"pozretých viet: {checked}"))
            yield Answer("sentence", "", Standing.open, text)
            return
        text = Text(
            "whatever else is said of refused moves names cards and players that exist, and no number 0",
            "všetko ostatné, čo sa hovorí o odmietnutých ťahoch, pomenúva karty a hráčov, ktorí naozaj sú, "
            "a žiadne číslo, ktoré je 0",
        )
        yield Answer("sentence", "", Standing.proven, text)
        yield from self._never_said()

    def _false(self, place: Place, proving: Proving) -> Answer | None:
        """A sentence that names nothing, or a refusal without a sentence."""
        begun, wrong = time.monotonic(), presupposed(place, proving)
        if wrong is None and place.sentence is not None:
            return None
        wanted = [place.told] if wrong is None else [place.told, wrong]
        asker = asker_for(place, proving, reachable=False)
        if asker.model(*wanted) is None:
            return None
        shown = proving.shown(proving.smallest(asker, wanted), place.step)
        about = f"{place.rule.name}: {place.text or place.clause.name}".rstrip(": ")
        found = written(shown, self.defaults)
        if confirmed(place, shown, false=wrong is not None):
            text = (
                Text("it names something that is not there", "pomenúva niečo, čo tam nie je")
                if wrong is not None
                else Text("a refusal without a sentence of its own", "odmietnutie bez vlastnej vety")
            )
            return Answer("sentence", about, Standing.refuted, text, time.monotonic() - begun, found)
        if asker_for(place, proving, reachable=True).model(*wanted) is None:
            return None
        text = Text(
            "it may say something that is not so; in the position that was found it is not said",
            "možno hovorí niečo, čo nie je pravda; v nájdenej situácii sa však nepovie",
        )
        return Answer("sentence", about, Standing.open, text, time.monotonic() - begun, found)

    def _look_for(self, place: Place, proving: Proving) -> None:
        """Whether a sentence that no game heard is said in some position."""
        if place.sentence is None or place.sentence.span in self.said:
            return
        span = place.sentence.span
        self.unsaid[span] = place.text
        model = asker_for(place, proving, reachable=False).model(place.told)
        if model is None:
            return
        if confirmed(place, proving.shown(model, place.step), false=False):
            self.said.add(span)
        else:
            self.perhaps.add(span)

    def _never_said(self) -> Iterator[Answer]:
        for span, text in self.unsaid.items():
            if span in self.said:
                continue
            about = f"{span.file}:{span.line} {text}"
            if span in self.perhaps:
                why = Text(
                    "no game and no position was found in which it is said, and no proof that there is none",
                    "nenašla sa hra ani situácia, v ktorej sa povie, ani dôkaz, že taká nie je",
                )
                yield Answer("part", about, Standing.open, why)
            else:
                why = Text(
                    "never said of a refused move where groups are laid open",
                    "nikdy sa nepovie o odmietnutom ťahu tam, kde sa vykladá odkryto",
                )
                yield Answer("part", about, Standing.proven, why)
