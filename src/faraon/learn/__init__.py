"""Training: networks by self-play on the JAX kernel, what they believe, and best responses."""
