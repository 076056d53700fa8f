"""The options of the rules, each value and each corner, asked from the referee."""
