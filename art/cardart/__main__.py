"""Draws the deck anew, in the folder ``art``: ``python -m cardart ../client ../src/faraon/game [--icons]``.

Writes the sprite with every drawing and the icon for the client, and the compact faces for the Python package; with
``--icons`` also the icons in pixels, which needs Chromium.
"""

import sys
from pathlib import Path

from .icons import write_pixel_icons
from .sprite import checked_sprite, compact_sprite, registry, single

client, package = Path(sys.argv[1]), Path(sys.argv[2])
(client / "src" / "art" / "sprite.svg").write_text(checked_sprite(), encoding="utf-8")
(client / "public" / "icon.svg").write_text(single(registry(), "icon-pharaoh"), encoding="utf-8")
(package / "cards.svg").write_text(compact_sprite(registry()), encoding="utf-8")
if "--icons" in sys.argv:
    write_pixel_icons(client / "public")
