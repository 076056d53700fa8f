"""The client's types are those of the messages."""

from pathlib import Path

from faraon.server.wire.typescript import typescript

CLIENT = Path(__file__).parents[2] / "client" / "src" / "lib" / "protocol.ts"


def test_the_clients_types_are_up_to_date() -> None:
    assert CLIENT.read_text(encoding="utf-8") == typescript(), "run `make types`"


def test_optional_fields_are_optional_only_where_clients_send_them() -> None:
    written = typescript()
    assert "  token?: string | null;" in written
    assert "  deadline: number | null;" in written
