"""The participants in the lock-step, and why it ends."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from enum import Enum

from wsusim.model.commands import Command

FAR_TICK = 2**62
"""Later than any run."""


class EndReason(Enum):
    """Why the run has ended."""

    TIME = "time"
    MISSION = "mission"
    STOPPED = "stopped"
    FINISHED = "finished"
    """Every controller has come to its end."""
    BROKEN = "broken"
    """The engine itself failed; see ``Lockstep.failure``."""


class DroppedCommands(deque[Command]):
    """The order list of a robot that was made safe, which keeps none."""

    def append(self, command: Command) -> None:
        """Forget the order."""


class Participant:
    """One controller's place in the lock-step; made by ``Lockstep``, used by a backend."""

    __slots__ = (
        "commands",
        "gate",
        "has_left",
        "is_detached",
        "is_safe",
        "is_stopping",
        "is_waiting",
        "last_commands",
        "robot",
        "wake",
        "wanted_tick",
    )

    def __init__(self, robot: int) -> None:
        self.robot = robot
        self.commands: deque[Command] = deque()
        """Orders since the last step."""
        self.last_commands: deque[Command] | None = None
        """Orders that came before ``make_safe`` and wait with it for the next step."""
        self.gate = threading.Lock()
        self.gate.acquire()
        self.wake: Callable[[], object] = self.gate.release
        """Ends its wait."""
        self.wanted_tick = FAR_TICK
        self.is_waiting = False
        self.is_detached = False
        self.is_safe = False
        self.is_stopping = False
        self.has_left = False

    @property
    def is_running(self) -> bool:
        """Whether the others have to wait for this one."""
        return not (self.is_waiting or self.is_detached or self.has_left)
