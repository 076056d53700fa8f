"""Faraón, the Slovak card game of the mau-mau family: the rulebook is the program."""

from faraon.cards import Card, Suit, Value, pack

__all__ = ["Card", "Suit", "Value", "pack"]
