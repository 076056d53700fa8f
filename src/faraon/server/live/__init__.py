"""Tables at work: decide, store, apply, tell."""
