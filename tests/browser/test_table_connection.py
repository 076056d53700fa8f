"""The connection breaks, comes back, and nothing is lost."""

from __future__ import annotations

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.playing import (
    move,
    open_table,
    play_here,
    position,
    prefer,
    sit_down,
    wait_for_me,
)


def test_a_lost_connection_is_shown_and_comes_back_in_mid_game(visit: Visit) -> None:
    page = visit("phone", "sk")
    prefer(page)
    sockets: list[WebSocketRoute] = []
    away: list[bool] = []

    def through(socket: WebSocketRoute) -> None:
        if away:
            socket.close()
            return
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket("**/ws/*", through)
    sit_down(page, open_table(page, 2))
    page.wait_for_selector(".hand .card")
    if wait_for_me(page):
        move(page)
    away.append(True)  # until the banner is seen
    sockets[-1].close()
    expect(page.get_by_role("alert")).to_contain_text("Spojenie sa prerušilo")
    away.clear()
    expect(page.get_by_role("alert")).to_have_count(0)
    if wait_for_me(page):
        move(page)


def test_two_tabs_of_one_seat_show_the_same(visit: Visit) -> None:
    page = visit("desktop", "en")
    seated = play_here(page, 1)
    other = page.context.new_page()
    prefer(other)
    sit_down(other, seated)
    other.wait_for_selector(".hand .card")
    for turn in range(2):
        mover, watcher = (page, other) if turn == 0 else (other, page)
        if not wait_for_me(mover):
            break
        move(mover)
        wait_for_me(mover)
        wait_for_me(watcher)
        assert position(mover) == position(watcher)


def test_a_table_that_is_not_there_is_told(visit: Visit) -> None:
    page = visit("phone", "en")
    prefer(page)
    sit_down(page, {"table": "nowhere", "seat": 0, "token": "none"})
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("link", name="Home").last).to_be_visible()
