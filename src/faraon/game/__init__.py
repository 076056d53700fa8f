"""Plain data of a game: positions, moves, chance. Nothing here knows a rule."""
