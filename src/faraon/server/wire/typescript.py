"""The client's types, generated from the messages: ``python -m faraon.server.wire.typescript FILE``."""

from __future__ import annotations

import sys
from pathlib import Path

from msgspec import inspect

from faraon.server import wire as messages

HEAD = """// Generated from src/faraon/server/messages.py by `make types`. Do not edit.

export const VERSION = {version};
"""

_PLAIN = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


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
                return self.type(found.type)
            case inspect.LiteralType():
                return " | ".join(f'"{value}"' for value in found.values)
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
        lines = [f'  type: "{found.tag}";'] if found.tag is not None else []
        for field in found.fields:
            optional = "" if field.required or (found.tag is None and not _sent(found)) else "?"
            lines.append(f"  {field.encode_name}{optional}: {self.type(field.type)};")
        self.interfaces[name] = f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _sent(found: inspect.StructType) -> bool:
    """Whether clients send it: then what has a default may be left out."""
    return found.forbid_unknown_fields


def typescript() -> str:
    """The whole file."""
    writer = Writer()
    unions = []
    for name, union in (("FromServer", messages.FromServer), ("FromClient", messages.FromClient)):
        unions.append(f"export type {name} = {writer.type(inspect.type_info(union))};\n")
    unions.append(f"export type What = {writer.type(inspect.type_info(messages.What))};\n")
    for body in messages.HTTP:
        writer.type(inspect.type_info(body))
    aliases = [
        f"export type {name} = {writer.type(inspect.type_info(alias))};\n"
        for name, alias in (
            ("Greeting", messages.Greeting),
            ("SeatKind", messages.SeatKind),
            ("Status", messages.Status),
            ("By", messages.By),
        )
    ]
    head = HEAD.format(version=messages.VERSION)
    return "\n".join([head, *aliases, *writer.interfaces.values(), *unions])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(typescript(), encoding="utf-8")
