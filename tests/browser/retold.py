"""What the server tells, changed on its way: hands, names and matches that no short game brings about."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

SUITS, VALUES = "hlab", "789XUOKA"
MANY = [suit + value for value in VALUES for suit in SUITS]
"""All cards, those of one value beside each other."""


def retell(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """Every message of the server passes through ``change`` before the page hears it."""

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def heard(message: str | bytes) -> None:
            told = json.loads(message)
            change(told)
            socket.send(json.dumps(told))

        server.on_message(heard)

    page.route_web_socket("**/ws/**", between)


def holding(cards: list[str]) -> Callable[[dict[str, Any]], None]:
    """I hold these cards, whatever was dealt."""

    def change(told: dict[str, Any]) -> None:
        view = told.get("view")
        if view and view["seat"] is not None:
            view["hand"] = cards
            view["sizes"][view["seat"]] = len(cards)

    return change
