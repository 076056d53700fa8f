"""Contact sheets of every screen: ``make sheets`` writes them to ``build/sheets``.

Every screen in both languages, by day and by night, on a desktop and on a phone; and once on a tablet and
on a phone on its side. ``python -m tools.contact_sheets phone-sk-dark`` makes one sheet, and
``python -m tools.contact_sheets pictures`` the pictures of the documentation.
"""

from __future__ import annotations

import base64
import itertools
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Error, Page, sync_playwright
from tests.browser.games import PlayedTable, play_to_the_end, play_with_guests
from tests.browser.serving import LOCALES, SIZES, running_server
from tests.reviewed import played_record

from tools.browser import ARGUMENTS, find_browser

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "sheets"
SETTLED_MS = 500
PICTURES_OUT = ROOT / "docs" / "pictures"
PICTURES = (
    ("start", "desktop", "en", "light"),
    ("table_group", "desktop", "en", "light"),
    ("table_debt", "phone", "sk", "light"),
    ("table_suit", "phone", "sk", "dark"),
    ("lobby", "phone", "en", "light"),
    ("new_table", "desktop", "en", "light"),
    ("replay", "desktop", "en", "dark"),
)
"""Of the documentation: screen, size, language, look."""
HEIGHTS = {"desktop": 400, "phone": 560, "landscape": 300, "tablet": 560}
"""Of a picture on its sheet."""


RESULTS = [
    {
        "id": f"{n}/1", "at": 1_790_000_000 + 9000 * n, "rulebook": ("classic", "prsi")[n % 5 == 0],
        "changed": int(n % 7 == 0), "players": 2, "people": int(n % 6 == 0),
        "level": ("novice", "learner", "player")[n % 3], "moves": 30,
        "outcome": ("won", "lost", "won", "lost", "drawn")[n * n % 5],
    }
    for n in range(1, 24)
]  # fmt: skip
"""Of somebody who plays often."""


@dataclass(frozen=True)
class Scene:
    """What all screens need: a server with a finished game, and tables to look at."""

    base: str
    played: PlayedTable

    def open_table(self, page: Page, seats: list[dict[str, str]], **more: object) -> str:
        """A new table whose host is the visitor of this page."""
        seated = self.opened(seats, **more)
        self.sit(page, seated["table"], seated["token"])
        return seated["table"]

    def opened(self, seats: list[dict[str, str]], **more: object) -> dict[str, str]:
        """A new table of somebody."""
        table = {"name": "Anna", "seats": seats, "pace": 0, **more}
        seated: dict[str, str] = httpx.post(f"{self.base}/api/tables", json=table).raise_for_status().json()
        return seated

    def sit(self, page: Page, table: str, token: str) -> None:
        """The visitor finds the key to a seat in the browser, as if they had sat down before."""
        seat = {"table": table, "seat": 0, "token": token, "since": 1_790_000_000_000, "with": []}
        remember(page, "faraon.tables", f"[{json.dumps(seat)}, ...JSON.parse(before ?? '[]')]")


def remember(page: Page, name: str, value: str) -> None:
    """Has the browser remember something before the first page is shown; ``before`` is what it knew."""
    page.add_init_script(
        f"{{ const before = localStorage.getItem('{name}');"
        f"localStorage.setItem('{name}', JSON.stringify({value})) }}"
    )


Screen = Callable[[Scene, Page], None]
SCREENS: dict[str, Screen] = {}


def screen(show: Screen) -> Screen:
    SCREENS[show.__name__] = show
    return show


@screen
def start(scene: Scene, page: Page) -> None:
    page.goto("/")


@screen
def start_running(scene: Scene, page: Page) -> None:
    scene.open_table(page, [{"kind": "bot"}])
    page.goto("/")


@screen
def menu(scene: Scene, page: Page) -> None:
    page.goto("/")
    page.locator("header button").first.click()


@screen
def new_table(scene: Scene, page: Page) -> None:
    page.goto("/new")


@screen
def new_table_friends(scene: Scene, page: Page) -> None:
    page.goto("/new?friends")
    page.locator("input[type=radio]").nth(2).check(force=True)
    page.get_by_role("radiogroup").last.locator("label").last.click()
    page.locator("details summary").click()


