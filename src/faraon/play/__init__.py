"""Games and their states: what a user works with."""
