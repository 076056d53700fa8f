"""The network: sockets, pages, limits, headers."""
