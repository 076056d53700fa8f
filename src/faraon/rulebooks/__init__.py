"""The shipped rulebooks, as text."""
