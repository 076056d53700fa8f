"""What a move really did: read off the position before it and the one after it, never off what was meant."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence about a move, with the rule and the paragraph it comes from."""

    rule: str
    paragraph: str
    en: str
    sk: str

    def text(self, language: str) -> str:
        sentence = self.sk if language == "sk" else self.en
        if not self.paragraph or not sentence:
            return sentence
        return (
            f"{sentence[:-1]} ({self.paragraph})."
            if sentence.endswith(".")
            else f"{sentence} ({self.paragraph})"
        )


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a move changed.

    ============  ====================================================================================
    ``draw``      the seat took ``new`` cards; ``old`` were asked for
    ``true``      covered cards of the seat, ``new`` of them, were checked: they are as declared
    ``lie``       covered cards of the seat, ``new`` of them, were checked: all is as before they were laid
    ``return``    the seat is in the game again
    ``out``       the seat has no cards left and is number ``new`` to finish (0: that is not known)
    ``suit``      the valid suit is ``new``, whether it changed or not
    ``any_card``  any card fits on the pile now
    ``debt``      cards owed: from ``old`` to ``new``, by the seat (-1: it waits)
    ``stop``      stops in force: from ``old`` to ``new``; the seat is the first that they stop
    ``again``     the seat moves once more, as the rulebook shows
    ``note``      something else that the rulebook shows is in force, or not any more
    ``state``     something that nobody is shown has changed, and the rulebook has a sentence for it
    ``passed``    the seat does not move this time: it was returned just now, or is skipped
    ``turn``      from seat ``old`` the turn went to ``seat``
    ``over``      the game is over; the seat loses (-1: nobody)
    ``why``       why it is over
    ============  ====================================================================================
    """

    kind: str
    seat: int = -1
    old: int = 0
    new: int = 0
    said: Reason | None = None
    """The rulebook's own sentence, of the implication that had the last word."""
