"""Networks that learned the game: what they read, their weights, and the bots that play by them."""
