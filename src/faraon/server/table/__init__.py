"""A table as the sum of its events, and what each seat may see of it."""
