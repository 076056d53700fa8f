"""What becomes a line of a record has no line of its own."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

from faraon.server import wire as msg
from tests.server.player import Player
from tests.server.serving import open_table


@pytest.mark.parametrize("end", ["\n", "\r", "\x85", "\u2028", " x\n"])
@pytest.mark.parametrize("wrong", ["salt", "id"])
def test_a_salt_or_an_id_ends_where_its_line_ends(wrong: str, end: str) -> None:
    message = {"type": "salt", "id": "1", "salt": "s"}
    msg.decode_request(json.dumps(message))
    message[wrong] += end
    with pytest.raises(msgspec.ValidationError):
        msg.decode_request(json.dumps(message))


def test_such_a_salt_is_refused(base: str) -> None:
    seated = open_table(base, "bot")

    async def add() -> None:
        async with Player(base, seated["table"], seated["token"]) as me:
            assert (await me.ask("salt", salt="abc\n"))["code"] == "bad-message"

    asyncio.run(add())
