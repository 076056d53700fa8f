"""What moves are worth at a glance, in points: one table for all who play by rules of thumb.

The machine that searches reads this file as text.
"""

CARD = 10.0
"""For every card that is laid."""

FINISH = 200.0
"""It was the last one;"""
LAST_ACE = 100.0
"""and an ace, which nobody answers."""
KEPT_ACE = -8.0
"""The only ace, which could have been the last card."""

PHARAOH = -14.0
"""It is kept for need,"""
RED_SEVEN, RED_SEVEN_LATE = -2.0, -6.0
"""and so is the red seven, more so when somebody has few cards."""
RETURN = 40.0
"""Somebody is brought back."""

SEVEN, SEVEN_NOW = 3.0, 8.0
"""For every seven that makes the next player draw; when they are nearly out."""
STOP, STOP_NOW = 4.0, 9.0
"""An ace that stops the next player; when they are nearly out."""

BURNED, BURNED_STUCK = 12.0, -15.0
"""Four are burned and the own hand goes on, or does not;"""
BURNED_BLIND = 5.0
"""or nobody looks."""

ASKING = -9.0
"""An over is spent to ask for a suit."""
OWN_SUIT = 3.0
"""For every own card of the suit that is asked for."""
FOLLOWER = 1.5
"""For every own card that fits on what is laid."""
KNOWN_ANSWER = -2.0
"""For every card in another hand that is known to fit."""
