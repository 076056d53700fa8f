"""How long tests wait for what must come: on a busy machine it comes later, and only what hangs fails."""

import os

PATIENCE = float(os.environ.get("FARAON_PATIENCE", "300"))
"""Seconds."""
