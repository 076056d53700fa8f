"""A browser without a network, at a table of this process."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from faraon.server.live.live_table import LiveTable


class Silent:
    """It only sits there and keeps what it is sent."""

    def __init__(self, live: LiveTable, seat: int = -1) -> None:
        self.token = live.table.seats[seat].token if seat >= 0 else None
        self.seat = seat
        self.whom = "silent"
        self.sent: list[dict[str, Any]] = []
        self.why = ""
        """Why it was closed; it goes on talking all the same, as somebody whose line is blocked."""
        self.gone = asyncio.Event()

    def send(self, message: bytes) -> None:
        if not self.why:
            self.sent.append(json.loads(message))

    def close(self, why: str) -> None:
        self.why = self.why or why
        self.gone.set()

    def afford(self, cost: float) -> bool:
        return True
