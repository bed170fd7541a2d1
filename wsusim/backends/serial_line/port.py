"""A serial port as bytes in and out, and what to say when it can't be opened."""

from __future__ import annotations

import contextlib
import errno
import re
import select
import socket
from collections.abc import Callable
from typing import Any, Protocol

from wsusim.backends.serial_line.robot_address import NETWORK, SerialAddress
from wsusim.backends.serial_line.schemes import KHEPERA_SCHEME
from wsusim.errors import BadInput

SLICE_S = 0.02
"""No read waits longer than this, so that a stop and a total time-out are seen in time."""

WRITE_TIMEOUT_S = 0.5
"""A port that takes no byte for so long has gone (a radio link that was lost never returns)."""


CONNECT_TIMEOUT_S = 2.0
"""A robot in the same network takes a connection at once; a wrong address never does."""


class PortGone(Exception):
    """The port broke: cable out, socket closed, device removed. Kept inside of this package."""


class Port(Protocol):
    """Bytes to and from a robot."""

    def send(self, data: bytes) -> None:
        """Send bytes; raises ``PortGone``."""

    def receive(self, wait_s: float) -> bytes:
        """Return what has arrived, waiting at most so long for it; raises ``PortGone``."""

    def close(self) -> None:
        """Let the port go. Never raises."""


Opener = Callable[[], Port]
"""Opens the port; raises ``BadInput`` or ``PortGone``."""


class PyserialPort:
    """A port of pyserial's: a device, ``socket://``, ``rfc2217://`` or ``loop://``."""

    def __init__(self, port: Any) -> None:
        """Take over an open port whose read time-out is ``SLICE_S``."""
        self._port = port
        self._errors = _errors()

    def send(self, data: bytes) -> None:
        """Send bytes."""
        try:
            self._port.write(data)
        except self._errors as error:
            raise PortGone(str(error)) from error

    def receive(self, wait_s: float) -> bytes:
        """Return what has arrived."""
        try:
            data = b"" if wait_s <= 0.0 else bytes(self._port.read(1))
            while waiting := self._port.in_waiting:
                data += self._port.read(waiting)
                if len(data) > 4096:
                    break
        except self._errors as error:
            raise PortGone(str(error)) from error
        return data

    def close(self) -> None:
        """Let the port go."""
        # pyserial 3.5 forgets to close the socket of a connection that the other end has broken.
        connection = getattr(self._port, "_socket", None)
        with contextlib.suppress(*self._errors):
            self._port.close()
        if connection is not None:
            with contextlib.suppress(OSError):
                connection.close()


class SocketPort:
    """A robot's own network connection, bytes as they are."""

    def __init__(self, connection: socket.socket) -> None:
        """Take over a connection, without blocking."""
        self._connection = connection
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, data: bytes) -> None:
        """Send bytes, waiting at most ``WRITE_TIMEOUT_S`` for the other end to take them."""
        try:
            while data:
                _, ready, _ = select.select((), (self._connection,), (), WRITE_TIMEOUT_S)
                if not ready:
                    raise PortGone("the robot takes no more bytes")
                data = data[self._connection.send(data) :]
        except (OSError, ValueError) as error:
            raise PortGone(str(error)) from error

    def receive(self, wait_s: float) -> bytes:
        """Return what has arrived."""
        try:
            ready, _, _ = select.select((self._connection,), (), (), max(0.0, wait_s))
            data = self._connection.recv(65_536) if ready else b""
        except (OSError, ValueError) as error:
            raise PortGone(str(error)) from error
        if ready and not data:
            raise PortGone("the robot has closed the connection")
        return data

    def close(self) -> None:
        """Let the connection go."""
        self._connection.close()


def open_port(address: SerialAddress) -> Port:
    """Open a port with 8 data bits and no parity, for this program alone.

    Raises:
        BadInput: It can't be opened; the message says why and what to do.
    """
    if address.scheme != KHEPERA_SCHEME and address.port.startswith(NETWORK):
        return _open_connection(address)
    import serial

    from wsusim.backends.serial_line.languages import language_of

    # RFC 2217 in pyserial knows no write time-out, and only devices can be had alone.
    more: dict[str, Any] = {} if "://" in address.port else {"exclusive": True}
    if not address.port.startswith("rfc2217:"):
        more["write_timeout"] = WRITE_TIMEOUT_S
    try:
        port = serial.serial_for_url(
            address.port,
            address.baud,
            bytesize=serial.EIGHTBITS,
            parity=serial.PARITY_NONE,
            stopbits=language_of(address.scheme).stop_bits,
            timeout=SLICE_S,
            **more,
        )
    except _errors() as error:
        raise BadInput(explain_open(address.port, error)) from None
    return PyserialPort(port)


def _open_connection(address: SerialAddress) -> Port:
    host, _, port = address.port.removeprefix(NETWORK).rpartition(":")
    try:
        return SocketPort(
            socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_TIMEOUT_S)
        )
    except OSError as error:
        raise BadInput(
            f"Nothing answers at {host}:{port} ({error.strerror or error}). Is the robot switched "
            "on and in the same network as this computer? An emulated one: is the emulator running?"
        ) from None


def explain_open(port: str, error: Exception) -> str:
    """Return why a port can't be opened and what to do about it."""
    number = _error_number(error)
    if "://" in port:
        if isinstance(error, ValueError) or "protocol" in str(error):
            return (
                f"{port} is not the address of a port. Use a device (/dev/ttyUSB0, COM3), "
                "socket://HOST:PORT or rfc2217://HOST:PORT."
            )
        return (
            f"Nothing answers at {port} ({_reason(error)}). Is the emulator or the port server "
            "running, and is the number right? To start wsusim's emulator: python main.py emulate "
            "--tcp 5331"
        )
    if number == errno.ENOENT:
        return (
            f"There is no port {port}. Is the cable plugged in? To list the ports: python main.py "
            "ports"
        )
    if number in (errno.EBUSY, errno.EAGAIN) or "lock" in str(error):
        return (
            f"Another program is using {port}. Close it (a terminal, another run, the K-Team "
            "tools) and try again."
        )
    if number in (errno.EACCES, errno.EPERM):
        return (
            f"You don't have permission to use {port}. Linux: `sudo usermod -aG dialout $USER`, "
            "then log out and in (on some systems the group is uucp). Windows: another program is "
            "using it; close it."
        )
    return (
        f"{port} is not a working serial port ({_reason(error)}). To list the ports: python "
        "main.py ports"
    )


def _errors() -> tuple[type[Exception], ...]:
    """Return all exceptions that pyserial raises when a port is gone or was never there."""
    import serial

    errors: tuple[type[Exception], ...] = (serial.SerialException, OSError, ValueError, TypeError)
    try:
        import termios
    except ImportError:  # Windows
        return errors
    return (*errors, termios.error)


def _error_number(error: Exception) -> int | None:
    number = getattr(error, "errno", None)
    if isinstance(number, int):
        return number
    found = re.search(r"Errno (\d+)|Error\((\d+)", str(error))
    return int(found[1] or found[2]) if found else None


def _reason(error: Exception) -> str:
    """Return the shortest meaningful part of a message."""
    text = str(error)
    found = re.search(r"\[Errno \d+\] ([^:']+)|\(\d+, '([^']+)'\)", text)
    return (found[1] or found[2]).strip() if found else text
