"""The rulebook as tests: one file a paragraph, and worked situations as data."""