@screen
def lobby(scene: Scene, page: Page) -> None:
    table = scene.open_table(
        page, [{"kind": "open"}, {"kind": "bot"}, {"kind": "open"}], options={"seven_cards": 2}
    )
    page.goto(f"/t/{table}")


@screen
def invitation(scene: Scene, page: Page) -> None:
    seats = [{"kind": "open"}, {"kind": "bot"}]
    seated = scene.opened(seats, options={"seven_cards": 2, "burned": "off"})
    page.goto(f"/t/{seated['table']}")


@screen
def open_tables(scene: Scene, page: Page) -> None:
    host = page.context.new_page()  # a table is listed while its host is there
    table = scene.open_table(
        host, [{"kind": "bot"}, {"kind": "open"}], listed=True, options={"burned": "off"}
    )
    host.goto(f"/t/{table}")
    host.get_by_role("main").wait_for()
    page.goto("/tables")
    page.get_by_role("listitem").first.wait_for()


@screen
def my_games(scene: Scene, page: Page) -> None:
    remember(page, "faraon.results", json.dumps(RESULTS))
    scene.sit(page, scene.played.id, scene.played.token)
    scene.open_table(page, [{"kind": "bot"}, {"kind": "bot"}])
    page.goto("/mine")


@screen
def settings(scene: Scene, page: Page) -> None:
    page.goto("/settings")


@screen
def learn(scene: Scene, page: Page) -> None:
    remember(page, "faraon.lessons", "['groups', 'seven']")
    page.goto("/learn")


@screen
def lesson(scene: Scene, page: Page) -> None:
    page.goto("/learn/groups")
    page.wait_for_url("**/t/*")


@screen
def rules(scene: Scene, page: Page) -> None:
    page.goto("/rules")


@screen
def rules_page(scene: Scene, page: Page) -> None:
    language = "sk" if "sk" in str(page.evaluate("navigator.language")) else "en"
    page.goto(f"/rules/classic?lang={language}&seven_cards=2#p14")


@screen
def replay(scene: Scene, page: Page) -> None:
    scene.sit(page, scene.played.id, scene.played.token)
    page.goto(f"/t/{scene.played.id}/replay/1?move=6")


@screen
def replay_own_view(scene: Scene, page: Page) -> None:
    scene.sit(page, scene.played.id, scene.played.token)
    page.goto(f"/t/{scene.played.id}/replay/1?move=9")
    page.get_by_role("combobox").select_option(index=1)


def reviewed(page: Page) -> None:
    """A record with marks, and the coach under it."""
    page.goto("/replay")
    page.locator("textarea").fill(played_record())
    page.locator("form button").click()
    page.locator("main > div > .btn.room").click()
    page.locator(".coach .sum b").wait_for()
    page.locator(".coach .to").last.click()


@screen
def review(scene: Scene, page: Page) -> None:
    reviewed(page)


@screen
def better_move(scene: Scene, page: Page) -> None:
    reviewed(page)
    page.locator(".coach .btn.pri").click()
    page.locator("dialog .hand .card").first.wait_for()


@screen
def puzzles(scene: Scene, page: Page) -> None:
    solved = {"solved": {"10": True, "16": False}, "days": [], "row": 2, "bestRow": 2}
    remember(page, "faraon.puzzles", json.dumps(solved))
    page.goto("/puzzles")
    page.locator("summary").click()


@screen
def puzzle(scene: Scene, page: Page) -> None:
    page.goto("/puzzle/10")
    page.locator(".hand .card").first.wait_for()


@screen
def puzzle_open(scene: Scene, page: Page) -> None:
    page.goto("/puzzle/1")
    page.locator("aside .btn.out").first.click()
    page.locator("aside .btn.pri").wait_for()


@screen
def counting(scene: Scene, page: Page) -> None:
    drills = [{"right": 0.4, "seconds": 12}, {"right": 0.8, "seconds": 9}, {"right": 0.9, "seconds": 6}]
    remember(page, "faraon.counting", json.dumps(drills))
    page.goto("/counting")


