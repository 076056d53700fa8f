"""Compiled engines: a rulebook as generated source for Numba (one core, scalars) and JAX (batches)."""
