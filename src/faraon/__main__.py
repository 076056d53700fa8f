"""``python -m faraon`` is the command ``faraon``."""

from faraon.cli import main

main()
