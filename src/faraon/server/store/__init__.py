"""Events in a database."""
