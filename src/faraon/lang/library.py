"""Finds rulebooks: those that are shipped, by name, and any other by its path."""

from __future__ import annotations

import copyreg
import dataclasses
import json
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from faraon.lang.document import Document
from faraon.lang.document_reader import compared, is_document, read_document
from faraon.lang.errors import Diagnostic, RulebookError, did_you_mean
from faraon.lang.ir import Book
from faraon.lang.kept import kept
from faraon.limits import MAX_BYTES
from faraon.words import why_sk

if TYPE_CHECKING:
    from faraon.lang.assemble import Assembly

T = TypeVar("T")

SUFFIX = ".far"


class UnknownRulebookError(ValueError):
    """No rulebook of this name is shipped, and there is no such file."""

    def __init__(self, message: str, sk: str = "") -> None:
        super().__init__(message)
        self.sk = sk
        """The message in Slovak."""


def shipped() -> list[str]:
    """The names of the rulebooks that come with the package."""
    names = [name for name in _files() if not name.startswith("_")]
    return sorted(names, key=lambda name: (name != "classic", name))


def _files() -> list[str]:
    """The names of all files: the rulebooks, and with a ``_`` before the name what is only included."""
    folder = resources.files("faraon.rulebooks")
    names = [entry.name for entry in folder.iterdir() if entry.name.endswith(SUFFIX)]
    return [name.removesuffix(SUFFIX) for name in names]


def _read_shipped(name: str) -> str | None:
    if name not in _files():
        return None
    return resources.files("faraon.rulebooks").joinpath(name + SUFFIX).read_text(encoding="utf-8")


def source(name_or_path: str) -> tuple[str, str]:
    """The file name and the text of a rulebook."""
    text = _read_shipped(name_or_path)
    if text is not None and name_or_path in shipped():
        return name_or_path + SUFFIX, text
    path = Path(name_or_path)
    looks_like_path = path.suffix == SUFFIX or len(path.parts) > 1 or path.is_file()
    if not looks_like_path:
        raise _unknown(name_or_path)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UnknownRulebookError(
                f"{name_or_path} is too long to be a rulebook", f"{name_or_path} je na pravidlá pridlhý"
            )
        return str(path), path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            raise UnknownRulebookError(
                f"{name_or_path} ends in the middle of a letter: it is cut",
                f"{name_or_path} sa končí uprostred písmena: je useknutý",
            ) from error
        raise UnknownRulebookError(
            f"{name_or_path} is not UTF-8 text", f"{name_or_path} nie je text v UTF-8"
        ) from error
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise UnknownRulebookError(
            f"cannot read the rulebook {name_or_path}: {reason}",
            f"pravidlá {name_or_path} sa nedajú prečítať: {why_sk(error)}",
        ) from error


def _unknown(name: str) -> UnknownRulebookError:
    hint, rada = (did_you_mean(name, shipped(), language) for language in ("en", "sk"))
    return UnknownRulebookError(
        f"there is no rulebook '{name}': {hint}", f"pravidlá '{name}' neexistujú: {rada}"
    )


class _Includes:
    """Opens included rulebooks: those beside the including file, then the shipped ones."""

    def __init__(self, file: str, text: str) -> None:
        # A shipped rulebook includes shipped ones, whatever is in the working directory.
        self.shipped = {file} if _read_shipped(file.removesuffix(SUFFIX)) == text else set()

    def __call__(self, name: str, from_file: str) -> tuple[str, str] | str:
        beside = Path(from_file).parent / (name + SUFFIX)
        if from_file not in self.shipped and Path(from_file).is_file() and beside.is_file():
            try:
                return source(str(beside))
            except UnknownRulebookError as error:
                return str(error)
        text = _read_shipped(name)
        if text is None:
            return did_you_mean(name, shipped())
        self.shipped.add(name + SUFFIX)
        return name + SUFFIX, text


def assembled(file: str, text: str) -> Assembly:
    """A rulebook as it was written, with everything it includes."""
    from faraon.lang.assemble import assemble

    return assemble(file, text, _Includes(file, text))


def written(sources: Mapping[str, str]) -> Assembly:
    """A rulebook as it was written, from the texts that it was read from, its own first."""
    from faraon.lang.assemble import assemble

    def open_include(name: str, from_file: str) -> tuple[str, str] | str:
        beside = str(Path(from_file).parent / (name + SUFFIX))
        file = beside if beside in sources else name + SUFFIX
        return (file, sources[file]) if file in sources else "it was not read"

    return assemble(*next(iter(sources.items())), open_include)


def check(file: str, text: str) -> tuple[Book | None, list[Diagnostic], dict[str, str]]:
    """A rulebook's checked form (``None`` if it has errors), all findings, and the texts they refer to."""
    return _check(assembled(file, text))


