"""Draws the deck anew, in the folder ``art``: ``python -m cardart ../client [--icons]``.

Writes the sprite with every drawing and the icon; with ``--icons`` also the icons in pixels, which needs Chromium.
"""

import sys
from pathlib import Path

from .icons import write_pixel_icons
from .sprite import checked_sprite, registry, single

client = Path(sys.argv[1])
(client / "src" / "art" / "sprite.svg").write_text(checked_sprite(), encoding="utf-8")
(client / "public" / "icon.svg").write_text(single(registry(), "icon-pharaoh"), encoding="utf-8")
if "--icons" in sys.argv:
    write_pixel_icons(client / "public")
