"""The setup of the next run: every feature adds its part, and the run feature starts it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from wsusim.gui.shell.message_bar import Answer
from wsusim.runs.request import RunRequest

Part = Callable[[RunRequest], RunRequest]
"""What a feature decides about a run: returns the request with that in it.

Raises ``BadInput`` with a text for people when the run can't begin like this.
"""


class RunSetup(QObject):
    """The port between the features that decide about runs.

    ``above``, ``beside_seed`` and ``below`` are places in the panel of controllers: a feature puts
    the widgets for its part there.
    """

    wanted = Signal(object)
    """Begin the run of this ``RunRequest``; without controllers in it: those of the panel."""

    controllers_wanted = Signal(object)
    """The robots are to have these controllers: a tuple of texts as the command line takes them."""

    program_wanted = Signal(object)
    """The program at this ``Path`` is to drive a robot that is free, or the first one."""

    robot_changed = Signal()
    """Another robot was chosen: see ``robot``."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._parts: list[Part] = []
        self._checks: list[Callable[[], bool]] = []
        self._robot: str | None = None
        self.controllers: Callable[[], tuple[str, ...]] = tuple
        """Returns the controllers that are chosen, in the robots' order; the run feature knows."""
        self.first_answers: Callable[[], tuple[Answer, ...]] = tuple
        """Returns what to offer first when no robot has a controller; an open lesson knows."""
        self.above = QVBoxLayout()
        self.beside_seed = QHBoxLayout()
        self.below = QVBoxLayout()

    @property
    def robot(self) -> str | None:
        """The address of the real robot that the next run is to drive; ``None``: simulated ones."""
        return self._robot

    def choose_robot(self, address: str | None) -> None:
        """Drive another robot from the next run on."""
        if address != self._robot:
            self._robot = address
            self.robot_changed.emit()

    def add_part(self, part: Part) -> None:
        """Register a feature's part of each run's request."""
        self._parts.append(part)

    def add_check(self, is_ready: Callable[[], bool]) -> None:
        """Register a feature's preparation before each run; if it returns false, no run begins.

        It has then said why.
        """
        self._checks.append(is_ready)

    @property
    def is_ready(self) -> bool:
        """Whether all features are ready for a run."""
        return all(is_ready() for is_ready in self._checks)

    def prepared(self, request: RunRequest) -> RunRequest:
        """Return the request with the parts of all features in it.

        Raises:
            BadInput: The run can't begin like this; the text says why.
        """
        for part in self._parts:
            request = part(request)
        return request
