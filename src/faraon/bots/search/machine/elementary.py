"""Logarithms and powers of our own: every compiler and every machine gives the same last bit, so the same
search grows the same tree anywhere."""

import numpy as np
from faraon_kernel import inlined, int64

LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
"""The logarithm of 2 in two parts; the first one times a small number is exact."""

TABLED = 1024


def tabled_logarithm(number):
    """By its mantissa near 1: log m = 2 artanh((m - 1) / (m + 1))."""
    halvings = 0
    while number * 0.5**halvings > 1.4142:
        halvings += 1
    mantissa = number * 0.5**halvings
    part = (mantissa - 1) / (mantissa + 1)
    square, total = part * part, 0.0
    for odd in range(25, 0, -2):
        total = total * square + 2.0 / odd
    return halvings * LN2_HIGH + (total * part + halvings * LN2_LOW)


LOGARITHMS = np.array([0.0, *(tabled_logarithm(number) for number in range(1, TABLED))])
HALVES = np.array([0.5**number for number in range(32)])

STEPS = 8
"""So many times between 0 and 1 a power is known beforehand,"""
HIGHEST = 20
"""and up to this height."""


@inlined
def logarithm(number):
    """Of a whole number from 1 on."""
    if number < TABLED:
        return LOGARITHMS[number]
    shift = 0
    while number >> shift >= TABLED:
        shift += 1
    head = number >> shift
    base = float(head << shift)
    part = (float(number) - base) / base
    more = part * (1.0 - part * (0.5 - part * (0.3333333333333333 - part * (0.25 - part * 0.2))))
    return LOGARITHMS[head] + (float(shift) * LN2_HIGH + (float(shift) * LN2_LOW + more))


@inlined
def falling(height):
    """e to the power of minus a number from 0 to 20."""
    halvings = int64(height * 1.4426950408889634 + 0.5)
    rest = (float(halvings) * LN2_HIGH - height) + float(halvings) * LN2_LOW
    total = 1.0
    for term in range(13, 0, -1):
        total = 1.0 + total * rest / float(term)
    return total * HALVES[halvings]


def tabled_power(step):
    """e to the power of minus so many steps: the series of a 32nd of it, 32 times."""
    total = 1.0
    for term in range(40, 0, -1):
        total = 1.0 - total * step / STEPS / term / 32
    return total**32


POWERS = np.array([tabled_power(step) for step in range(STEPS * HIGHEST + 1)])
CLEARLY = 1e-9
"""So much nearer is too near to tell by the table alone."""


@inlined
def is_luck(chance, height):
    """Whether a chance from 0 to 1 is below e to the power of minus a height under 20. Mostly the table says
    it: both powers beside the height are on one side of the chance."""
    step = int64(height * STEPS)
    if chance < POWERS[step + 1] * (1.0 - CLEARLY):
        return True
    if chance > POWERS[step] * (1.0 + CLEARLY):
        return False
    return chance < falling(height)
