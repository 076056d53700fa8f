"""Games and their states: what a user holds in his hands."""
