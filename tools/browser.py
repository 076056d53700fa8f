"""Finds Chromium for the browser tests and the contact sheets; run as a program it installs it if it can.
``debian`` asks Debian alone, for which the standard library is enough.

The one named by CHROMIUM or found on PATH, else Debian's (when running as root), else Playwright's own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no windows, and draws the same pages in three quarters of the processors' time."""

DEBIANS = ("chromium-headless-shell", "chromium")
"""Debian's packages, the better one first: not every release has it."""

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-features=Translate,OptimizationHints,MediaRouter,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    "--renderer-process-limit=1",
    "--mute-audio",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]
"""Nothing leaves the machine, and it runs in a container. No process draws what the address bar would unfold,
none is kept ready in case, and the pages of a visitor share theirs."""


def find_browser() -> str | None:
    """The path of a Chromium that is already here."""
    if named := os.environ.get("CHROMIUM"):
        return named if Path(named).is_file() else None
    return installed() or playwrights_own()


def installed() -> str | None:
    """One that every program finds."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def playwrights_own() -> str | None:
    """The one that `playwright install` keeps for itself."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def install_debians() -> None:
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        quietly = {"DEBIAN_FRONTEND": "noninteractive", **os.environ}
        commands = [["apt-get", "update", "-qq"]]
        commands += [["apt-get", "install", "-qq", "-y", package] for package in DEBIANS]
        for command in commands:
            subprocess.run(command, env=quietly, stdout=subprocess.DEVNULL, check=False)
            if installed():
                return


def install_playwrights_own() -> None:
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


if __name__ == "__main__":
    if sys.argv[1:] == ["debian"]:
        if not (os.environ.get("CHROMIUM") or installed()):
            install_debians()
    elif find_browser() is None:
        install_playwrights_own()
        if find_browser() is None:
            message = "warning: no Chromium could be installed; the browser tests will be skipped"
            print(message, file=sys.stderr)
