"""``python -m cardart FILE`` (in the folder ``art``): writes the sprite, every drawing of the deck as a symbol."""

import sys
from pathlib import Path

from .sprite import checked_sprite

Path(sys.argv[1]).write_text(checked_sprite(), encoding="utf-8")
