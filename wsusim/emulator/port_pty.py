"""A pseudo-terminal that programs open like the serial port of a real robot (Linux, macOS)."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from pathlib import Path

from wsusim.errors import BadInput

READ_BYTES = 1024
"""So much at a time, that one client can't keep the others waiting."""


def require_pty(platform: str = sys.platform) -> None:
    """Raise ``BadInput`` on systems without pseudo-terminals."""
    if platform == "win32":
        raise BadInput(
            "Windows has no pseudo-terminals. Use --tcp 5331 and let your program open "
            "socket://127.0.0.1:5331, or join that address to a COM port (manual: emulator)."
        )


class PtyPort:
    """The robot's end of a pseudo-terminal; the other end has a path in the file system.

    It is not held open at the other end, so that the system reports when no program has it open: a
    real port drops what arrives then.
    """

    is_public = False
    """Other computers can't reach it."""

    def __init__(self, baud: int, link: Path | None = None, *, is_hidden: bool = False) -> None:
        """Open the pseudo-terminal.

        Args:
            baud: The speed that clients see.
            link: Where to put a symbolic link to it; an old link there is replaced.
            is_hidden: Put the link there with ``show`` only.

        Raises:
            BadInput: No pseudo-terminals here, or something else stands at ``link``.
        """
        require_pty()
        import termios

        self._termios = termios
        self._speed = getattr(termios, f"B{baud}", termios.B9600)
        self._baud_of_speed = {
            getattr(termios, name): int(name[1:]) for name in dir(termios) if name[1:].isdigit()
        }
        self._master, clients_end = os.openpty()
        os.set_blocking(self._master, False)
        self.path = os.ttyname(clients_end)
        self._make_raw(clients_end)
        os.close(clients_end)
        self._client: PtyStream | None = None
        self.link = link
        self.taken_from = ""
        """Another port that is there, to which the link has led until now."""
        try:
            if link is not None:
                _check_place(link)
                self.taken_from = _led_to(link, self.path)
            if not is_hidden:
                self.show()
        except BadInput:
            self.link = None
            self.close()
            raise

    def show(self) -> None:
        """Create the link, if one was requested, since the robot answers from now on.

        Raises:
            BadInput: It can't be created.
        """
        if self.link is not None:
            _place_link(self.link, self.path)

    @property
    def address(self) -> str:
        """What a client opens."""
        return str(self.link or self.path)

    def accept(self) -> PtyStream | None:
        """Return the stream to the programs that have the port open; ``None``: no new one.

        All programs that have it open at the same time share one stream.
        """
        if self._client is not None:
            return None
        data = self.read()
        if data is None:
            return None
        self._client = PtyStream(self, data)
        return self._client

    def close(self) -> None:
        """Close the port and remove the link, if it is still ours."""
        if self.link is not None and self.link.is_symlink():
            if str(self.link.readlink()) == self.path:
                self.link.unlink()
            self.link = None
        os.close(self._master)

    def fileno(self) -> int:
        """Return the robot's end."""
        return self._master

    def read(self) -> bytes | None:
        """Return what has arrived; ``None``: no program has the port open."""
        try:
            return os.read(self._master, READ_BYTES) or None
        except BlockingIOError:
            return b""
        except OSError:
            return None

    def write(self, data: bytes) -> int:
        """Write bytes; return how many found room.

        A client may have switched the echo on. That is undone first: an echo would send the robot
        its own answers as commands. All else stays as the client wants it.
        """
        termios = self._termios
        settings = termios.tcgetattr(self._master)
        echoes = termios.ECHO | termios.ECHONL
        if settings[3] & echoes:
            settings[3] &= ~echoes
            termios.tcsetattr(self._master, termios.TCSANOW, settings)
        try:
            return os.write(self._master, data)
        except BlockingIOError:
            return 0

    @property
    def is_left(self) -> bool:
        """Whether no program has the port open, though bytes of the last one may still wait."""
        poll = select.poll()
        poll.register(self._master, 0)
        return any(event & select.POLLHUP for _, event in poll.poll(0))

    def client_settings(self) -> tuple[int, int]:
        """Return the baud rate (0: unknown) and the stop bits that the client has set."""
        termios = self._termios
        settings = termios.tcgetattr(self._master)
        stop_bits = 2 if settings[2] & termios.CSTOPB else 1
        return self._baud_of_speed.get(settings[5], 0), stop_bits

    def forget_client(self) -> None:
        """Drop what the last client has left: answers it did not read, and its settings."""
        self._client = None
        termios = self._termios
        with contextlib.suppress(OSError, termios.error):
            clients_end = os.open(self.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            try:
                termios.tcflush(clients_end, termios.TCIFLUSH)
                self._make_raw(clients_end)
            finally:
                os.close(clients_end)

    def _make_raw(self, clients_end: int) -> None:
        """Pass bytes unchanged and without echo, as most programs set a port."""
        import tty

        tty.setraw(clients_end, self._termios.TCSANOW)
        settings = self._termios.tcgetattr(clients_end)
        settings[4] = settings[5] = self._speed
        self._termios.tcsetattr(clients_end, self._termios.TCSANOW, settings)


class PtyStream:
    """Bytes to and from the programs that have a pseudo-terminal open, until the last closes it."""

    def __init__(self, port: PtyPort, first: bytes) -> None:
        self._port = port
        self._first = first
        self._is_over = False

    def fileno(self) -> int:
        """Return the robot's end."""
        return self._port.fileno()

    def read(self) -> bytes | None:
        """Return what has arrived; ``None``: no program has the port open any more."""
        first, self._first = self._first, b""
        data = first or self._port.read()
        if data is None and not self._is_over:
            self._is_over = True
            self._port.forget_client()
        return data

    def write(self, data: bytes) -> int:
        """Write bytes; return how many found room."""
        return len(data) if self._is_over else self._port.write(data)

    @property
    def is_left(self) -> bool:
        """Whether the programs have closed it, though what they sent may still wait."""
        return self._is_over or self._port.is_left

    def settings(self) -> tuple[int, int] | None:
        """Return the baud rate (0: unknown) and the stop bits that the client has set."""
        return None if self._is_over else self._port.client_settings()

    def close(self) -> None:
        """Do nothing: the port stays open for the next client."""


def _check_place(link: Path) -> None:
    """Raise ``BadInput`` where a link can't be put."""
    if link.exists() and not link.is_symlink():
        raise BadInput(f"--link {link}: there is a file with this name. Choose another.")
    if not os.access(link.parent, os.W_OK):
        reason = "you may not write there" if link.parent.is_dir() else "there is no such folder"
        raise BadInput(
            f"--link {link}: the link can't be created ({reason}). Choose another place."
        )


def _led_to(link: Path, target: str) -> str:
    """Return the target of an existing link; empty: it leads nowhere else."""
    before = str(link.readlink()) if link.is_symlink() and link.exists() else ""
    return "" if before == target else before


def _place_link(link: Path, target: str) -> None:
    """Make ``link`` point at ``target``; replaces another link, nothing else."""
    try:
        if link.is_symlink():
            link.unlink()
        link.symlink_to(target)
    except FileExistsError:
        raise BadInput(f"--link {link}: there is a file with this name. Choose another.") from None
    except OSError as error:
        raise BadInput(
            f"--link {link}: the link can't be created ({error.strerror}). Choose another place."
        ) from None
