"""What the machine answers, as numbers."""

OPEN, WON, LOST, HELD = range(4)
"""What is known for the attacker: nothing; they win; the other wins; they were held off, but only because a
position was repeated or the search could go no deeper, which another path may change."""

CHECKED, WANTING, AGAIN, TOO_LARGE = range(4)
"""Whether the defender can hold for ever: they can; they lack a known move; a refutation was wrong, look
again; there are too many positions."""
