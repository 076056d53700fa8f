"""The house-rule laboratory: what every setting of every option does to the game."""
