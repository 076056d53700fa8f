"""Reviews in words, in both languages: what the terminal and the page share."""

from __future__ import annotations

from faraon.coach.shapes import Chance, Review, Summary, Weighed
from faraon.words import counted

WORDS = {
    "en": {
        "title": "Review",
        "seat": "seat {seat}",
        "won": "won",
        "lost": "lost",
        "drawn": "drawn",
        "unfinished": "unfinished",
        "turn": "turn",
        "chance": "chance",
        "played": "played",
        "better": "better",
        "hand": "hand",
        "accuracy": "Accuracy: {accuracy:.0f}%, over {decisions}.",
        "idle": "Nothing much was at stake in any decision: no accuracy is told.",
        "none": "No decision was weighed.",
        "unlucky": "Lost without a mistake: bad luck.",
        "bad_luck": "right, but bad luck followed",
        "foul": "not allowed, and punished",
        "equals": "equally good: {moves}",
        "last": "Accuracy of the last {count} games: {accuracy:.0f}%.",
        "how": "Chances come from trial games, with their band (90%). Accuracy counts the decisions in which "
        "a move chosen blindly would lose 5 points or more. A mark stands where a duel of both moves shows "
        "a loss of 5, 10 or 15 points and more for certain.",
    },
    "sk": {
        "title": "Rozbor",
        "seat": "miesto {seat}",
        "won": "výhra",
        "lost": "prehra",
        "drawn": "nerozhodne",
        "unfinished": "nedohraná",
        "turn": "ťah",
        "chance": "šanca",
        "played": "zahrané",
        "better": "lepšie",
        "hand": "ruka",
        "accuracy": "Presnosť: {accuracy:.0f} % ({decisions}).",
        "idle": "Na žiadnom rozhodnutí veľmi nezáležalo: presnosť sa neudáva.",
        "none": "Žiadne rozhodnutie sa nedalo zhodnotiť.",
        "unlucky": "Prehra bez jedinej chyby: smola.",
        "bad_luck": "správne, ale prišla smola",
        "foul": "nedovolený ťah, potrestaný",
        "equals": "rovnako dobré: {moves}",
        "last": "Presnosť posledných {count} hier: {accuracy:.0f} %.",
        "how": "Šance sú zo skúšobných hier, s pásmom (90 %). Do presnosti sa počítajú rozhodnutia, pri "
        "ktorých by náhodný ťah stál aspoň 5 bodov. Značka stojí tam, kde súboj oboch ťahov s istotou "
        "ukázal stratu 5, 10 alebo 15 bodov a viac.",
    },
}

DECISIONS = {
    "en": ("decision that mattered", "decisions that mattered"),
    "sk": (
        "rozhodnutie, na ktorom záležalo",
        "rozhodnutia, na ktorých záležalo",
        "rozhodnutí, na ktorých záležalo",
    ),
}
"""Those in which something was at stake (``AT_STAKE``)."""
MARKS = {
    "en": (
        ("inaccuracy", "inaccuracies"),
        ("mistake", "mistakes"),
        ("blunder", "blunders"),
    ),
    "sk": (
        ("nepresnosť", "nepresnosti", "nepresností"),
        ("chyba", "chyby", "chýb"),
        ("hrubá chyba", "hrubé chyby", "hrubých chýb"),
    ),
}


def percent(share: float, language: str) -> str:
    """A share as people write it: ``52%``, in Slovak ``52 %``."""
    return f"{100 * share:.0f}{'%' if language == 'en' else ' %'}"


def chance_text(chance: Chance | None, language: str) -> str:
    """A chance with its band, or a dash.

    >>> chance_text(Chance(0.52, 0.46, 0.58), "en")
    '52% (46–58)'
    """
    if chance is None:
        return "–"
    if chance.low == chance.high:
        return percent(chance.value, language)
    return f"{percent(chance.value, language)} ({100 * chance.low:.0f}–{100 * chance.high:.0f})"


def weighed_text(weighed: Weighed, language: str) -> str:
    """A move with its chance."""
    if weighed.proven:
        return f"{weighed.move} {percent(weighed.value, language)}"
    return f"{weighed.move} {percent(weighed.value, language)} ± {100 * weighed.error:.0f}"


def mark_text(review: Review, language: str) -> str:
    """The mark with the points that were lost; or that a right move had bad luck."""
    words, at = WORDS[language], 1 if language == "sk" else 0
    said = []
    if review.foul:
        said.append(words["foul"])
    if review.mark is not None:
        said.append(f"{review.mark.texts[at]} (−{100 * review.loss:.0f})")
    elif review.bad_luck:
        said.append(words["bad_luck"])
    return ", ".join(said)


def summary_lines(summary: Summary, language: str) -> list[str]:
    """The numbers of a game."""
    words = WORDS[language]
    unlucky = [words["unlucky"]] if summary.unlucky else []
    if summary.accuracy is None:
        return [words["idle" if summary.weighed else "none"], *unlucky]
    decisions = counted(summary.decisions, DECISIONS[language])
    counts = (summary.inaccuracies, summary.mistakes, summary.blunders)
    marks = [counted(count, forms) for count, forms in zip(counts, MARKS[language], strict=True)]
    accuracy = words["accuracy"].format(accuracy=summary.accuracy, decisions=decisions)
    return [accuracy, ", ".join(marks) + ".", *unlucky]
