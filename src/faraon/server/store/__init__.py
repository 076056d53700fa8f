"""Events in a database."""

from faraon.engines.extras import extra

with extra("server"):
    import msgspec  # noqa: F401 - only whether they are there
    import sqlalchemy  # noqa: F401
