"""A network port to the robot: plain (pyserial's ``socket://``, telnet) or with RFC 2217."""

from __future__ import annotations

import contextlib
import re
import socket
import struct
from collections.abc import Callable
from typing import Any

from wsusim.errors import BadInput

LOOPBACK = "127.0.0.1"
READ_BYTES = 1024
"""So much at a time, that one client can't keep the others waiting."""

SUBOPTION_LIMIT = 256
"""No option of RFC 2217 is longer; more is garbage that would fill the memory."""

_TELNET_MARK = b"\xff"
_TELNET_COMMAND = re.compile(rb"\xff(?:[\xfb-\xfe].|\xfa[^\r\n]*?\xff\xf0|[^\xfa-\xfe])", re.DOTALL)
"""An offer with its option, options with their end, or a single command (RFC 854)."""


def parse_address(text: str) -> tuple[str, int]:
    """Return host and port of ``HOST:PORT`` or ``PORT`` (then the host is this computer only).

    Raises:
        BadInput: The port is not a number from 0 to 65535 (0: any free one).
    """
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port) <= 65535):
        raise BadInput(
            f"--tcp {text}: {port!r} is not a port from 0 to 65535. Example: --tcp 127.0.0.1:5331"
        )
    return host.strip("[]") or LOOPBACK, int(port)


class TcpPort:
    """Listens for clients; each gets its own stream."""

    def __init__(self, host: str, port: int) -> None:
        """Listen; raises ``BadInput`` when the address is taken or not ours."""
        try:
            family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            self._listener = socket.create_server(address[:2], family=family)
        except OSError as error:
            raise BadInput(
                f"--tcp {host}:{port}: can't listen there ({error.strerror}). Is another emulator "
                "running? Choose another port, or 0 for any free one."
            ) from None
        self._listener.setblocking(False)
        self.host, self.port = self._listener.getsockname()[:2]

    @property
    def is_public(self) -> bool:
        """Whether other computers can reach this port."""
        return not (self.host.startswith("127.") or self.host == "::1")

    def fileno(self) -> int:
        """Return the listening socket."""
        return self._listener.fileno()

    def accept(self) -> socket.socket | None:
        """Return the connection to a new client, or ``None`` when it has gone already."""
        try:
            connection, _ = self._listener.accept()
        except OSError:
            return None
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def close(self) -> None:
        """Listen no more."""
        self._listener.close()


class SocketStream:
    """A client's connection, bytes as they are."""

    def __init__(self, connection: socket.socket) -> None:
        """Take over a connection that does not wait."""
        self._connection = connection

    def fileno(self) -> int:
        """Return the connection's socket."""
        return self._connection.fileno()

    def read(self) -> bytes | None:
        """Return what has come, or ``None`` when the client has gone."""
        try:
            return self._connection.recv(READ_BYTES) or None
        except BlockingIOError:
            return b""
        except OSError:
            return None

    def write(self, data: bytes) -> int:
        """Hand over bytes; a client that has gone takes all (``read`` will tell)."""
        try:
            return self._connection.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            return len(data)

    def close(self) -> None:
        """End the connection."""
        self._connection.close()


class TelnetStream(SocketStream):
    """A client's connection by hand: what telnet programs say to each other is left out.

    Most say nothing unless they are asked; PuTTY begins by itself.
    """

    def __init__(self, connection: socket.socket) -> None:
        super().__init__(connection)
        self._begun = b""
        """The begin of a telnet command whose end has not come yet."""

    def read(self) -> bytes | None:
        """Return what was typed."""
        data = super().read()
        if not data:
            return data
        data = _TELNET_COMMAND.sub(b"", self._begun + data)
        plain, mark, rest = data.partition(_TELNET_MARK)
        if len(rest) > SUBOPTION_LIMIT or b"\n" in rest or b"\r" in rest:  # noise
            self._begun = b""
            return plain + rest.replace(_TELNET_MARK, b"")
        self._begun = mark + rest
        return plain


class Rfc2217Stream(SocketStream):
    """A client's connection that also carries the settings of its serial port (RFC 2217)."""

    def __init__(self, connection: socket.socket, set_baud: Callable[[int], None]) -> None:
        """Begin the negotiation; ``set_baud`` is told the client's speed."""
        from serial.rfc2217 import PortManager

        super().__init__(connection)
        self._manager = PortManager(_LineSettings(set_baud), _Control(connection))

    def read(self) -> bytes | None:
        """Return the data that has come, without the negotiation."""
        data = super().read()
        if not data:
            return data
        try:
            plain = b"".join(self._manager.filter(data))
        except (ValueError, TypeError, KeyError, struct.error):
            return None  # no client of RFC 2217: its options make no sense
        return None if len(self._manager.suboption or b"") > SUBOPTION_LIMIT else plain


class _Control:
    """Sends what the negotiation has to say (``PortManager`` calls ``write``)."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def write(self, data: bytes) -> None:
        with contextlib.suppress(OSError):  # a client that has gone: read() will tell
            self._connection.send(data)


class _LineSettings:
    """The settings of a serial port, as ``PortManager`` reads and writes them."""

    cts = dsr = cd = True
    ri = False

    def __init__(self, set_baud: Callable[[int], None]) -> None:
        self._set_baud = set_baud
        self.bytesize: Any = 8
        self.parity: Any = "N"
        self.stopbits: Any = 2
        self.xonxoff = self.rtscts = self.break_condition = False
        self.dtr = self.rts = True
        self._baudrate = 9600

    @property
    def baudrate(self) -> int:
        return self._baudrate

    @baudrate.setter
    def baudrate(self, baud: int) -> None:
        self._baudrate = baud
        self._set_baud(baud)

    def reset_input_buffer(self) -> None:
        """Nothing is buffered here."""

    def reset_output_buffer(self) -> None:
        """Nothing is buffered here."""
