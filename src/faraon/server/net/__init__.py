"""The network: sockets, pages, limits, headers."""

from faraon.engines.extras import extra

with extra("server"):
    import starlette  # noqa: F401 - only whether it is there
