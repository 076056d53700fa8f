"""What the page about running a server says to type can be typed, and leads to the right table."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import typer
import yaml

from faraon.cli.app import app
from faraon.server.net.leading import table_of

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "run-a-server.md").read_text(encoding="utf-8")
PATHS = ("/ws/AbC-d_12", "/api/tables/AbC-d_12", "/api/tables/AbC-d_12/games/1/record")
OTHERS = ("/", "/api/tables", "/api/info", "/t/AbC-d_12", "/rules/classic")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_every_option_of_the_server_that_is_named_exists() -> None:
    serve = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined] # it is a group
    known = {word for option in serve.params for word in (*option.opts, *option.secondary_opts)}
    lines = [*re.findall(r"faraon serve (--.*?)[`\n]", PAGE), *re.findall(r"command: serve (.*)", PAGE)]
    named = {word for line in lines for word in shlex.split(line) if word.startswith("--")}
    assert len(lines) >= 4
    assert len(named) >= 8
    assert named <= known


def test_the_compose_file_is_whole() -> None:
    (text,) = blocks("yaml")
    found = yaml.safe_load(text)
    services = found["services"]
    assert services["faraon1"] == services["faraon2"]
    assert {*services["proxy"]["depends_on"], *services["faraon1"]["depends_on"]} <= {*services}
    (proxy,) = blocks("haproxy")
    assert {*re.findall(r"server \w+ (\w+):8000", proxy)} == {"faraon1", "faraon2"}


def test_proxies_lead_by_the_tables_id() -> None:
    """They find the same id in a path as the processes of a machine do."""
    (proxy,) = blocks("haproxy")
    leads = re.search(r"path_reg (\S+) }", proxy)
    parts = re.findall(r"regsub\((\S+?),\)", proxy)
    mapped = re.search(r"^    ~(\S+) \$id;", blocks("nginx")[1], re.MULTILINE)
    assert leads is not None
    assert mapped is not None
    by_nginx = mapped[1].replace("(?<id>", "(?P<id>")
    for path in PATHS:
        assert re.search(leads[1], path)
        rest = path
        for part in parts:
            rest = re.sub(part, "", rest, count=1)
        found = re.search(by_nginx, path)
        assert found is not None
        assert rest.split("/")[0] == found["id"] == table_of(f"GET {path} HTTP/1.1".encode())
    for path in OTHERS:
        assert not re.search(leads[1], path)
        assert not re.search(by_nginx, path)
