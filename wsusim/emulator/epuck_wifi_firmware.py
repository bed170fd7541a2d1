"""What an e-puck2 does over Wi-Fi: 21 bytes come in, one packet goes out for each thing asked.

Where nothing is asked, an empty packet confirms the command.
"""

from __future__ import annotations

from collections.abc import Iterable

from wsusim.emulator.epuck_firmware import EpuckFirmware
from wsusim.protocol import epuck_wifi as wifi

BAUD = 10_000_000
"""A network carries a packet at once; answers are paced as at this speed (guess)."""


class PacketCutter:
    """Cuts a client's bytes into commands of 21; fulfils ``RequestCutter``.

    What does not begin with a command's mark is thrown away until one comes.
    """

    def __init__(self) -> None:
        self._kept = b""

    def cut(self, data: bytes) -> Iterable[tuple[int, bytes]]:
        """Yield each command that is complete with ``data``, and where it ends in it."""
        end = -len(self._kept)
        self._kept += data
        while True:
            begin = self._kept.find(bytes((wifi.COMMAND_MARK,)))
            skipped = len(self._kept) if begin < 0 else begin
            self._kept, end = self._kept[skipped:], end + skipped
            if len(self._kept) < wifi.COMMAND_BYTES:
                return
            end += wifi.COMMAND_BYTES
            yield end, self._kept[: wifi.COMMAND_BYTES]
            self._kept = self._kept[wifi.COMMAND_BYTES :]


class EpuckWifiFirmware:
    """An e-puck2's program behind its Wi-Fi; fulfils ``RobotProgram``."""

    speed_counts = False
    ends_lines = False
    baud = BAUD

    def __init__(self, robot: EpuckFirmware) -> None:
        self._robot = robot

    def cutter(self) -> PacketCutter:
        """Return an object that cuts a client's bytes into commands."""
        return PacketCutter()

    def answer(self, request: bytes) -> tuple[bytes, ...]:
        """Do all that a command says, and send what it asks for: the picture first."""
        command = wifi.decode_command(request)
        if command is None:
            return ()
        self._robot.obey_all(request[2:])
        packets = []
        if command.request & wifi.PICTURE:
            picture = self._robot.picture(wifi.PICTURE_WIDTH_PX, wifi.PICTURE_HEIGHT_PX)
            packets.append(bytes((wifi.PICTURE,)) + picture)
        if command.request & wifi.SENSORS:
            packets.append(bytes((wifi.SENSORS,)) + self._robot.frame())
        return tuple(packets) or (bytes((wifi.EMPTY,)),)
