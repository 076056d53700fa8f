"""The client's types, generated from the messages: ``python -m faraon.server.wire.typescript FILE``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import get_args

from msgspec import inspect

from faraon.server import wire as messages

HEAD = """// Generated from src/faraon/server/wire by `make types`. Do not edit.

export const VERSION = {version}
"""
WIDTH = 110
"""Longer lines are broken, as prettier does it."""

NAMED = {
    "Suit": messages.Suit,
    "Value": messages.Value,
    "Word": messages.Word,
    "Greeting": messages.Greeting,
    "Reaction": messages.Reaction,
    "LineKind": messages.LineKind,
    "SeatKind": messages.SeatKind,
    "Status": messages.Status,
    "By": messages.By,
    "Code": messages.Code,
}
"""Choices that have a name of their own."""

NOTATION = {
    "Card": "`${Suit}${Value}`",
    # a group is a card with more behind it: all groups would be a million members
    "MoveText": "Word | Card | `${Card} ${string}` | `?? ${string}` | "
    "`${Card}=${Suit}` | `${Card}^${number}`",
}
"""Texts that are written in a certain way; the messages say which (``Meta.extra``)."""

_PLAIN = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}
_NAMES = {frozenset(get_args(choice)): name for name, choice in NAMED.items()}


class Writer:
    """Collects the interfaces that the messages need, each once, in the order in which they are met."""

    def __init__(self) -> None:
        self.interfaces: dict[str, str] = {}

    def type(self, found: inspect.Type) -> str:
        """A type as TypeScript writes it."""
        plain = _PLAIN.get(type(found))
        if plain is not None:
            return plain
        match found:
            case inspect.Metadata():
                return (found.extra or {}).get("typescript") or self.type(found.type)
            case inspect.LiteralType():
                return _NAMES.get(frozenset(found.values)) or _choice(found.values)
            case inspect.UnionType():
                return " | ".join(dict.fromkeys(self.type(one) for one in found.types))
            case inspect.ListType():
                item = self.type(found.item_type)
                return f"({item})[]" if " " in item else f"{item}[]"
            case inspect.DictType():
                return f"Record<string, {self.type(found.value_type)}>"
            case inspect.StructType():
                self.interface(found)
                return found.cls.__name__
            case _:
                raise TypeError(f"no TypeScript for {found!r}")

    def interface(self, found: inspect.StructType) -> None:
        name = found.cls.__name__
        if name in self.interfaces:
            return
        self.interfaces[name] = ""  # its own place, before those that it needs
        lines = [f"  type: '{found.tag}'"] if found.tag is not None else []
        for field in found.fields:
            optional = "" if field.required or (found.tag is None and not _sent(found)) else "?"
            lines.append(_line(f"  {field.encode_name}{optional}:", self.type(field.type)))
        self.interfaces[name] = f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _sent(found: inspect.StructType) -> bool:
    """Whether clients send it: then what has a default may be left out."""
    return found.forbid_unknown_fields


def _choice(values: tuple[object, ...]) -> str:
    return " | ".join(f"'{value}'" for value in values)


def _line(head: str, written: str) -> str:
    """A type behind its name; on a line of its own, or a member a line, where the width asks for it."""
    indent = " " * (len(head) - len(head.lstrip()) + 2)
    for line in (f"{head} {written}", f"{indent}{written}"):
        if len(line) <= WIDTH:
            return line if line.startswith(head) else f"{head}\n{line}"
    return head + "".join(f"\n{indent}| {member}" for member in written.split(" | "))


def _alias(name: str, written: str) -> str:
    return _line(f"export type {name} =", written) + "\n"


def typescript() -> str:
    """The whole file."""
    writer = Writer()
    unions = {"FromServer": messages.FromServer, "FromClient": messages.FromClient, "What": messages.What}
    unions["ReviewPart"] = messages.ReviewPart
    written = [_alias(name, writer.type(inspect.type_info(union))) for name, union in unions.items()]
    for body in (*messages.HTTP, *messages.COACHING):
        writer.type(inspect.type_info(body))
    choices = [_alias(name, _choice(get_args(choice))) for name, choice in NAMED.items()]
    notation = [_alias(name, template) for name, template in NOTATION.items()]
    head = HEAD.format(version=messages.VERSION)
    return "\n".join([head, *choices, *notation, *writer.interfaces.values(), *written])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(typescript(), encoding="utf-8")
