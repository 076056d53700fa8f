"""Views as the referee writes them."""

from __future__ import annotations

from typing import Any

from faraon.play.state import State


def written_view(state: State, seat: int) -> dict[str, Any]:
    return state.game.write_view(state.view(seat))
