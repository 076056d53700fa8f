"""A step of training takes half a minute to compile: whole runs belong to the soak."""

from __future__ import annotations

from tests.scale import SOAK

collect_ignore = [] if SOAK else ["test_training.py"]