@screen
def verify(scene: Scene, page: Page) -> None:
    page.goto(f"/t/{scene.played.id}/replay/1")
    page.locator("aside button[aria-haspopup=dialog]").click()


@screen
def open_record(scene: Scene, page: Page) -> None:
    page.goto("/replay")


@screen
def nowhere(scene: Scene, page: Page) -> None:
    page.goto("/nowhere")


@screen
def table(scene: Scene, page: Page) -> None:
    opened = scene.open_table(page, [{"kind": "bot"}, {"kind": "bot"}, {"kind": "bot"}])
    page.goto(f"/t/{opened}")
    page.wait_for_timeout(1500)


def at_the_lesson(scene: Scene, page: Page, name: str) -> None:
    """Positions of the introduction show what the luck of the deal seldom brings."""
    opened = scene.open_table(page, [{"kind": "bot"}], lesson=name)
    page.goto(f"/t/{opened}")
    page.wait_for_selector(".hand.turn")


def tap(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f".hand [data-card={card}]").click(position={"x": 30, "y": 44})


@screen
def table_debt(scene: Scene, page: Page) -> None:
    at_the_lesson(scene, page, "seven")


@screen
def table_ace(scene: Scene, page: Page) -> None:
    at_the_lesson(scene, page, "ace")


@screen
def table_group(scene: Scene, page: Page) -> None:
    at_the_lesson(scene, page, "burn")
    tap(page, "bX", "aX", "lX", "hX")


@screen
def table_suit(scene: Scene, page: Page) -> None:
    at_the_lesson(scene, page, "over")
    tap(page, "hO")
    page.keyboard.press("4")


@screen
def table_return(scene: Scene, page: Page) -> None:
    at_the_lesson(scene, page, "red_seven")
    tap(page, "h7")


@screen
def table_refused(scene: Scene, page: Page) -> None:
    at_the_lesson(scene, page, "groups")
    tap(page, "aX")
    page.locator(".tip").wait_for()


@screen
def table_end(scene: Scene, page: Page) -> None:
    scene.sit(page, scene.played.id, scene.played.token)
    page.goto(f"/t/{scene.played.id}")
    page.locator("dialog[open]").wait_for()


@screen
def table_tips(scene: Scene, page: Page) -> None:
    page.goto("/")
    page.locator(".play").click()
    page.locator(".tips").wait_for()


@screen
def table_votes(scene: Scene, page: Page) -> None:
    """Two people after a game: one of them wants a rematch."""
    played = play_with_guests(scene.base, "Boris", chat=True)
    scene.sit(page, played.id, played.token)
    page.goto(f"/t/{played.id}")
    page.locator(".votes .yes").wait_for()


@screen
def table_company(scene: Scene, page: Page) -> None:
    table_votes(scene, page)
    page.locator("dialog[open] header button").click()
    page.locator("button.company").click()
    page.locator("dialog[open] [role=switch]").click()


@screen
def quick_sheet(scene: Scene, page: Page) -> None:
    page.goto("/learn")
    page.locator(".more button").click()
    page.locator("dialog[open] ol").wait_for()


@screen
def table_six(scene: Scene, page: Page) -> None:
    opened = scene.open_table(page, [{"kind": "bot"}] * 5)
    page.goto(f"/t/{opened}")
    page.locator(".hand .card").first.wait_for()


@screen
def table_match(scene: Scene, page: Page) -> None:
    opened = scene.open_table(page, [{"kind": "bot"}, {"kind": "bot"}], kind="olympic")
    page.add_init_script(
        "localStorage.setItem('faraon.tips', '{\"off\": true}')"
    )  # on a phone a tip lies on the log
    page.goto(f"/t/{opened}")
    page.locator(".hand .card").first.wait_for()
    log = page.locator("button.ticker, header button.icb:has(+ button + button)")
    if not page.locator("aside").count() and log.count():
        log.first.click()


@screen
def table_past(scene: Scene, page: Page) -> None:
    at_the_lesson(scene, page, "ace")
    tap(page, "hA")
    page.locator(".hand [data-card=hA]").wait_for(state="detached")
    page.wait_for_selector(".hand.turn")
    if page.locator(".ticker").count():
        page.locator(".ticker").click()
    elif not page.locator("aside").count():
        page.keyboard.press("l")
    page.locator(".log button[title]").first.click()
    page.locator(".past").wait_for()