def _check(assembly: Assembly) -> tuple[Book | None, list[Diagnostic], dict[str, str]]:
    from faraon.lang.check import Checker, TooManyErrorsError

    book, found = None, assembly.found
    if assembly.whole:
        checker = Checker(assembly)
        found = checker.found
        with suppress(TooManyErrorsError):
            book = checker.book()
    if any(one.is_error for one in found):
        book = None
    order = list(assembly.sources)
    found = sorted(found, key=lambda one: (order.index(one.span.file), one.span.line, one.span.column))
    return book, found, assembly.sources


_in_use: WeakValueDictionary[tuple[tuple[str, str], ...], Book] = WeakValueDictionary()
"""All rulebooks in use, by their texts: the same texts are one rulebook."""


def _book_of(assembly: Assembly) -> Book:
    book, found, sources = _check(assembly)
    if book is None:
        raise RulebookError([one for one in found if one.is_error], sources)
    return _only(book)


@lru_cache(maxsize=64)
def _checked(file: str, text: str) -> Book:
    name = file.removesuffix(SUFFIX)
    if _read_shipped(name) != text:
        return _book_of(assembled(file, text))
    fields = kept(name, "book", lambda: _fields(_book_of(assembled(file, text))))
    return _in_use.get(tuple(fields["sources"].items())) or _only(Book(**fields))


def _fields(book: Book) -> dict[str, Any]:
    """What a rulebook is made of; as itself it is pickled as its texts."""
    return {field.name: getattr(book, field.name) for field in dataclasses.fields(book)}


def _only(book: Book) -> Book:
    """The rulebook with these texts."""
    return _in_use.setdefault(tuple(book.sources.items()), book)


def kept_of(book: Book, kind: str, make: Callable[[], T]) -> T:
    """What follows from a rulebook: kept on the disk, if it is a shipped one."""
    file, text = next(iter(book.sources.items()))
    name = file.removesuffix(SUFFIX)
    return kept(name, kind, make) if _read_shipped(name) == text else make()


def book_from_sources(sources: Mapping[str, str]) -> Book:
    """A rulebook from all its texts, its own first, whatever is on the disk by now."""
    known = _in_use.get(tuple(sources.items()))
    return _book_of(written(sources)) if known is None else known


@lru_cache(maxsize=64)
def _packed(book: Book) -> bytes:
    return zlib.compress(json.dumps(dict(book.sources), ensure_ascii=False).encode())


@lru_cache(maxsize=64)
def unpack_book(texts: bytes) -> Book:
    """The rulebook that came from another process."""
    return book_from_sources(json.loads(zlib.decompress(texts)))


# Between processes a rulebook travels as its texts, which are read once per process.
copyreg.pickle(Book, lambda book: (unpack_book, (_packed(book),)))


def document_in(name_or_path: str) -> Document | None:
    """The document in a file; ``None`` if it is a rulebook."""
    return document_of(*source(name_or_path))


def document_of(file: str, text: str) -> Document | None:
    """The document in a text, held against the blocks of its model; ``None`` if it is a rulebook.

    Whatever is named ``.far`` is a rulebook, unless it is one of the documents word for word.
    """
    if not is_document(text):
        return None
    document = read_document(file, text)
    if document.problem is None:
        document = compared(document, _items(document.model))
    return document if document.known or not file.endswith(SUFFIX) else None


@lru_cache(maxsize=3)
def _items(model: str) -> list[tuple[str, str]]:
    """The rules and mechanics of a shipped model, as they stand in its text."""
    return read_document(model + SUFFIX, _read_shipped(model) or "").items()


def book_of_document(document: Document) -> Book:
    """The rulebook that a document is played by: its model, or what its own blocks say."""
    if document.problem is not None:
        en, sk = (f"{document.file}: {document.problem.text(language)}" for language in ("en", "sk"))
        raise UnknownRulebookError(en, sk)
    if document.known:
        return shipped_book(document.model)
    return book_from_text(document.rules, document.file)


def read_book(name_or_path: str) -> Book:
    """The rulebook of this name or in this file; :class:`RulebookError` if it has errors."""
    file, text = source(name_or_path)
    document = document_of(file, text)
    return book_from_text(text, file) if document is None else book_of_document(document)


def shipped_book(name: str) -> Book:
    """The shipped rulebook of this name, never a file: for names that come from elsewhere."""
    if name not in shipped():
        raise _unknown(name[:80])
    return read_book(name)


def book_from_text(text: str, file: str = "rulebook.far") -> Book:
    """A rulebook given as text; ``include`` looks beside ``file``, if there is such a file."""
    book = _checked(file, text)
    if any(_changed(name, known) for name, known in book.sources.items() if name != file):
        _checked.cache_clear()
        book = _checked(file, text)
    return book


def _changed(file: str, text: str) -> bool:
    """Whether an included file has changed since."""
    try:
        return text != _read_shipped(file.removesuffix(SUFFIX)) and text != source(file)[1]
    except UnknownRulebookError:
        return True
