"""Who is away is played for at once here: the others see it, and whoever comes back is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from faraon.server.table import table
from tests.browser.conftest import Visit
from tests.browser.opponent import deal
from tests.browser.serving import running_server
from tests.browser.test_company import Others, begin, draw


@pytest.fixture(scope="module")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that waits for nobody who is away."""
    with running_server(tmp_path_factory.mktemp("absences"), absence_seconds=0.0) as address:
        yield address


def test_a_bot_that_stood_in_is_told_and_seen(
    visit: Visit, base_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "fair_deal", lambda *_: deal("h7 lX a9 bK lK", "l8 b8 bX aK hK"))
    page, watching = visit("phone", "sk"), visit("desktop", "sk")
    with ExitStack() as sockets:
        seated, (boris,) = begin(page, Others(base_url, sockets, page), "Boris")
        watching.goto(f"/t/{seated['table']}")
        watching.get_by_role("button", name="Iba sa pozerať").click()
        anna = watching.locator(".seat", has_text="Anna")
        expect(anna.locator(".av")).not_to_have_class(re.compile("robot"))
        draw(page)
        page.goto("/settings")
        for _ in range(2):
            boris.passes()
        expect(anna.locator(".who small")).to_have_text("hrá bot")
        expect(anna.locator(".av")).to_have_class(re.compile("robot"))
        page.goto(f"/t/{seated['table']}")
        expect(page.locator(".strip")).to_contain_text(re.compile("z toho za teba bot: [12]"))
        expect(anna.locator(".who small")).not_to_have_text("hrá bot")
        log = watching.get_by_role("list", name="Priebeh hry")
        expect(log).to_contain_text("Anna: bez spojenia, zastupuje bot.")
        expect(log).to_contain_text("Anna: späť v hre.")
