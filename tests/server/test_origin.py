"""Names and origins: a page of another site does not get in by calling us by a name of its own."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from faraon.server.net.origin import known_host
from faraon.server.settings import Settings
from faraon.server.wire import VERSION
from tests.patience import PATIENCE
from tests.server.serving import open_table, running


def ask(base: str, path: str, **headers: str) -> tuple[int, dict[str, str], Any]:
    """A request with headers of one's own, ``Host`` too."""
    connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=PATIENCE)
    try:
        connection.request(
            "GET", path, headers={name.replace("_", "-"): one for name, one in headers.items()}
        )
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def enter(base: str, table: str, origin: str, host: str = "") -> str:
    """The first message that a WebSocket is sent; the server may be called by another name."""

    async def hello() -> str:
        here = urlsplit(base)
        async with connect(
            f"ws://{host or here.netloc}/ws/{table}", host=here.hostname, port=here.port,
            additional_headers={"Origin": origin}, open_timeout=PATIENCE,
        ) as opened:  # fmt: skip
            await opened.send(json.dumps({"type": "hello", "version": VERSION}))
            return str(json.loads(await opened.recv())["type"])

    return asyncio.run(hello())


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("[::1]:8000", True),
        ("192.168.1.7:8000", True),
        (socket.gethostname(), True),
        ("raspberrypi.local", True),
        ("server.lan:8000", True),
        ("faraon:8000", True),
        ("karty.example", True),
        ("karty.example:444", True),
        ("", True),
        ("evil.example", False),
        ("karty.example.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("lan.evil.example", False),
        (".", False),
        ("[", False),
    ],
)
def test_only_our_own_names_are_known(host: str, known: bool) -> None:
    assert known_host(host, Settings("", address="https://karty.example")) is known


def test_a_proxy_knows_its_names() -> None:
    assert known_host("karty.example", Settings("", behind_proxy=True))
    assert not known_host("evil.example", Settings("", behind_proxy=True, address="https://karty.example"))


def test_a_name_that_points_here_opens_nothing(base: str) -> None:
    """As when somebody's own name is made to point at this machine: DNS rebinding."""
    table = open_table(base, "bot")["table"]
    for path in ("/", "/api/info", f"/api/tables/{table}", "/rules/classic", "/health"):
        status, _, body = ask(base, path, Host="evil.example:8000")
        assert status == 421
        assert json.loads(body)["code"] == "bad-host"
    with pytest.raises(InvalidStatus, match="403"):
        enter(base, table, "http://evil.example:8000", "evil.example:8000")
    port = urlsplit(base).port
    status, _, body = ask(base, f"/api/tables/{table}", Host=f"localhost:{port}")
    assert json.loads(body)["address"] == f"http://localhost:{port}/t/{table}"


def test_the_scheme_of_a_page_counts(base: str) -> None:
    host = urlsplit(base).netloc
    table = open_table(base, "bot")["table"]
    assert ask(base, "/api/info", Origin=f"http://{host}")[0] == 200
    assert enter(base, table, f"http://{host}") == "welcome"
    for origin in (f"https://{host}", f"ftp://{host}", f"http://{host}/", host, "null", "http://["):
        assert ask(base, "/api/info", Origin=origin)[0] == 403
        with pytest.raises(InvalidStatus, match="403"):
            enter(base, table, origin)


def test_behind_tls_browsers_come_back_over_tls(url: str) -> None:
    with running(url, behind_proxy=True, address="https://karty.example") as base:
        table = open_table(base, "bot")["table"]
        proxied = {"Host": "karty.example", "Origin": "https://karty.example"}
        status, headers, body = ask(base, f"/api/tables/{table}", **proxied)
        assert status == 200
        assert headers["strict-transport-security"] == "max-age=31536000"
        assert json.loads(body)["address"] == f"https://karty.example/t/{table}"
        assert enter(base, table, proxied["Origin"], proxied["Host"]) == "welcome"
        assert ask(base, "/api/info", Host="karty.example", Origin="http://karty.example")[0] == 403
    with running(url, behind_proxy=True) as base:
        told = {"Host": "karty.example", "X_Forwarded_Proto": "https", "Origin": "https://karty.example"}
        status, headers, _ = ask(base, "/api/info", **told)
        assert (status, "strict-transport-security" in headers) == (200, True)


def test_without_tls_nothing_is_said_about_it(base: str) -> None:
    assert "strict-transport-security" not in ask(base, "/")[1]
