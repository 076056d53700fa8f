"""Engines: they take a checked rulebook and play by it."""
