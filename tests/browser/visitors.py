"""Browsers that are handed from visitor to visitor: opening one costs more than most tests do in it."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.serving import LOCALES, SIZES
from tests.patience import PATIENCE


class Kind(NamedTuple):
    """What cannot be changed in a browser that is open."""

    address: str
    language: str
    touched: bool


class Visitors:
    """Nothing is remembered from one visitor to the next but files that never change (their cache)."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[Kind, list[BrowserContext]] = {}
        self._kinds: dict[BrowserContext, Kind] = {}

    def enter(self, address: str, size: str, language: str, theme: str) -> Page:
        """The page of a new visitor."""
        kind = Kind(address, language, size != "desktop")
        free = self._free.setdefault(kind, [])
        context = free.pop() if free else self._open(kind)
        page = context.new_page()
        forget(page, address)
        page.set_viewport_size(SIZES[size])
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        return page

    def _open(self, kind: Kind) -> BrowserContext:
        context = self._browser.new_context(
            locale=LOCALES[kind.language],
            has_touch=kind.touched,
            reduced_motion="reduce",
            base_url=kind.address,
        )
        context.set_default_timeout(1000 * PATIENCE)
        context.new_page()  # stays open: with its last page a browser ends the process that draws them
        self._kinds[context] = kind
        return context

    def leave(self, context: BrowserContext) -> None:
        """The next one may have it, unless its time was stopped: that is for good."""
        first, *others = context.pages
        if first.evaluate("'__pwClock' in globalThis"):
            context.close()
            return
        for page in others:
            page.close()
        self._free[self._kinds[context]].append(context)


def forget(page: Page, address: str) -> None:
    """What earlier visitors have left."""
    storage = page.context.new_cdp_session(page)
    storage.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
    storage.detach()
