"""What an e-puck is sent, cut into requests."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wsusim.emulator.epuck_requests import EpuckCutter


def requests(data: bytes, size: int = 1000) -> list[bytes]:
    """Return the requests in bytes that come in pieces."""
    cutter = EpuckCutter()
    return [
        request
        for begin in range(0, len(data), size)
        for _, request in cutter.cut(data[begin : begin + size])
    ]


def test_lines_end_with_cr_or_lf_or_both() -> None:
    """Empty lines are none."""
    assert requests(b"D,1,2\r\nN\nE\r\r\n") == [b"D,1,2", b"N", b"E"]


def test_binary_orders_are_complete_with_their_numbers() -> None:
    """Speeds, a lamp and two questions, then the end of the binary mode and a line."""
    data = b"\xbc\x01\x02\x03\x04" + b"\xb4\x08\x01" + b"\xb2\xbb\x00" + b"V\n"

    assert requests(data) == [b"\xbc\x01\x02\x03\x04", b"\xb4\x08\x01", b"\xb2", b"\xbb", b"V"]


def test_speeds_act_without_an_end() -> None:
    """Many programs send them so: the order is there as soon as its last byte is."""
    assert requests(b"\xbc\x00\x80\x00\x80") == [b"\xbc\x00\x80\x00\x80"]


def test_text_within_the_binary_mode_is_not_understood() -> None:
    """The robot is still in it, until a zero byte comes in an order's place."""
    assert requests(b"\xb2V\n\x00V\n") == [b"\xb2", b"V"]


@given(st.binary(max_size=200), st.integers(1, 9))
def test_the_pieces_make_no_difference(data: bytes, size: int) -> None:
    """However the bytes arrive, the same requests come out."""
    assert requests(data, size) == requests(data)
