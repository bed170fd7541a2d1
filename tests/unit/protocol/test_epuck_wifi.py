"""The packets of an e-puck2 over Wi-Fi."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wsusim.protocol.epuck_wifi import (
    BODY_LED,
    COMMAND_BYTES,
    PICTURE,
    SENSORS,
    WifiCommand,
    decode_command,
)

BYTE = st.integers(0, 255)
WORD = st.integers(-(2**15), 2**15 - 1)


@given(st.tuples(BYTE, BYTE, WORD, WORD, BYTE, st.binary(min_size=12, max_size=12), BYTE))
def test_a_command_comes_back_as_it_was(
    fields: tuple[int, int, int, int, int, bytes, int],
) -> None:
    """Whatever is in it, it has 21 bytes and says the same when it is read."""
    command = WifiCommand(*fields)

    assert len(command.encode()) == COMMAND_BYTES
    assert decode_command(command.encode()) == command


def test_the_bytes_are_where_the_robot_looks_for_them() -> None:
    """Mark, request, settings, left, right, lamps: as GCtronic's page counts them."""
    command = WifiCommand(PICTURE | SENSORS, 0, 0x0102, -2, BODY_LED)

    assert command.encode()[:8] == b"\x80\x03\x00\x02\x01\xfe\xff\x10"


@given(st.binary(max_size=40).filter(lambda data: data[:1] != b"\x80" or len(data) != 21))
def test_other_bytes_are_no_command(data: bytes) -> None:
    """A wrong mark or length is told, whatever else is in it."""
    assert decode_command(data) is None
