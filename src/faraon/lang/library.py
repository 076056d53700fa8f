"""Finds rulebooks: those that are shipped, by name, and any other by its path."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path

from faraon.lang.errors import Diagnostic, RulebookError, did_you_mean
from faraon.lang.ir import Book

SUFFIX = ".far"
MAX_BYTES = 4_000_000


class UnknownRulebookError(ValueError):
    """No rulebook of this name is shipped, and no file is there."""


def shipped() -> list[str]:
    """The names of the rulebooks that come with the package."""
    folder = resources.files("faraon.rulebooks")
    names = [entry.name for entry in folder.iterdir() if entry.name.endswith(SUFFIX)]
    return sorted((name.removesuffix(SUFFIX) for name in names), key=lambda name: (name != "classic", name))


def _read_shipped(name: str) -> str | None:
    if name not in shipped():
        return None
    return resources.files("faraon.rulebooks").joinpath(name + SUFFIX).read_text(encoding="utf-8")


def source(name_or_path: str) -> tuple[str, str]:
    """The file name and the text of a rulebook."""
    text = _read_shipped(name_or_path)
    if text is not None:
        return name_or_path + SUFFIX, text
    path = Path(name_or_path)
    looks_like_path = path.suffix == SUFFIX or len(path.parts) > 1
    if not looks_like_path:
        hint = did_you_mean(name_or_path, shipped())
        raise UnknownRulebookError(f"there is no rulebook '{name_or_path}': {hint}")
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UnknownRulebookError(f"{name_or_path} is too long to be a rulebook")
        return str(path), path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UnknownRulebookError(f"{name_or_path} is not UTF-8 text") from error
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise UnknownRulebookError(f"cannot read the rulebook {name_or_path}: {reason}") from error


def _open_include(name: str, from_file: str) -> tuple[str, str] | None:
    """An included rulebook: one beside the including file, or a shipped one."""
    beside = Path(from_file).parent / (name + SUFFIX)
    if Path(from_file).is_file() and beside.is_file() and beside.stat().st_size <= MAX_BYTES:
        return str(beside), beside.read_text(encoding="utf-8")
    text = _read_shipped(name)
    return None if text is None else (name + SUFFIX, text)


def check(file: str, text: str) -> tuple[Book | None, list[Diagnostic], dict[str, str]]:
    """A rulebook's checked form (``None`` if it has errors), all findings, and the texts they refer to."""
    from faraon.lang.assemble import assemble
    from faraon.lang.check import Checker

    assembly = assemble(file, text, _open_include)
    if any(found.is_error for found in assembly.found):
        return None, assembly.found, assembly.sources
    checker = Checker(assembly)
    book = checker.book()
    wrong = any(found.is_error for found in checker.found)
    return (None if wrong else book), checker.found, assembly.sources


@lru_cache(maxsize=64)
def _checked(file: str, text: str) -> Book:
    book, found, sources = check(file, text)
    if book is None:
        raise RulebookError([one for one in found if one.is_error], sources)
    return book


def read_book(name_or_path: str) -> Book:
    """The rulebook of this name or in this file; :class:`RulebookError` if it has errors."""
    return _checked(*source(name_or_path))


def book_from_text(text: str, file: str = "rulebook.far") -> Book:
    """A rulebook given as text."""
    return _checked(file, text)
