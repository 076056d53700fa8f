"""The referee as a process: bytes in, bytes out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from faraon.cli.lines import LONGEST_LINE
from tests.patience import PATIENCE

COMMAND = [sys.executable, "-c", "from faraon.cli import main; main()", "referee"]
"""What the command ``faraon referee`` runs."""

MOVES = b'{"do":"moves"}'
NEW = b'{"do":"new","seed":7}'
QUIT = b'{"do":"quit"}'


def run(given: bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, **environment}
    return subprocess.run(COMMAND, input=given, capture_output=True, timeout=PATIENCE, env=env, check=False)


def talk(*lines: bytes, **environment: str) -> list[dict[str, Any]]:
    """The answers to these lines; the process must end well and say nothing else."""
    done = run(b"".join(line + b"\n" for line in lines), **environment)
    assert done.stderr == b""
    assert done.returncode == 0
    assert done.stdout.endswith(b"\n")
    return [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]


def codes(answers: list[dict[str, Any]]) -> list[str]:
    return ["ok" if answer["ok"] else answer["error"]["code"] for answer in answers]


def test_every_line_has_one_answer_and_bad_ones_do_no_harm() -> None:
    bad = [
        b"",
        b"   ",
        b"\r",
        b"\xff\xfe\x00",
        b'{"do":"moves","id":"\xe9"}',
        b'{"do":"moves","id":"\xed\xa0\x80"}',
        b'{"do":"moves","id":NaN}',
        b'{"do":"moves","id":Infinity}',
        b'{"do":"moves","id":1e999}',
        b'{"do":"moves","id":' + b"9" * 100_000 + b"}",
        b"[" * 500_000,
        b'{"do":"moves","id":' + b'{"id":' * 5_000 + b"1" + b"}" * 5_001,
        b'{"do":"moves","do":"moves"}',
        b"\x00" * 1000,
        b'{"do":"moves"}\x00',
        b'{"do":"moves"} \x0c',
        b"x" * (3 * LONGEST_LINE),
    ]
    answers = talk(NEW, *(line for one in bad for line in (one, MOVES)))
    assert codes(answers) == ["ok", *["bad-json", "ok"] * len(bad)]
    assert all(answer == answers[2] for answer in answers[2::2])


def test_a_line_may_be_as_long_as_it_says() -> None:
    start, end = b'{"do":"quit","id":"', b'"}'
    longest = start + b"x" * (LONGEST_LINE - len(start) - len(end)) + end
    assert codes(talk(longest[:-2] + b"x" + end, longest)) == ["bad-json", "ok"]


def test_a_windows_line_end_is_a_line_end() -> None:
    assert codes(talk(NEW + b"\r", MOVES + b"\r")) == ["ok", "ok"]


def test_other_line_ends_are_no_line_ends() -> None:
    answers = talk('{"do":"quit","id":"a\u2028b\u2029c\x85d"}'.encode())
    assert answers == [{"ok": True, "id": "a\u2028b\u2029c\x85d"}]


def test_lone_surrogates_come_back() -> None:
    answers = talk(b'{"do":"moves","id":"\\ud800"}', b'{"do":"x","id":{"\\udfff":["\\ude00\\ud83d"]}}')
    assert [answer["id"] for answer in answers] == ["\ud800", {"\udfff": ["\ude00\ud83d"]}]


def test_quit_ends_it_with_the_rest_unanswered() -> None:
    assert talk(NEW, b'{"do":"quit","id":1}', MOVES, MOVES)[1:] == [{"ok": True, "id": 1}]


def test_the_end_of_the_input_ends_it() -> None:
    done = run(b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_the_last_line_needs_no_line_end() -> None:
    done = run(b'{"do":"moves","id":5}')
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["id"] == 5


def test_an_answer_comes_at_once() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(5):
            process.stdin.write(b'{"do":"no","id":%d}\n' % number)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1:strict"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=str,
)
def test_it_speaks_utf_8_in_every_locale(environment: dict[str, str]) -> None:
    answers = talk(NEW, b'{"do":"judge","move":"stand"}', '{"do":"state","id":"ž🂡"}'.encode(), **environment)
    assert "žiadne eso" in answers[1]["reasons"][0]["sk"]
    assert answers[2]["id"] == "ž🂡"


@pytest.mark.parametrize("requests", [1, 5_000])
def test_nobody_reading_the_answers_is_no_reason_for_a_traceback(requests: int) -> None:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        try:
            process.stdin.write((MOVES + b"\n") * requests)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) in (0, 1)


def test_a_reader_who_leaves_in_the_middle() -> None:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(NEW + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ok"]
        process.stdout.close()
        process.stdin.write(MOVES + b"\n")
        process.stdin.flush()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) in (0, 1)


def test_a_long_line_does_not_fill_the_memory() -> None:
    code = (
        "import resource, sys; from faraon.cli.referee import serve; "
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss; "
        "serve(sys.stdin.buffer, sys.stdout); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=b"x" * 200_000_000 + b"\n",
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    answer, grown = done.stdout.splitlines()
    assert json.loads(answer)["error"]["code"] == "bad-json"
    assert int(grown) < 20_000  # kilobytes


def test_quit_in_the_middle_of_input_leaves_no_noise() -> None:
    done = run(QUIT + b"\n" + b"x" * 5_000_000)
    assert (done.returncode, done.stdout, done.stderr) == (0, b'{"ok": true}\n', b"")
