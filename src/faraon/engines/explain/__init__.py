"""Why: the rulebook is walked through step by step and says what it did."""
