"""Bots against bots: duplicate deals, ratings, reports."""
