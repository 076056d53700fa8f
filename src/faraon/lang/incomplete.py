"""Why a text is not played as a document: it is cut, or it is something else."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from faraon.lang.definitions import Words
from faraon.lang.document import Document, Part

HEADINGS = {"formal": ("Rules:", "Game mechanics"), "draft": ("Pravidlá:", "Herné mechaniky")}
"""Of the blocks of a model."""
PARAGRAPHS = 20
FAR = "….far"
"""The name of a rulebook, which is read as it is."""
SPEAKS_OF = {
    7: "štartovac",
    11: "dolník",
    12: "eso",
    13: "červen",
    14: "sedm",
    15: "horník",
    16: "spálen",
    17: "kamufl",
    18: "pajchel",
    20: "olymp",
}
"""A word that a paragraph of the rulebook has, without its ending."""


def not_ours(document: Document) -> Words:
    en, sk = (document.found(language) for language in ("en", "sk"))
    return Words(
        "this is neither a rulebook nor one of the documents: no block 'Rules:' or 'Pravidlá:', "
        f"no definitions, no paragraphs (1) to ({PARAGRAPHS}); found: {en}",
        "toto nie sú pravidlá ani žiadny z dokumentov: chýba blok 'Rules:' alebo 'Pravidlá:', definície aj "
        f"paragrafy (1) až ({PARAGRAPHS}); našlo sa: {sk}",
    )


def missing_block(document: Document, models: set[str]) -> Words | None:
    """``models`` are those whose headings it has."""
    rules, mechanics = HEADINGS[document.model]
    heads = [part.name for part in document.of_kind("heading")]
    last = max((part.last for part in document.parts), default=1)
    if len(models) > 1:
        return Words(
            "it has blocks of both the formal document and the draft: give each a file of its own",
            "má bloky formálneho dokumentu aj náčrtu: daj každý do vlastného súboru",
        )
    for kind, heading in (("rule", rules), ("mechanic", mechanics)):
        if kind not in heads or not document.of_kind(kind):
            en, sk = (document.found(language) for language in ("en", "sk"))
            return Words(
                f"it is cut: it ends in line {last} without the block '{heading}'; found: {en}",
                f"je useknutý: končí sa riadkom {last} bez bloku '{heading}'; našlo sa: {sk}",
            )
    return None


def cut(document: Document, items: list[tuple[str, str]], known: Sequence[tuple[str, str]]) -> Words | None:
    """What is missing, if the document is the beginning of its model's."""
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(items, known, strict=False))))
    if same < len(items) - 1 or len(items) > len(known):
        return None  # it says something else: a version of its own
    name, text = items[-1]
    whole = same == len(items)
    if not whole and not (known[same][0] == name and known[same][1].startswith(text)):
        return None
    line = next(part.last for part in reversed(document.parts) if part.name == name)
    missing = [cited for cited, _ in known[same:]]
    rest = missing[0] if len(missing) == 1 else f"{missing[0]} – {missing[-1]}"
    where, kde = ("after", "za") if whole else ("in the middle of", "uprostred")
    return Words(
        f"it is cut {where} {name} (line {line}); missing: {rest}. "
        f"If that is meant, put its blocks into a file {FAR}",
        f"je useknutý {kde} {name} (riadok {line}); chýba: {rest}. "
        f"Ak to tak má byť, daj bloky do súboru {FAR}",
    )


def wrong_paragraphs(document: Document) -> Words | None:
    """They are not twenty in order, do not speak of what those of the rulebook do, or break off."""
    found = document.of_kind("paragraph")
    numbers = [int(part.name) for part in found]
    wanted = list(range(1, PARAGRAPHS + 1))
    if numbers != wanted:
        return _miscounted(found, numbers, wanted)
    for part in found:
        word = SPEAKS_OF.get(int(part.name), "")
        if word not in " ".join(document.lines[part.first - 1 : part.last]).lower():
            number, line = part.name, part.first
            return Words(
                f"this is not the rulebook of Faraón: in §{number} (line {line}) there is no '{word}…'",
                f"toto nie sú pravidlá faraóna: v §{number} (riadok {line}) chýba '{word}…'",
            )
    ending = document.lines[found[-1].last - 1].rstrip(" \t*)“”\"'’")
    if not ending.endswith((".", "!", "?", "…")):
        return Words(
            f"it is cut: §{PARAGRAPHS} (line {found[-1].last}) ends in the middle of a sentence",
            f"je useknutý: §{PARAGRAPHS} (riadok {found[-1].last}) sa končí uprostred vety",
        )
    return None


def _miscounted(found: list[Part], numbers: list[int], wanted: list[int]) -> Words:
    last = found[-1]
    if numbers == wanted[: len(numbers)]:
        end, koniec = f"§{last.name} (line {last.last})", f"§{last.name} (riadok {last.last})"
        return Words(
            f"it is cut: the paragraphs end with {end}, the rulebook has {PARAGRAPHS}",
            f"je useknutý: paragrafy sa končia {koniec}, pravidlá ich majú {PARAGRAPHS}",
        )
    at = next((n for n, (one, other) in enumerate(zip(numbers, wanted, strict=False)) if one != other), -1)
    line, number = found[at].first, numbers[at]
    instead = (f" instead of §{wanted[at]}", f" namiesto §{wanted[at]}") if at >= 0 else ("", "")
    return Words(
        f"these are not the paragraphs (1) to ({PARAGRAPHS}): line {line} has §{number}{instead[0]}",
        f"toto nie sú paragrafy (1) až ({PARAGRAPHS}): v riadku {line} je §{number}{instead[1]}",
    )
