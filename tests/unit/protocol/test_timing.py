from __future__ import annotations

import pytest

from wsusim.model.commands import SetSpeeds
from wsusim.model.readings import Quantity
from wsusim.protocol.command_table import ENTRIES
from wsusim.protocol.messages import Request
from wsusim.protocol.timing import exchange_characters, line_seconds


@pytest.mark.parametrize(
    ("what", "values", "characters"),
    [
        (SetSpeeds(5, -5), (), len("D,5,-5\n") + len("d\r\n")),
        (Quantity.PROXIMITY, (1000,) * 8, len("N\n") + len("n,1000\r\n") + 7 * len(",1000")),
        (Quantity.ARM, (249,), len("T,1,H,1\n") + len("t,1,h,249\r\n")),
        (Request(ENTRIES["B"]), (502, 501), len("B\n") + len("b,5.02,5.01\r\n")),
    ],
)
def test_characters_are_counted_both_ways(what, values, characters):
    """An exchange counts what is sent and what is received, line ends included."""
    assert exchange_characters(what, values) == characters


def test_a_proximity_exchange_at_9600_baud_takes_48_ms():
    """42 characters of 11 bits at 9600 baud are 48 ms."""
    assert line_seconds(42, 9600) == pytest.approx(0.048, abs=0.0005)
