"""Two players and nothing hidden: positions are solved."""
