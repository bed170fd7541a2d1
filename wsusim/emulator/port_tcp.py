"""A network port to the robot: plain (pyserial's ``socket://``, telnet) or with RFC 2217."""

from __future__ import annotations

import contextlib
import errno
import re
import socket
import struct
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

    def __init__(
        self, host: str, port: int, *, rfc2217: bool = False, is_typed: bool = True
    ) -> None:
        """Listen; raises ``BadInput`` when the address is taken or not ours.

        Args:
            host: Address of this computer.
            port: Number; 0: any free one.
            rfc2217: Whether the settings of a serial port come along.
            is_typed: Whether people may type to the robot by telnet; else bytes pass as they are.
        """
        try:
            family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            self._listener = socket.create_server(address[:2], family=family)
        except OSError as error:
            advice = (
                "Ports below 1024 are for the administrator. Choose another, such as --tcp 5331."
                if error.errno == errno.EACCES
                else "Is another emulator running? Choose another port, or 0 for any free one."
            )
            raise BadInput(
                f"--tcp {host}:{port}: can't listen there ({error.strerror}). {advice}"
            ) from None
        self._listener.setblocking(False)
        self._is_rfc2217 = rfc2217
        self._is_typed = is_typed
        self.host, self.port = self._listener.getsockname()[:2]

    @property
    def address(self) -> str:
        """What a client opens."""
        scheme = "rfc2217" if self._is_rfc2217 else "socket"
        return f"{scheme}://{self.host}:{self.port}"

    @property
    def is_public(self) -> bool:
        """Whether other computers can reach this port."""
        return not (self.host.startswith("127.") or self.host == "::1")

    def fileno(self) -> int:
        """Return the listening socket."""
        return self._listener.fileno()

    def accept(self) -> SocketStream | None:
        """Return the stream of a new client, or ``None`` if there is none; does not block.

        Raises:
            OSError: A client is there, but this program may open no more files.
        """
        try:
            connection, _ = self._listener.accept()
        except (BlockingIOError, ConnectionError):
            return None  # the client has gone
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._is_rfc2217:
            return Rfc2217Stream(connection)
        return TelnetStream(connection) if self._is_typed else SocketStream(connection)

    def show(self) -> None:
        """Do nothing: its address is known from the beginning."""

    def close(self) -> None:
        """Stop listening."""
        self._listener.close()


class SocketStream:
    """A client's connection, bytes as they are."""

    def __init__(self, connection: socket.socket) -> None:
        """Take over a non-blocking connection."""
        self._connection = connection

    def fileno(self) -> int:
        """Return the connection's socket."""
        return self._connection.fileno()

    def read(self) -> bytes | None:
        """Return what has arrived, or ``None`` when the client has gone."""
        try:
            return self._connection.recv(READ_BYTES) or None
        except BlockingIOError:
            return b""
        except OSError:
            return None

    def write(self, data: bytes) -> int:
        """Write bytes; all of them, if the client has gone (``read`` notices that)."""
        try:
            return self._connection.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            return len(data)

    @property
    def is_left(self) -> bool:
        """Return false: no two clients share a connection, so reading to the end will do."""
        return False

    def settings(self) -> tuple[int, int] | None:
        """Return ``None``: a plain connection has no baud rate."""
        return None

    def close(self) -> None:
        """End the connection."""
        self._connection.close()


class TelnetStream(SocketStream):
    """A connection of a person's telnet program, without telnet's own commands.

    Most send none unless they are asked; PuTTY begins by itself.
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

    def __init__(self, connection: socket.socket) -> None:
        """Begin the negotiation."""
        from serial.rfc2217 import PortManager

        super().__init__(connection)
        self._line = _LineSettings()
        self._manager = PortManager(self._line, _Control(connection))

    def read(self) -> bytes | None:
        """Return the data that has arrived, without the negotiation."""
        data = super().read()
        if not data:
            return data
        try:
            plain = b"".join(self._manager.filter(data))
        except (ValueError, TypeError, KeyError, struct.error):
            return None  # no client of RFC 2217: its options make no sense
        return None if len(self._manager.suboption or b"") > SUBOPTION_LIMIT else plain

    def settings(self) -> tuple[int, int] | None:
        """Return the client's baud rate; its stop bits change nothing here."""
        return self._line.baudrate, 2


class _Control:
    """Sends the negotiation's messages (``PortManager`` calls ``write``)."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def write(self, data: bytes) -> None:
        with contextlib.suppress(OSError):  # a client that has gone: read() will tell
            self._connection.send(data)


class _LineSettings:
    """The settings of a serial port, as ``PortManager`` reads and writes them."""

    cts = dsr = cd = True
    ri = False

    def __init__(self) -> None:
        self.baudrate = 9600
        self.bytesize: Any = 8
        self.parity: Any = "N"
        self.stopbits: Any = 2
        self.xonxoff = self.rtscts = self.break_condition = False
        self.dtr = self.rts = True

    def reset_input_buffer(self) -> None:
        """Do nothing: nothing is buffered here."""

    def reset_output_buffer(self) -> None:
        """Do nothing: nothing is buffered here."""