@screen
def settings_readable(scene: Scene, page: Page) -> None:
    wanted = "{indices: 'arabic', fourColours: true, contrast: true, text: 1.3, leftHanded: true}"
    remember(page, "faraon.settings", wanted)
    page.goto("/settings")


@screen
def table_readable(scene: Scene, page: Page) -> None:
    wanted = "indices: 'arabic', largeIndices: true, fourColours: true, contrast: true"
    remember(page, "faraon.settings", f"{{{wanted}, text: 1.3, leftHanded: true, takeBack: 'never'}}")
    opened = scene.open_table(page, [{"kind": "bot"}, {"kind": "bot"}])
    page.goto(f"/t/{opened}")
    page.locator(".hand .card").first.wait_for()


def wanted_sheets(asked: list[str]) -> list[tuple[str, str, str]]:
    everything = [*itertools.product(("desktop", "phone"), ("sk", "en"), ("light", "dark"))]
    everything += [("landscape", "sk", "light"), ("tablet", "en", "light")]
    return [one for one in everything if not asked or "-".join(one) in asked]


def complain(error: Error) -> None:
    print(f"error of the page: {error}", file=sys.stderr)


@contextmanager
def shown(scene: Scene, browser: Browser, name: str, size: str, language: str, theme: str) -> Iterator[Page]:
    """A screen, ready to be taken."""
    context = browser.new_context(
        viewport=SIZES[size],
        locale=LOCALES[language],
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        base_url=scene.base,
    )
    page = context.new_page()
    page.on("pageerror", complain)
    SCREENS[name](scene, page)
    page.wait_for_timeout(SETTLED_MS)
    yield page
    context.close()


def take(scene: Scene, browser: Browser, size: str, language: str, theme: str) -> dict[str, bytes]:
    pictures = {}
    for name in SCREENS:
        with shown(scene, browser, name, size, language, theme) as page:
            pictures[name] = page.screenshot()
    return pictures


def take_pictures(scene: Scene, browser: Browser) -> None:
    PICTURES_OUT.mkdir(exist_ok=True)
    for name, size, language, theme in PICTURES:
        with shown(scene, browser, name, size, language, theme) as page:
            page.screenshot(path=PICTURES_OUT / f"{name}-{size}.jpg", type="jpeg", quality=82)


def sheet(browser: Browser, pictures: dict[str, bytes], height: int) -> bytes:
    cells = "".join(
        f"<figure><img src='data:image/png;base64,{base64.b64encode(png).decode()}'>"
        f"<figcaption>{name.replace('_', ' ')}</figcaption></figure>"
        for name, png in pictures.items()
    )
    style = (
        f"body{{margin:8px;display:flex;flex-wrap:wrap;gap:8px;font:14px sans-serif;background:#bbb}}"
        f"figure{{margin:0}}img{{height:{height}px;display:block}}"
    )
    page = browser.new_page(viewport={"width": 2600, "height": 100})
    page.set_content(f"<style>{style}</style>{cells}")
    page.wait_for_function("[...document.images].every(image => image.complete)")
    png = page.screenshot(full_page=True)
    page.close()
    return png


def main(asked: list[str]) -> int:
    path = find_browser()
    if path is None:
        print("error: no Chromium; `make browser` tries to install it", file=sys.stderr)
        return 1
    OUT.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as base,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        scene = Scene(base, play_to_the_end(base))
        if asked == ["pictures"]:
            take_pictures(scene, browser)
            return 0
        for size, language, theme in wanted_sheets(asked):
            name = f"{size}-{language}-{theme}"
            pictures = take(scene, browser, size, language, theme)
            single = OUT / name
            single.mkdir(exist_ok=True)
            for screen_name, png in pictures.items():
                (single / f"{screen_name}.png").write_bytes(png)
            (OUT / f"{name}.png").write_bytes(sheet(browser, pictures, HEIGHTS[size]))
            print(f"build/sheets/{name}.png: {len(pictures)} screens")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
