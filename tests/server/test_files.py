"""The client's files: read and compressed once, and not sent to those who have them."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from faraon.server.net import client
from tests.server.serving import running
from tests.server.test_origin import ask


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Faraón</title>", encoding="utf-8")
    (tmp_path / "assets" / "index-1.js").write_text("play()\n" * 1000, encoding="utf-8")
    monkeypatch.setattr(client, "WEB", tmp_path.resolve())
    return tmp_path


def test_a_file_is_compressed_once(url: str, web: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    real = Path.read_bytes

    def counted(self: Path) -> bytes:
        read.append(self.name)
        return real(self)

    monkeypatch.setattr(Path, "read_bytes", counted)
    with running(url) as base:
        for _ in range(5):
            status, headers, body = ask(base, "/assets/index-1.js", Accept_Encoding="gzip")
            assert (status, headers["content-encoding"]) == (200, "gzip")
            assert gzip.decompress(body) == b"play()\n" * 1000
            assert "immutable" in headers["cache-control"]
        status, headers, body = ask(base, "/assets/index-1.js", Accept_Encoding="identity")
        assert (status, "content-encoding" in headers, len(body)) == (200, False, 7000)
        assert "javascript" in headers["content-type"]
    assert read.count("index-1.js") == 1


def test_who_has_it_is_not_sent_it_again(url: str, web: Path) -> None:
    with running(url) as base:
        _, headers, _ = ask(base, "/t/any")
        status, _, body = ask(base, "/", If_None_Match=headers["etag"])
        assert (status, body) == (304, b"")
        page = web / "index.html"
        page.write_text("<!doctype html><title>Newer</title>", encoding="utf-8")
        os.utime(page, ns=(1, 1))
        status, _, body = ask(base, "/", If_None_Match=headers["etag"])
        assert status == 200
        assert b"Newer" in body
