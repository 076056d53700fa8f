"""Pages of rules: made once for each table's options, in their turn, and kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from faraon.engines.errors import GameError
from faraon.lang.ir import Book, Scalar
from faraon.pages import rules_page
from faraon.play.game import Game
from faraon.server.live.work import Work
from faraon.server.net.answers import Made
from faraon.server.table.catalogue import MAX_SEATS
from faraon.server.wire.refusals import RefusalError, from_game_error

Key = tuple[str, int, tuple[tuple[str, Scalar], ...], str]
"""The rulebook's name here, players, all options, the language."""


class RulesPages:
    def __init__(self, work: Work, most: int) -> None:
        self._work, self._most = work, most
        self._pages: OrderedDict[Key, asyncio.Future[Made]] = OrderedDict()

    def at_hand(self, key: Key) -> bool:
        """Made, or being made."""
        return key in self._pages

    async def get(self, key: Key, book: Book, whom: str) -> Made:
        """A page; many who want the same one wait for it together."""
        page = self._pages.get(key)
        if page is None:
            page = self._pages[key] = asyncio.ensure_future(self._work.do(whom, _made, key, book))
            if len(self._pages) > self._most:
                self._pages.popitem(last=False)
        self._pages.move_to_end(key)
        try:
            return await asyncio.shield(page)
        except RefusalError:
            if self._pages.get(key) is page:
                del self._pages[key]  # the next one tries again
            raise


def _made(key: Key, book: Book) -> Made:
    _, players, options, language = key
    try:
        game = Game(book, players, dict(options))
    except GameError as error:
        raise from_game_error(error, "bad-options") from None
    return Made.of(rules_page(game, language, home="/", seats=MAX_SEATS).encode())
