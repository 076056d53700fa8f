"""A real browser. Errors of the page and of the console fail the test, and no other address is reached."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # it has no types
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)
from tools.browser import ARGUMENTS, find_browser

from faraon.server.net.client import WEB
from tests.browser.serving import running_server
from tests.browser.visitors import Visitors
from tests.patience import PATIENCE

expect.set_options(timeout=1000 * PATIENCE)

Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not (WEB / "index.html").is_file():
        pytest.fail("the client is not built: run `make setup`")
    with running_server(tmp_path_factory.mktemp("browser")) as address:
        yield address


@pytest.fixture(scope="package")  # not longer: while it is open, its event loop blocks all others
def browser() -> Iterator[Browser]:
    path = find_browser()
    if path is None:
        reason = "no Chromium: set CHROMIUM, or install it (`make browser` tries to)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="package")
def visitors(browser: Browser) -> Visitors:
    return Visitors(browser)


@pytest.fixture
def visit(visitors: Visitors, base_url: str) -> Iterator[Visit]:
    """``visit(size, language, theme)`` is a new visitor's page: nobody else's browser, nothing remembered.

    Where the server must refuse, ``expected`` is the part of the console's message that is not an error.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def only_here(request: Request) -> None:
        if not request.url.startswith(base_url):
            wrong.append(f"a request left the server: {request.url}")

    def new_visitor(
        size: str = "desktop", language: str = "sk", theme: str = "light", expected: str | None = None
    ) -> Page:
        def listen(said: ConsoleMessage) -> None:
            if said.type == "error" and not (expected and expected in said.text):
                wrong.append(said.text)

        page = visitors.enter(base_url, size, language, theme)
        contexts.append(page.context)
        page.context.on("request", only_here)
        page.on("pageerror", lambda error: wrong.append(f"error of the page: {error}"))
        page.on("console", listen)
        return page

    yield new_visitor
    for context in contexts:
        context.remove_listener("request", only_here)
        visitors.leave(context)
    assert not wrong, wrong


def assert_accessible(page: Page) -> None:
    """What axe finds on the page as it is now."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    told = [
        f"{one['id']}: {one['help']} ({', '.join(node['html'][:120] for node in one['nodes'][:3])})"
        for one in found
    ]
    assert not told, "\n".join(told)
