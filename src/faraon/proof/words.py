"""What ``rules verify`` and ``rules diff`` say, in both languages."""

from __future__ import annotations

from faraon.proof.answers import Text
from faraon.words import counted

QUESTIONS = {
    "scope": Text("What this is about", "O čom to je"),
    "deadlock": Text("Is there a move in every position?", "Je v každej situácii čo zahrať?"),
    "range": Text("Do variables stay in their ranges?", "Ostávajú premenné vo svojich rozsahoch?"),
    "part": Text("What never happens?", "Čo sa nikdy nestane?"),
    "overlap": Text("Do rules overlap?", "Prekrývajú sa pravidlá?"),
    "sentence": Text("Is what sentences take for granted so?", "Platí to, čo vety pokladajú za samozrejmé?"),
    "small": Text("Every game of a small pack", "Každá hra s malým balíčkom"),
}
"""The questions in the order in which they are told."""

STANDINGS = {
    "proven": Text("proven", "dokázané"),
    "refuted": Text("refuted", "vyvrátené"),
    "open": Text("open", "otvorené"),
    "bounded": Text("bounded", "potiaľto"),
}


def seats(players: list[int]) -> Text:
    """So many players.

    >>> seats([2, 3, 4]).sk
    '2 až 4 hráči'
    """
    if len(players) == 1:
        return Text(f"{players[0]} players", counted(players[0], ("hráč", "hráči", "hráčov")))
    noun = "hráči" if players[-1] <= 4 else "hráčov"
    return Text(f"{players[0]} to {players[-1]} players", f"{players[0]} až {players[-1]} {noun}")


def number(value: int, language: str) -> str:
    r"""A number with thousands apart.

    >>> number(4718592, "en"), number(4718592, "sk")
    ('4,718,592', '4\xa0718\xa0592')
    """
    return f"{value:,}".replace(",", "\N{NO-BREAK SPACE}" if language == "sk" else ",")


def out_of_time(reached: Text) -> Text:
    """Nothing is known, and how far it went."""
    return Text(f"out of time: {reached.en}", f"čas vypršal: {reached.sk}")
