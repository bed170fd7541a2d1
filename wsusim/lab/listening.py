"""The ports of this computer on which a lab listens."""

from __future__ import annotations

import errno
import socket

from wsusim.errors import BadInput


def listen(host: str, port: int, option: str, most_waiting: int) -> socket.socket:
    """Return a listening socket.

    Args:
        host: Address or name of this computer.
        port: 0: any free one.
        option: The command's option for the port.
        most_waiting: How many connections may wait to be accepted.

    Raises:
        BadInput: The port can't be used; the message says why and what to do.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.getaddrinfo(host, port)  # else a wrong name can't be told from other errors
        return socket.create_server((host, port), family=family, backlog=most_waiting)
    except (OSError, UnicodeError) as error:
        raise BadInput(_why(host, port, option, error)) from None


def _why(host: str, port: int, option: str, error: Exception) -> str:
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return (
            f"{option} {port}: another program on this computer is using that port, perhaps "
            "another lab. Choose another one, or end that program."
        )
    if number in (errno.EACCES, errno.EPERM):
        return f"{option} {port}: you may not use that port. Choose one from 1024 on, like 8600."
    if number == errno.EADDRNOTAVAIL or isinstance(error, (socket.gaierror, UnicodeError)):
        return (
            f"--listen {host}:{port}: this computer has no such address. To listen at all of its "
            f"addresses: --listen 0.0.0.0:{port}"
        )
    reason = getattr(error, "strerror", None) or error
    return f"{option} {port}: the lab can't listen at {host}:{port} ({reason}). Choose another one."
