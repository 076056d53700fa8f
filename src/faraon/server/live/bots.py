"""The bots of this process: tables share them."""

from __future__ import annotations

from faraon.bots.ready import ReadyBots

BOTS = ReadyBots()
