"""What a seat has seen, and the worlds that it can imagine."""
