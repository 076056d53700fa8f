"""Training: self-play on the JAX kernel, and best responses."""
