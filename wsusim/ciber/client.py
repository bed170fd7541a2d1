"""The clients that registered at an arena, each with its own socket, and the arena's statistics."""

from __future__ import annotations

import errno
import socket
from collections import Counter, deque
from dataclasses import dataclass, field

from wsusim.ciber.idle import Listener
from wsusim.ciber.match_robot import Robot
from wsusim.ciber.pace import Pace
from wsusim.errors import BadInput

LARGEST_DATAGRAM = 65_536
MOST_A_CYCLE = 200
"""Datagrams of one client that are looked at in a cycle; the rest wait for the next one."""

Address = tuple[str, int]


@dataclass(slots=True)
class Client:
    """An agent or a viewer.

    Attributes:
        orders: How many orders came in all.
        silent_cycles: For so many cycles of a running match nothing came.
        inbox: Datagrams that have been read from the socket, and not yet looked at.
        told: What it was told last.
        has_left: Whether lock-step found its socket gone when it waited for an answer.
    """

    address: Address
    socket: socket.socket
    robot: Robot | None = None
    orders: int = 0
    silent_cycles: int = 0
    inbox: deque[bytes] = field(default_factory=deque)
    told: bytes = b""
    pace: Pace = field(default_factory=Pace)
    listener: Listener | None = None
    has_left: bool = False


@dataclass(slots=True)
class Figures:
    """The arena's statistics of the network.

    Attributes:
        late_cycles: Cycles that came later than the clock says, or in lock-step without the
            answer of an agent that was still computing.
    """

    cycles: int = 0
    late_cycles: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    def refuse(self, why: str) -> None:
        """Count a datagram that was not accepted."""
        self.refused[why] += 1


def collect(client: Client, figures: Figures) -> None:
    """Read what a client has sent into its inbox; count strangers."""
    for _ in range(MOST_A_CYCLE - len(client.inbox)):
        try:
            datagram, sender = client.socket.recvfrom(LARGEST_DATAGRAM)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as error:  # an agent that is gone, or a datagram too large (Windows)
            figures.refuse(f"socket: {error.strerror}")
            continue
        if (sender[0], sender[1]) == client.address:
            client.inbox.append(datagram)
        else:
            figures.refuse("orders: from someone other than the robot's own agent")


def bound(host: str, port: int) -> socket.socket:
    """Return a socket bound to an address; raises ``BadInput`` if that is impossible."""
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.setblocking(False)
    try:
        made.bind((host, port))
    except (OSError, OverflowError) as error:
        made.close()
        reason = getattr(error, "strerror", None) or str(error)
        advice = "Check host and port (0 to 65535)."
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            advice = (
                "Is another arena running? Agents try port 6000; with --listen 127.0.0.2:6000, "
                "a second arena gets a port 6000 of its own."
            )
        raise BadInput(
            f"The arena can't listen at {host}:{port}: {reason.rstrip('.')}. {advice}"
        ) from None
    return made
