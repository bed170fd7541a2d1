"""A plain TCP port for the Khepera's own lines, for terminals and for programs of any language.

The first line is the key for steering, with the number of the robot if it isn't the first. A client
that sends a wrong key, or none within seconds, is disconnected.
"""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from contextlib import suppress

from wsusim.live.asking import LAST_ROBOT, LONGEST_LINE
from wsusim.live.typists import Reply, Typists
from wsusim.live.watch_address import Keys, Place
from wsusim.protocol.codec import ANSWER_END

OPENING_S = 5.0
MOST_CONSOLES = 20
LONGEST = 1024
PAUSE_S = 1 / 100
"""Between two lines of a console; a serial line of 9,600 baud takes no more of them."""

FULL_BYTES = 16_384
"""A client that leaves more answers unread is cut off."""

TOO_MANY = "? Too many consoles are open already. Close one of them."
WRONG_KEY = "? The first line must be the key for steering: what follows #key= in that address."
WRONG_ROBOT = "? After the key comes the robot's number, from 1, or nothing."
WELCOME = "Robot {number}. Type a command of the Khepera, for example N or D,5,5."


class ConsolePort:
    """Listens for typists.

    Args:
        keys: Who may type.
        typists: Passes lines on.
    """

    def __init__(self, keys: Keys, typists: Typists) -> None:
        self._keys = keys
        self._typists = typists
        self._writers: set[StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self, place: Place) -> int:
        """Begin to listen; return the port. Raises ``OSError`` if the place can't be used."""
        self._server = await asyncio.start_server(
            self._serve, place.host, place.port, limit=LONGEST
        )
        return int(self._server.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Stop listening, and disconnect all clients."""
        if self._server is not None:
            self._server.close()
        for writer in self._writers:
            writer.close()

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        if len(self._writers) >= MOST_CONSOLES:
            _say(writer, TOO_MANY)
            writer.close()
            return
        self._writers.add(writer)
        try:
            # Endless lines are ValueErrors; a cancelled handler would be logged by Python 3.11.
            with suppress(OSError, ValueError, TimeoutError, asyncio.CancelledError):
                robot = await self._robot_of(reader, writer)
                if robot is not None:
                    await self._pass_on(robot, reader, writer)
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _robot_of(self, reader: StreamReader, writer: StreamWriter) -> int | None:
        """Return the robot that can be typed to; ``None``: none."""
        async with asyncio.timeout(OPENING_S):
            key, _, number = _text(await reader.readline()).partition(" ")
        if self._keys.right_of(key) != "steer":
            _say(writer, WRONG_KEY)
        elif number and not (number.isdigit() and len(number) < 4 and int(number) >= 1):
            _say(writer, WRONG_ROBOT)
        else:
            robot = min(int(number or 1) - 1, LAST_ROBOT)
            _say(writer, WELCOME.format(number=robot + 1))
            return robot
        return None

    async def _pass_on(self, robot: int, reader: StreamReader, writer: StreamWriter) -> None:
        def hear(reply: Reply) -> None:
            if writer.transport.get_write_buffer_size() > FULL_BYTES:
                writer.close()
            else:
                _say(writer, *reply["lines"])

        name = self._typists.enter(hear)
        try:
            while line := await reader.readline():
                if text := _text(line):
                    self._typists.type_line(name, robot, text[:LONGEST_LINE])
                await asyncio.sleep(PAUSE_S)
        finally:
            self._typists.leave(name)


def _text(line: bytes) -> str:
    """Return the text of a line, without the commands of telnet programs."""
    return bytes(byte for byte in line if 32 <= byte < 127).decode("ascii").strip()


def _say(writer: StreamWriter, *lines: str) -> None:
    writer.write(b"".join(line.encode("ascii", "replace") + ANSWER_END for line in lines))
