"""The rule language: text in, a checked intermediate form out."""
