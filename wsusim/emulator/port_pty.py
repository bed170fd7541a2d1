"""A pseudo-terminal that programs open like the serial port of a real robot (Linux, macOS)."""

from __future__ import annotations

import os
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

    The port is raw and does not echo, whatever its clients set: an echo would send the robot its
    own answers as commands. The clients' end is kept open here too, so that the port survives when
    a client closes it.
    """

    def __init__(self, baud: int, link: Path | None = None) -> None:
        """Open the pseudo-terminal.

        Args:
            baud: Speed it shows to clients that look.
            link: Where to put a symbolic link to it; an old link there is replaced.

        Raises:
            BadInput: No pseudo-terminals here, or something else stands at ``link``.
        """
        require_pty()
        import termios

        self._termios = termios
        self._master, self._slave = os.openpty()
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)
        self._set_raw()
        speed = getattr(termios, f"B{baud}", termios.B9600)
        settings = termios.tcgetattr(self._slave)
        settings[4] = settings[5] = speed
        termios.tcsetattr(self._slave, termios.TCSANOW, settings)
        self._speeds = {
            getattr(termios, name): int(name[1:]) for name in dir(termios) if name[1:].isdigit()
        }
        self.link = link
        self.taken_from = ""
        """Another port that is there, to which the link has led until now."""
        if link is not None:
            try:
                self.taken_from = _place_link(link, self.path)
            except BadInput:
                self.link = None
                self.close()
                raise

    @property
    def address(self) -> str:
        """What a client opens."""
        return str(self.link or self.path)

    def fileno(self) -> int:
        """Return the robot's end."""
        return self._master

    def read(self) -> bytes | None:
        """Return what has come; never ``None``, as others may open the port later."""
        try:
            return os.read(self._master, READ_BYTES)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> int:
        """Hand over bytes; return how many found room."""
        try:
            return os.write(self._master, data)
        except BlockingIOError:
            return 0

    def client_settings(self) -> tuple[int, int]:
        """Return the baud rate (0: unknown) and the stop bits that the client has set.

        Also takes the port back to raw and without echo, if a client has changed that.
        """
        termios = self._termios
        settings = termios.tcgetattr(self._master)
        if settings[3] & (termios.ECHO | termios.ICANON):
            self._set_raw()
        stop_bits = 2 if settings[2] & termios.CSTOPB else 1
        return self._speeds.get(settings[5], 0), stop_bits

    def close(self) -> None:
        """Close both ends and remove the link, if it is still ours."""
        if self.link is not None and self.link.is_symlink():
            if str(self.link.readlink()) == self.path:
                self.link.unlink()
            self.link = None
        os.close(self._slave)
        os.close(self._master)

    def _set_raw(self) -> None:
        import tty

        tty.setraw(self._slave)


def _place_link(link: Path, target: str) -> str:
    """Make ``link`` point at ``target``; replaces another link, nothing else.

    Returns:
        Where it has led until now, if that is there; perhaps another emulator's port.
    """
    before = ""
    try:
        if link.is_symlink():
            before = str(link.readlink()) if link.exists() else ""
            link.unlink()
        link.symlink_to(target)
        return "" if before == target else before
    except FileExistsError:
        raise BadInput(f"--link {link}: there is a file with this name. Choose another.") from None
    except OSError as error:
        raise BadInput(
            f"--link {link}: the link can't be made ({error.strerror}). Choose another place."
        ) from None
