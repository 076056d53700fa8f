"""For all tests: kernels are compiled once a checkout, whoever runs them."""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("FARAON_CACHE_DIR", str(Path(__file__).parent.parent / ".cache" / "kernels"))
