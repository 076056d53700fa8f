"""A table drawn as text and as pixels: all hands are seen."""

from __future__ import annotations

import io

from faraon.engines.extras import extra
from faraon.env.table import Table
from faraon.game.picture_svg import svg
from faraon.play.state import State

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray


def state_of(table: Table) -> State:
    """The position as a state, without its past."""
    return State(table.game, table.position, table.position)


def text_of(table: Table) -> str:
    return str(state_of(table))


def pixels_of(table: Table, extra_name: str) -> NDArray[np.uint8]:
    """The table as an image, drawn with the deck; :class:`GameError` names the extra if what draws is not
    installed."""
    with extra(extra_name):
        import resvg_py
        from PIL import Image

    drawn = bytes(resvg_py.svg_to_bytes(svg_string=svg(state_of(table).picture())))
    with Image.open(io.BytesIO(drawn)) as image:
        return np.asarray(image.convert("RGB"))
