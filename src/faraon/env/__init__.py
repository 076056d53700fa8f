"""Environments for learning and search: one table, many at once, and the interfaces that the field uses."""
