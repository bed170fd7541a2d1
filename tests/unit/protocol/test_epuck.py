"""The e-puck's language: its letters, its ranges, and wsusim's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wsusim.model.commands import SetCounters, SetLed, SetSpeeds
from wsusim.model.readings import Quantity
from wsusim.protocol import epuck
from wsusim.protocol.codec import encode_request


@pytest.mark.parametrize(
    ("wanted", "line"),
    [
        (SetSpeeds(300, -300), b"D,300,-300"),
        (SetCounters(70_000, -5), b"P,4464,-5"),
        (SetLed(0, 1), b"B,1"),
        (SetLed(1, 0), b"F,0"),
        (Quantity.PROXIMITY, b"N"),
        (Quantity.AMBIENT, b"O"),
        (Quantity.POSITIONS, b"Q"),
        (Quantity.SPEEDS, b"E"),
    ],
)
def test_orders_and_readings_have_their_letters(wanted: object, line: bytes) -> None:
    """What GCtronic's list says; counters are cut to the 16 bits that the robot has."""
    assert encode_request(epuck.request_of(wanted), end=b"") == line  # type: ignore[arg-type]


@given(st.lists(st.integers(0, 1023), min_size=8, max_size=8))
def test_a_reading_survives_the_robots_own_scale(values: list[int]) -> None:
    """12 bits there, 10 bits here: wsusim's reading comes back as it was."""
    said = epuck.answer_of(Quantity.PROXIMITY, tuple(values))

    assert epuck.reading_of(Quantity.PROXIMITY, said) == tuple(values)


def test_dark_is_about_500_and_4000() -> None:
    """An e-puck reads about 4,000 in the dark, where wsusim's robots read 500."""
    assert epuck.reading_of(Quantity.AMBIENT, (4000,) * 8) == (500,) * 8
    assert epuck.answer_of(Quantity.AMBIENT, (500,) * 8) == (4000,) * 8


def test_a_proximity_below_zero_reads_as_nothing() -> None:
    """After a calibration near something, the robot's readings may be negative."""
    assert epuck.reading_of(Quantity.PROXIMITY, (-30, 5000) * 4) == (0, 1023) * 4


def test_a_letter_is_sent_as_its_negative() -> None:
    """In the binary mode, N is the byte 178, and speeds are two words, the low byte first."""
    assert epuck.order_byte("N") == b"\xb2"
    assert epuck.binary_speeds(300, -2) == b"\xbc\x2c\x01\xfe\xff"
