"""Tables at work: decide, store, apply, tell."""

from faraon.engines.extras import extra

with extra("server"):
    import msgspec  # noqa: F401 - only whether they are there
    import sqlalchemy  # noqa: F401
