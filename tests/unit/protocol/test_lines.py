from __future__ import annotations

import pytest

from wsusim.protocol.codec import decode_request
from wsusim.protocol.lines import LINE_LIMIT, LineSplitter
from wsusim.protocol.messages import Refusal


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"B\r", [b"B"]),
        (b"B\n", [b"B"]),
        (b"B\r\n", [b"B"]),
        (b"B\r\0", [b"B"]),
        (b"\r\n", []),
        (b" \n\t\r\n\n", []),
        (b"E \n", [b"E"]),
        (b"N\nO\r\nH\rE\n", [b"N", b"O", b"H", b"E"]),
        (b"N", []),
    ],
)
def test_lines_end_with_cr_lf_or_both(data, lines):
    """CR, LF and CR LF end a line; empty lines are dropped; blanks at the ends are stripped."""
    assert LineSplitter().feed(data) == lines


def test_a_line_may_come_in_pieces():
    """The pieces of a line are put together, byte by byte if need be."""
    splitter = LineSplitter()

    lines = [splitter.feed(bytes([byte])) for byte in b"D,5,5\r\nN\n"]

    assert [line for line in lines if line] == [[b"D,5,5"], [b"N"]]


def test_a_forgotten_end_glues_the_next_command_visibly():
    """'N' without an end has no answer, and with the next command becomes an unknown word."""
    splitter = LineSplitter()

    assert splitter.feed(b"N") == []
    assert splitter.pending == b"N"
    (line,) = splitter.feed(b"N\n")
    assert decode_request(line) is Refusal.COMMAND_NOT_FOUND


def test_an_endless_line_is_bounded_and_refused():
    """Of a line without an end only the first bytes are kept, and it is never obeyed."""
    splitter = LineSplitter()

    splitter.feed(b"D,5," + b"0" * 100_000)
    assert len(splitter.pending) == LINE_LIMIT
    line, following = splitter.feed(b"5\nN\n")
    assert decode_request(line) is Refusal.PROTOCOL_ERROR
    assert following == b"N"
