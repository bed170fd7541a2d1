"""Messages between wsusim's own processes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from wsusim.json_lines import JsonLines, line_of, message_of
from wsusim.side_process import end_beside, start_beside


def answer_once() -> None:
    """Print something, and answer the first message with itself: the other end of the tests."""
    channel = JsonLines.of_this_process()
    sys.stdout.write("a library says hello\n")
    sys.stdout.flush()
    os.write(1, b"so does its C code\n")
    channel.send({"heard": next(iter(channel))})


@pytest.mark.parametrize("text", ["größer\n", "half a character: \ud800", "\u2028"])
def test_a_message_of_any_text_is_one_line(text: str) -> None:
    """It is the same at the other end."""
    line = line_of({"text": text})

    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert message_of(line) == {"text": text}


@pytest.mark.parametrize("line", [b"nonsense\n", b"[1, 2]\n", b"\xff\n", b'{"a"', b"[" * 100_000])
def test_what_is_no_message_is_passed_over(line: bytes) -> None:
    """A print, a half, something else than an object: the channel goes on."""
    assert message_of(line) is None


def test_both_ends_of_a_process() -> None:
    """Only messages go through the channel; what is printed goes to standard error."""
    process = start_beside(
        __name__, answer_once.__name__, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        channel = JsonLines.to(process)
        is_sent = channel.send({"text": "größer"})
        heard = list(channel)
        assert process.stderr is not None
        printed = process.stderr.read()

    assert is_sent
    assert heard == [{"heard": {"text": "größer"}}]
    assert printed.splitlines() == [b"a library says hello", b"so does its C code"]


def test_a_channel_whose_other_end_has_gone() -> None:
    """Nothing more comes, and nothing more is sent; neither is an error."""
    process = start_beside(__name__, answer_once.__name__, stdout=subprocess.PIPE)
    channel = JsonLines.to(process)
    process.kill()
    process.wait()

    assert not channel.send({"text": "x" * 100_000})
    assert list(channel) == []
    assert process.stdout is not None
    process.stdout.close()
    assert list(channel) == []
    end_beside(process, 0.0)
