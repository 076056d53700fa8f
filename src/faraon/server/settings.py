"""How a server is run; all limits in one place."""

from __future__ import annotations

from dataclasses import dataclass


def default_database() -> str:
    """An SQLite file in the user's own data folder."""
    from platformdirs import user_data_path

    folder = user_data_path("faraon", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}"


@dataclass(frozen=True)
class Settings:
    database: str
    rulebooks: tuple[str, ...] = ()
    """Rulebook files of your own, offered beside the shipped ones."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may talk to this server."""
    address: str = ""
    """The address that invitations carry, such as ``https://karty.example``; or else that of the request."""

    behind_proxy: bool = False
    """Visitors' addresses come from a proxy on this machine, which also counts their connections."""

    warm_up: bool = False
    """Compile the strong bots as soon as the server runs, and not when the first one is needed."""
    think_seconds: float = 0.9
    """How long a bot thinks at a pace of 1, give or take a third."""
    absence_seconds: float = 20.0
    """When a bot stands in for a player who is away while others wait."""
    opening_seconds: float = 5.0
    """How long the players have to open their seals before the cards are dealt without them."""
    grace_seconds: float = 1.5
    """How much later than the clock says a move may still come in."""

    connections: int = 5_000
    """In all, and never more than there are files for."""
    connections_per_address: int = 100
    """Of tables; and twice as many of all kinds."""
    head_seconds: float = 10.0
    """Within these the head of a request must have come."""
    stalled_seconds: float = 30.0
    """A client that takes nothing of what it is sent for this long is cut off."""
    system_buffer: int = 131_072
    """Bytes that the system keeps for a client in each direction."""
    pong_seconds: float = 20.0
    """Within these a client must answer a ping, which it gets every 20 seconds."""
    incoming_messages: int = 256
    """A client that sends this many messages before the first one is read is cut off."""
    messages_per_second: float = 20.0
    messages_at_once: float = 60.0
    messages_per_address: float = 100.0
    """A second, over all its connections; four times as many at once."""
    requests_per_second: float = 20.0
    """Of one address, those for files and new connections counted as well; some cost more than others."""
    requests_at_once: float = 200.0
    cost_of_check: float = 3.0
    cost_of_rules: float = 10.0
    """Of a page that is not at hand."""
    cost_of_replay: float = 20.0
    """Of a record from elsewhere."""
    cost_of_game: float = 5.0
    """Of a finished game of a table."""
    cost_of_loading: float = 5.0
    """Of a table that must be read from the database."""
    cost_of_hello: float = 2.0
    cost_of_hint: float = 10.0
    """Of a position that was not asked about before."""
    signs_per_second: float = 0.5
    """Greetings and reactions of a seat;"""
    signs_at_once: float = 8.0
    """so many in a row."""
    words_per_second: float = 0.5
    """Lines that a person writes to the others;"""
    words_at_once: float = 5.0
    """so many in a row."""
    nudge_seconds: float = 12.0
    """So long somebody may think before they are nudged, and from one nudge to the next."""
    sealing_seconds: float = 2.0
    """How long a game that everybody wants waits for their seals."""
    too_fast_seconds: float = 1.0
    """So long a refusal waits for whoever asks too fast."""
    work_waiting: int = 32
    """Pages and replays that may wait to be made,"""
    work_waiting_each: int = 3
    """and of one address."""
    hints_waiting: int = 64
    """In all."""
    review_simulations_per_second: float = 10_000.0
    """Of reviews for one address, those of the trees alone; a game of two players takes some 90,000."""
    review_simulations_at_once: float = 1_000_000.0
    reviews_waiting: int = 16
    """Reviews that are under way; they take turns in one thread,"""
    reviews_waiting_each: int = 2
    """and those of one address."""
    reviews_kept: int = 100
    """At hand, some 30 kB each."""
    rules_kept: int = 100
    """Pages of rules at hand, about 100 kB each."""
    tables_per_minute: float = 30.0
    tables_at_once: float = 30.0
    largest_message: int = 4096
    largest_body: int = 220_000
    hello_seconds: float = 10.0
    body_seconds: float = 20.0
    idle_seconds: float = 120.0
    """A connection that is silent for this long is closed; clients send pings."""
    welcome_lines: int = 300
    """Of the log of a game that a browser is told when it comes."""
    outgoing_messages: int = 256
    """A client that falls this many messages behind is disconnected; it may come back."""
    most_tables: int = 5000
    """Held in memory at once; then those without visitors give way to others, but not"""
    least_seconds: float = 5.0
    """so soon after somebody looked at them."""
    spectators_per_table: int = 50
    most_moves: int = 2000
    """An option that says how long a game may be cannot be more, unless its default is."""

    evict_seconds: float = 180.0
    """A table that nobody looks at leaves memory (not the database) after this long."""
    waiting_hours: float = 24.0
    playing_days: float = 60.0
    over_days: float = 0.0
    """Finished and closed tables are removed after this many days; 0 keeps them."""
