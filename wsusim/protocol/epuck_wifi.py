"""An e-puck2 over Wi-Fi: 21 bytes to it, and one packet back for each thing that was asked.

Source: GCtronic's wiki, "e-puck2 PC side development", section on Wi-Fi; the e-puck2's firmware.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

TCP_PORT = 1000

COMMAND_BYTES = 21
COMMAND_MARK = 0x80

PICTURE, SENSORS = 0x01, 0x02
"""Bits of a request, and first bytes of the packets that answer them."""

EMPTY = 0x03
"""The whole packet that answers a request for nothing (program of its radio, March 2018)."""

CALIBRATE, AVOID, SET_COUNTERS = 0x01, 0x02, 0x04
"""Bits of the settings; with the last, the two numbers are step counters and not speeds."""

BODY_LED, FRONT_LED = 0x10, 0x20
"""Bits of the lamps."""

FRAME_BYTES = 104
PICTURE_WIDTH_PX, PICTURE_HEIGHT_PX = 160, 120
PICTURE_BYTES = PICTURE_WIDTH_PX * PICTURE_HEIGHT_PX * 2
"""Each pixel in two bytes, the first with five bits of red and the upper three of green."""

_PROXIMITY_AT, _AMBIENT_AT, _STEPS_AT = 37, 53, 79
_MARKS = struct.Struct("<BBBhhB12sB")


@dataclass(frozen=True, slots=True)
class WifiCommand:
    """All orders to an e-puck2 at once."""

    request: int = SENSORS
    settings: int = 0
    left: int = 0
    right: int = 0
    lamps: int = 0
    colours: bytes = bytes(12)
    """Red, green and blue, 0 to 100, of the ring's lamps 2, 4, 6 and 8."""
    sound: int = 0

    def encode(self) -> bytes:
        """Return the 21 bytes."""
        return _MARKS.pack(
            COMMAND_MARK,
            self.request,
            self.settings,
            self.left,
            self.right,
            self.lamps,
            self.colours,
            self.sound,
        )


def decode_command(data: bytes) -> WifiCommand | None:
    """Return the command in 21 bytes; ``None``: they are no command."""
    if len(data) != COMMAND_BYTES or data[0] != COMMAND_MARK:
        return None
    return WifiCommand(*_MARKS.unpack(data)[1:])


def proximity_in(frame: bytes) -> tuple[int, ...]:
    """Return the eight proximity readings of a frame of 104 bytes, 0 to about 4,000."""
    return struct.unpack_from("<8H", frame, _PROXIMITY_AT)


def ambient_in(frame: bytes) -> tuple[int, ...]:
    """Return the eight readings of ambient light of a frame, about 4,000 in the dark."""
    return struct.unpack_from("<8H", frame, _AMBIENT_AT)


def steps_in(frame: bytes) -> tuple[int, int]:
    """Return both step counters of a frame, signed 16 bit."""
    left, right = struct.unpack_from("<2h", frame, _STEPS_AT)
    return left, right
