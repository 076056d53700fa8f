"""Names: they can be seen, they stay in their line, and nobody takes another's."""

from __future__ import annotations

import asyncio
import unicodedata

import pytest

from faraon.server.table.names import LONGEST, MOST_MARKS, clean_name, distinct_name, look
from tests.server.player import Player
from tests.server.serving import call, open_table


@pytest.mark.parametrize(
    "hidden", ["\u200b", "\u202e", "\u3164", "\u2800", "\ufe0f", "\u115f", "\u00ad", "\n", "\x00"]
)
def test_what_cannot_be_seen_is_left_out(hidden: str) -> None:
    assert clean_name(f"E{hidden}va{hidden}") == "Eva"
    assert clean_name(hidden * 5) == "Hráč"
    assert clean_name(f" {hidden} ") == "Hráč"


def test_marks_do_not_pile_up() -> None:
    piled = clean_name("Z" + "\u0335\u0321\u0327\u0328\u0322\u0336" * 3 + "algo")
    marks = [unicodedata.combining(char) > 0 for char in unicodedata.normalize("NFD", piled)]
    assert sum(marks) <= MOST_MARKS + 1
    assert clean_name("\u0301\u0302\u0303") == "Hráč"
    for usual in ("Žofka", "Ďuro", "Nguyễn", "Åsa", "Đorđe", "Анна", "小明", "José-María", "O'Neil"):
        assert clean_name(unicodedata.normalize("NFD", usual)) == unicodedata.normalize("NFC", usual)


@pytest.mark.parametrize("name", ["EVA", "eva", " E v a", "Еva", "Evа", "Ｅｖａ", "Ev\u200ba"])
def test_a_name_that_looks_like_anothers_gets_a_number(name: str) -> None:
    found = distinct_name(name, ["Eva"])
    assert look(found) != look("Eva")
    assert found.endswith(" 2")
    assert len(distinct_name("x" * 99, ["x" * LONGEST])) <= LONGEST


@pytest.mark.parametrize("name", ["x²", "Eva 9", "9", "²", "٣", "Eva"])
def test_any_name_can_join_again_and_again(base: str, name: str) -> None:
    seated = open_table(base, "open", "open", "open", name=name)
    for _ in range(3):
        status, answer = call(base, f"/api/tables/{seated['table']}/join", {"name": name})
        assert status == 201, answer
    seats = call(base, f"/api/tables/{seated['table']}")[1]["table"]["seats"]
    names = [look(seat["name"]) for seat in seats]
    assert len({*names}) == 4


def test_nobody_takes_anothers_name_later(base: str) -> None:
    seated = open_table(base, "open", "bot", name="Eva")
    _, guest = call(base, f"/api/tables/{seated['table']}/join", {"name": "Radka"})

    async def rename() -> None:
        async with Player(base, seated["table"], guest["token"]) as me:
            bot = me.table["seats"][2]["name"]  # no bot is ever called Radka
            for wanted, expected in (("Eva", "Eva 2"), (bot, f"{bot} 2"), ("Radka", "Radka")):
                assert (await me.ask("rename", name=wanted))["type"] == "done"
                assert me.table["seats"][1]["name"] == expected

    asyncio.run(rename())
