"""Bots that do not look ahead."""
