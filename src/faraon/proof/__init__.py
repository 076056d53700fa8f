"""Proofs about rulebooks: what holds in every position, and where two rulebooks part."""
