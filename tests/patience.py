"""How long tests wait for what must come: on a busy machine it comes later, and only what hangs fails."""

PATIENCE = 300.0
"""Seconds."""
