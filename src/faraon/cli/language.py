"""In which language a command speaks."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise

from faraon.engines.errors import GameError


def language_of(chosen: str) -> str:
    """The language asked for, or that of the locale: Slovak for Slovak and Czech, otherwise English."""
    if chosen and chosen not in ("en", "sk"):
        raise GameError(
            "bad-request",
            f"the language is en or sk, not {chosen!r}",
            f"jazyk je en alebo sk, nie {chosen!r}",
        )
    if chosen:
        return chosen
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "sk" if spoken.startswith(("sk", "cs")) else "en"


def asked_language(arguments: Sequence[str]) -> str:
    """The language of a whole command line, for the error that ended it: this one never fails."""
    given = [after for before, after in pairwise(arguments) if before == "--lang"]
    given += [one.removeprefix("--lang=") for one in arguments if one.startswith("--lang=")]
    known = [one for one in given if one in ("en", "sk")]
    return language_of(known[-1] if known else "")
