"""Messages beside the link."""

from __future__ import annotations

import socket

import pytest

from wsusim.errors import LinkLost
from wsusim.hosting.message_socket import LONGEST_LINE, MessageReader, MessageSocket


def test_messages_in_pieces() -> None:
    """A message may come in pieces, and several in one piece."""
    reader = MessageReader()
    assert reader.feed(b'{"a": 1}\n{"b"') == [{"a": 1}]
    assert reader.feed(b': "\xc3\xa4"}\n') == [{"b": "ä"}]


@pytest.mark.parametrize("line", [b"nonsense", b"[1, 2]", b"\xff\xfe", b"[" * 100_000])
def test_nonsense_is_passed_over(line: bytes) -> None:
    """Lines that are no message are passed over; the next message arrives."""
    assert MessageReader().feed(line + b'\n{"a": 1}\n') == [{"a": 1}]


def test_a_line_without_end_takes_no_memory() -> None:
    """An endless line is dropped before it eats the memory."""
    reader = MessageReader()
    reader.feed(b"x" * (LONGEST_LINE + 1))
    assert reader.feed(b'\n{"a": 1}\n') == [{"a": 1}]


def test_both_ways() -> None:
    """What one end sends, the other one receives; the end of the connection is ``None``."""
    near, far = socket.socketpair()
    with near, far:
        MessageSocket(near).send(type="print", text="größer\n")
        other = MessageSocket(far)
        assert other.receive() == [{"type": "print", "text": "größer\n"}]
        near.close()
        assert other.receive() is None
        with pytest.raises(LinkLost):
            other.send(do="stop")
