"""What people may see of a table. Hidden cards end here: nothing else makes messages out of states."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import get_args

from faraon.engines.explain.statements import in_language
from faraon.game.facts import Fact
from faraon.game.log import Entry, SeenEntry
from faraon.game.situation import Situation
from faraon.game.telling import Piece, called, pieces, tell
from faraon.lang import ir
from faraon.play import codec
from faraon.play.history import drawn
from faraon.play.state import State
from faraon.server import wire as msg
from faraon.server.table import events as ev
from faraon.server.table.deals import Deal
from faraon.server.table.fair import commitment
from faraon.server.table.names import in_a_sentence
from faraon.server.table.seat_lines import seat_line
from faraon.server.table.table import Step, Table
from faraon.server.table.undo import moves_to_keep
from faraon.server.wire import Text

PILE_SHOWN = 8
"""How many cards of the pile are sent; the last few are drawn."""
SPECTATOR = -1
SUITS: tuple[msg.Suit, ...] = get_args(msg.Suit)


def situation(now: Situation) -> msg.Situation:
    """What must be seen at a glance."""
    return msg.Situation(
        suit=None if now.suit is None else SUITS[now.suit],
        declared=now.declared,
        any_card=now.any_card,
        debt=now.debt,
        owed=now.owed,
        stop=now.stop,
        again=None if now.again is None else Text(now.again.en, now.again.sk),
        notes=[msg.Note(note.role, Text(note.en, note.sk)) for note in now.notes],
    )


def view(table: Table, state: State, players: Sequence[int], seat: int, present: bool = True) -> msg.View:
    """A game through the eyes of a seat of the table (or a spectator's).

    A view of the past (not ``present``) offers nothing to do.
    """
    mine = players.index(seat) if seat in players else None
    seen = state.view(SPECTATOR if mine is None else mine)
    clock = table.setup.clock
    ticking = present and clock is not None and table.playing
    return msg.View(
        position=table.position if present else 0,
        seat=mine,
        table=list(players),
        hand=[card.name for card in seen.hand],
        sizes=list(seen.sizes),
        pile=[None if card is None else card.name for card in seen.pile[-PILE_SHOWN:]],
        pile_size=len(seen.pile),
        stock_size=seen.stock_size,
        turn=seen.turn,
        situation=situation(seen.situation),
        out=codec.write_out(seen.out),  # type: ignore[arg-type]
        over=seen.over,
        loser=seen.loser,
        places=list(seen.places),
        drawn=drawn(state),
        why=[msg.Reason(one.rule, one.paragraph, one.en, one.sk) for one in state.why_over()],
        moves_made=seen.moves_made,
        moves=[str(move) for move in seen.moves] if present and table.playing else [],
        fouls=not state.game.bound.covered and any(foul.guard != ir.FALSE for foul in state.game.bound.fouls),
        covers=state.game.bound.covered,
        claim=None if seen.claim is None else msg.Claim(seen.claim.seat, seen.claim.size),
        can_undo=present and mine is not None and moves_to_keep(table, seat) is not None,
        casual=table.deal is not None and bool(table.deal.undone),
        deadline=table.moved_at + clock if ticking and clock is not None else None,
        variables=codec.write_variables(state.game.bound, seen.vars),
    )


def present_view(table: Table, seat: int) -> msg.View | None:
    deal = table.deal
    if deal is None:
        return None
    return view(table, deal.state, deal.players, seat)


# ----------------------------------------------------------------------------------------------- the table


def table_info(table: Table, connected: Callable[[int], bool]) -> msg.TableInfo:
    setup, host = table.setup, table.host
    return msg.TableInfo(
        id=table.id,
        status=table.status,
        rulebook=table.book.name,
        title=text(table.book.texts),
        hash=table.book.hash,
        options=_options(table),
        kind=setup.kind,  # type: ignore[arg-type]
        games=setup.games,
        clock=None if setup.clock is None else msg.Clock(setup.clock),
        listed=setup.listed,
        pace=table.pace,
        seats=[
            msg.Seat(
                kind=seat.kind,
                name=seat.name,
                level=seat.level,
                connected=seat.kind == "bot" or connected(number),
                stand_in=seat.stand_in,
                host=number == host,
                ready=number in table.ready,
            )
            for number, seat in enumerate(table.seats)
        ],
        undo=table.undo,
        hints=table.hints,
        chat=table.chat,
        lesson=setup.lesson,
        given=setup.position is not None and setup.lesson is None,
    )


def _plain(template: ir.Template) -> str:
    return "".join(part for part in template if isinstance(part, str))


def text(texts: ir.Texts) -> Text:
    """A short text of a rulebook without places to fill."""
    en, sk = (_plain(in_language(texts, language)[0]) for language in ("en", "sk"))
    return Text(en, sk)


def long_text(texts: ir.Texts) -> Text | None:
    """The long text, if there is one."""
    if not texts.en_long and not texts.sk_long:
        return None
    return Text(_plain(texts.en_long or texts.sk_long), _plain(texts.sk_long or texts.en_long))


def value_says(option: ir.Option, value: int | str) -> Text:
    """What a setting of an option means; a plain number speaks for itself."""
    for known, texts in option.value_texts:
        if known == value:
            return text(texts)
    return Text(str(value), str(value))


def _options(table: Table) -> list[msg.OptionChoice]:
    return [
        msg.OptionChoice(
            name=option.name,
            value=table.options.get(option.name, option.default),
            changed=table.options.get(option.name, option.default) != option.default,
            title=text(option.texts),
            says=value_says(option, table.options.get(option.name, option.default)),
            paragraph=", ".join(option.paragraphs),
        )
        for option in table.book.options
    ]


def match_info(table: Table) -> msg.Match:
    setup, match = table.setup, table.match
    if match is None:
        kind = setup.kind
        return msg.Match(kind, setup.games, 0, table.dealt, [], None, False, [])  # type: ignore[arg-type]
    standings = [
        msg.Standing(
            seat=table.players[line["seat"]],
            losses=line["losses"],
            cards=line.get("cards"),
            beggar=line.get("beggar", False),
            out=line["out"],
            won=line["won"],
        )
        for line in match.standings()
    ]
    return msg.Match(
        kind=match.kind,  # type: ignore[arg-type]
        games=match.games,
        game=len(match.played) + (match.current is not None),
        dealt=table.dealt,
        standings=standings,
        asked=table.asked,
        over=match.over,
        winners=[table.players[seat] for seat in match.winners],
    )


def fair_info(table: Table) -> msg.Fair | None:
    """The deal that matters now: the next one if it is committed, otherwise the current or last one."""
    promised, seats = table.next_deal, range(len(table.seats))
    if promised is None:
        return fair_of(table.deal)
    return msg.Fair(
        game=promised.label.game,
        commitment=table.commitment(),
        seals=[promised.seals.get(seat, "") for seat in seats],
        opening=promised.opening,
        salts=["" for _ in seats],  # also those that are open: whoever comes last might not open by them
        secret=None,
        label=str(promised.label),
        people=[seat for seat, kind in enumerate(promised.kinds) if kind == "person"] or table.people,
        deck=None,
        shuffles=None,
        lot=None,
    )


def fair_of(deal: Deal | None) -> msg.Fair | None:
    """How a dealt game came about; its secret only when it is over."""
    if deal is None or deal.label is None:
        return None
    state, over = deal.state, deal.state.over
    return msg.Fair(
        game=deal.game,
        commitment=commitment(deal.secret),
        seals=list(deal.seals),
        opening=False,
        salts=list(deal.salts),
        secret=deal.secret if over else None,
        label=str(deal.label),
        people=[seat for seat, kind in enumerate(deal.kinds) if kind == "person"],
        deck=[card.name for card in state.deck or ()] if over else None,
        shuffles=[[card.name for card in order] for order in state.shuffles] if over else None,
        lot=msg.Lot(state.origin.turn, len(deal.players)) if deal.starter == "lot" else None,
    )


# ------------------------------------------------------------------------------------------ what happened


def card_events(entry: Entry, viewer: int) -> list[msg.CardEvent]:
    """Where cards went, as a seat of the game saw it."""
    return [
        msg.CardEvent(
            kind=event.kind,  # type: ignore[arg-type]
            seat=event.seat if event.seat >= 0 else None,
            count=event.count,
            cards=None if event.cards is None else [card.name for card in event.cards],
        )
        for event in SeenEntry.of(viewer, entry).events
    ]


def names(table: Table) -> list[str]:
    """Who plays the present game, by seat of the game."""
    if table.deal is None:
        return []
    return [in_a_sentence(table.seats[seat].name) for seat in table.deal.players]


def line(table: Table, step: Step, seat: int) -> msg.Line | None:
    """An event of the game in words, for a seat of the table."""
    names = [in_a_sentence(step.names[one]) for one in step.players]
    said = seat_line(step)
    if said is not None:
        return said
    if isinstance(step.stored.event, ev.Undone):
        name = names[step.stored.event.seat]
        return msg.Line(
            step.stored.n,
            "undo",
            None,
            step.players[step.stored.event.seat],
            f"{name}: takes the move back",
            f"{name}: ťah späť",
            None,
        )
    if step.stored.event == ev.Closed("deadlock"):
        en = "A dead end: these rules allow no move now. The table is closed."
        sk = "Slepá ulička: pravidlá teraz nedovoľujú žiadny ťah. Stôl sa zatvára."
        return msg.Line(step.stored.n, "end", None, None, en, sk, None)
    if step.entry is None:
        return None
    viewer = _viewer(step.players, seat)
    me = None if viewer == SPECTATOR else viewer
    knows = knows_pharaoh(table.book, table.options)
    return told(step.entry, step.facts, names, step.players, viewer, step.stored.n, me, knows, step.by)


def told(
    entry: Entry,
    facts: Sequence[Fact],
    names: Sequence[str],
    players: Sequence[int],
    viewer: int,
    n: int,
    me: int | None,
    pharaoh: bool,
    by: msg.By | None = None,
) -> msg.Line:
    """An entry as ``viewer`` saw it; ``me`` is spoken to."""
    seen = SeenEntry.of(viewer, entry)
    lines, drawn = [], []
    for language, you in (("en", "You"), ("sk", "Ty")):
        people = [you if seat == me else name for seat, name in enumerate(names)]
        lines.append(tell(seen, facts, people, language, me, pharaoh))
        drawn.append(pieces(seen, facts, people, language, me))
    shown = _pieces(drawn[0], drawn[1], pharaoh)
    if entry.move is None:
        return msg.Line(n, "deal", None, None, lines[0], lines[1], shown)
    return msg.Line(n, "move", by, players[entry.seat], lines[0], lines[1], shown)


def knows_pharaoh(book: ir.Book, options: Mapping[str, int | str]) -> bool:
    """The under of leaves has its own name where any card fits on it, and no option took that away."""
    anyway = "on" if any(one.role == "any_card" for one in book.shows) else "off"
    default = next((option.default for option in book.options if option.name == "pharaoh"), anyway)
    return options.get("pharaoh", default) != "off"


def _pieces(en: list[Piece], sk: list[Piece], pharaoh: bool) -> msg.Pieces | None:
    if all(isinstance(piece, str) for piece in sk):
        return None

    def drawn(piece: Piece) -> str | msg.CardPiece:
        if isinstance(piece, str):
            return piece
        own = Text(called(piece, "en", True), called(piece, "sk", True))
        plain = Text(called(piece, "en", False), called(piece, "sk", False))
        return msg.CardPiece(piece.name, own if pharaoh and own != plain else None)

    return msg.Pieces([drawn(piece) for piece in en], [drawn(piece) for piece in sk])


TOLD = ("debt", "stop", "out", "return", "again", "over", "true", "lie")
"""The facts that are seen and heard at the table; they are public, as the lines of the log are."""


def move_facts(facts: Sequence[Fact]) -> list[msg.MoveFact]:
    return [
        msg.MoveFact(fact.kind, fact.seat, fact.old, fact.new, fact.said.rule if fact.said else "")  # type: ignore[arg-type]
        for fact in facts
        if fact.kind in TOLD
    ]


def _viewer(players: Sequence[int], seat: int) -> int:
    return players.index(seat) if seat in players else SPECTATOR


def what(table: Table, step: Step, seat: int) -> msg.What:
    """An event for a seat of the table."""
    event, entry = step.stored.event, step.entry
    viewer = _viewer(step.players, seat)
    match event:
        case ev.Dealt() if entry is not None:
            return msg.Dealt(step.game, entry.seat, card_events(entry, viewer))
        case ev.Moved() if entry is not None:
            move = str(SeenEntry.of(viewer, entry).move)
            events, facts = card_events(entry, viewer), move_facts(step.facts)
            return msg.Moved(event.seat, move, step.by, entry.foul, events, facts)
        case ev.Undone():
            return msg.Undone(event.seat)
        case ev.StoodIn():
            return msg.Changed("stand_in" if event.on else "back", event.seat)
        case ev.SeatSet():
            return msg.Changed("seat", event.seat)
        case ev.Salted():
            return msg.Changed("salted", event.seat)
        case (
            ev.Joined() | ev.Left() | ev.Renamed() | ev.Paced() | ev.Sealed() | ev.Opening()
            | ev.Begged() | ev.Readied() | ev.Rematched()
        ):  # fmt: skip
            return msg.Changed(event.__struct_config__.tag, event.seat)  # type: ignore[arg-type]
        case ev.Committed():
            return msg.Changed("committed", None)
        case _:
            return msg.Changed("closed", None)


def happened(
    table: Table, step: Step, seat: int, shared: Shared | None = None, present: bool = True
) -> msg.Happened:
    """An event with the state after it; past ones come without the table and the match."""
    state = step.state
    return msg.Happened(
        n=step.stored.n,
        at=step.stored.at,
        what=what(table, step, seat),
        line=line(table, step, seat),
        table=shared.table if shared is not None else None,
        match=shared.match if shared is not None else None,
        fair=shared.fair if shared is not None else None,
        view=view(table, state, step.players, seat, present) if state is not None else None,
    )


class Shared:
    """The part of an event that is the same for everyone; made once."""

    def __init__(self, table: Table, step: Step, connected: Callable[[int], bool]) -> None:
        plain_move = isinstance(step.stored.event, ev.Moved | ev.Undone) and table.playing
        self.table = None if plain_move else table_info(table, connected)
        self.match = None if plain_move else match_info(table)
        self.fair = None if plain_move else fair_info(table)
