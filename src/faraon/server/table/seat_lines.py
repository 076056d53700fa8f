"""What the log says of seats: who left, who plays instead, and who is back."""

from __future__ import annotations

from faraon.server import wire as msg
from faraon.server.table import events as ev
from faraon.server.table.levels import level_title
from faraon.server.table.names import in_a_sentence
from faraon.server.table.table import Step

Told = tuple[str, str]


def seat_line(step: Step) -> msg.Line | None:
    """The line, if the event is about a seat, and there is something to say."""
    event = step.stored.event
    if not isinstance(event, ev.Left | ev.SeatSet | ev.StoodIn | ev.Renamed):
        return None
    said = _said(event, in_a_sentence(step.names[event.seat]))
    return None if said is None else msg.Line(step.stored.n, "seat", None, event.seat, *said, None)


def _said(event: ev.Left | ev.SeatSet | ev.StoodIn | ev.Renamed, name: str) -> Told | None:
    """In English and in Slovak, where it needs neither the gender nor a case of a name."""
    match event:
        case ev.Left():
            en, sk = f"{name} has left the table", f"{name}: odchod od stola"
            if event.bot is None:
                return f"{en}.", f"{sk}."
            return f"{en}; the bot {event.name} takes over.", f"{sk}; na tomto mieste hrá bot {event.name}."
        case ev.SeatSet(kind="bot") if event.name == name:
            title = level_title(event.level)
            return f"The bot {name}: level {title.en}.", f"Bot {name}: úroveň {title.sk}."
        case ev.SeatSet(kind="bot"):
            return (
                f"The host has put the bot {event.name} in the place of {name}.",
                f"{name}: miesto dal hostiteľ botovi, hrá {event.name}.",
            )
        case ev.StoodIn(on=False):
            return f"{name} is back.", f"{name}: späť v hre."
        case ev.StoodIn(why="late"):
            return f"{name} ran out of time; a bot plays for them.", f"{name}: vypršal čas, zastupuje bot."
        case ev.StoodIn():
            return f"{name} is away; a bot plays for them.", f"{name}: bez spojenia, zastupuje bot."
        case ev.Renamed():
            new = in_a_sentence(event.name)
            return f"{name} is now called {new}.", f"{name}: nové meno {new}."
    return None
