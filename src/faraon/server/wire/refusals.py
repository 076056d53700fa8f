"""What the server refuses, in both languages."""

from __future__ import annotations

from faraon.engines.errors import GameError, IllegalMove
from faraon.server.wire import Code, Reason

TEXTS: dict[Code, tuple[str, str]] = {
    "bad-message": ("This message is not understood.", "Tejto správe nerozumieme."),
    "bad-request": ("This request is not understood.", "Tejto požiadavke nerozumieme."),
    "illegal-move": ("This move is not allowed.", "Tento ťah nie je dovolený."),
    "stale": ("The game has gone on meanwhile.", "Hra medzitým pokročila."),
    "not-yours": ("It is not your turn, or not yours to decide.", "Nie si na ťahu alebo to nie je na tebe."),
    "not-now": ("This is not possible now.", "Teraz sa to nedá."),
    "cannot-undo": (
        "There is no move to take back.",
        "Niet aký ťah vrátiť.",
    ),
    "no-hints": (
        "There are no hints at this table: people play against each other here.",
        "Pri tomto stole sa neradí: hrajú tu proti sebe ľudia.",
    ),
    "no-chat": (
        "People write to each other only at a private table whose host allows it, and each of them must have "
        "turned it on.",
        "Písať si možno iba pri súkromnom stole, kde to hostiteľ povolil a kde si to zapol aj každý sám.",
    ),
    "too-fast": ("Too many requests; wait a moment.", "Priveľa požiadaviek; chvíľu počkaj."),
    "too-large": ("The request is too long.", "Požiadavka je príliš dlhá."),
    "closed": ("The table is closed.", "Stôl je zatvorený."),
    "version": ("Reload the page: the server is newer.", "Načítaj stránku znova: server je novší."),
    "unknown-table": ("There is no such table, or it is gone.", "Taký stôl tu nie je alebo už zanikol."),
    "unknown-page": ("There is nothing here.", "Nič tu nie je."),
    "bad-token": ("This seat is not yours.", "Toto miesto nie je tvoje."),
    "bad-origin": ("Requests from other sites are refused.", "Požiadavky z iných stránok sa odmietajú."),
    "bad-host": (
        "This server does not know this name of its own; whoever runs it can say it (--address).",
        "Server toto svoje meno nepozná; povie mu ho ten, kto ho prevádzkuje (--address).",
    ),
    "banned": ("This address is not served here.", "Z tejto adresy sa tu nedá hrať."),
    "full": ("There is no free seat at this table.", "Pri tomto stole nie je voľné miesto."),
    "bad-options": ("These house rules do not go together.", "Tieto domáce pravidlá sa navzájom vylučujú."),
    "bad-record": ("This is not a valid record of a game.", "Toto nie je platný záznam hry."),
    "failed": (
        "The server could not do it; nothing has changed.",
        "Serveru sa to nepodarilo; nič sa nezmenilo.",
    ),
    "busy": ("The server is full; try again later.", "Server je plný; skús to neskôr."),
}
"""What is said, unless there is more to say."""


class RefusalError(Exception):
    """A request that is not carried out; nothing has changed."""

    def __init__(
        self, code: Code, en: str | None = None, sk: str | None = None, reasons: tuple[Reason, ...] = ()
    ) -> None:
        self.code = code
        self.en, self.sk = en or TEXTS[code][0], sk or TEXTS[code][1]
        self.reasons = list(reasons)
        super().__init__(self.en)


def from_game_error(error: GameError, code: Code) -> RefusalError:
    """The engine's own words; for an illegal move its reasons."""
    if isinstance(error, IllegalMove):
        reasons = tuple(Reason(one.rule, one.paragraph, one.en, one.sk) for one in error.verdict.reasons)
        verdict = error.verdict
        return RefusalError("illegal-move", verdict.text("en"), verdict.text("sk"), reasons)
    en, sk = (said[:1].upper() + said[1:] for said in (str(error), error.sk))
    return RefusalError(code, en, sk)
