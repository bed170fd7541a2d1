"""The controller that obeys an old client: the Khepera's own lines, over any backend.

The emulator's firmware answers, with the robot of the run as its body; so a client that was written
for the lab of 2002 drives a simulated, an emulated or a real robot. It is our own program and runs
in the worker's process; the client's lines are all that comes from outside.
"""

from __future__ import annotations

import queue
from typing import TYPE_CHECKING

from wsusim.control.controller import Controller
from wsusim.emulator.firmware import Firmware
from wsusim.lab.job_process import ANSWER, LINES
from wsusim.model.readings import Quantity

if TYPE_CHECKING:
    from wsusim.control.calls import Calls
    from wsusim.model.commands import RobotCommand

LOOK_S = 0.01
"""How often it is looked for a line."""


class RemoteBody:
    """A robot of a run as the body of a firmware."""

    @property
    def sees_floor(self) -> bool:
        """Return false: the old client knows no floor sensors."""
        return False

    @property
    def radio_status(self) -> int:
        """Return that there is no radio."""
        return 0

    def __init__(self, robot: Calls) -> None:
        self._robot = robot

    def apply(self, command: RobotCommand) -> None:
        """Pass an order on, and wait until it is in force."""
        self._robot.send_and_settle(command)

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return the newest values of a quantity."""
        return self._robot.read(quantity)

    def set_camera_period_ms(self, period_ms: int) -> None:
        """Do nothing: the old client knows no camera."""

    def whereabouts(self) -> tuple[int, int, int, int]:
        """Return that nobody knows: a lab's robot may be a real one."""
        return -1, -1, -1, -1


class RemoteDriver(Controller):
    """Obeys lines until the client has gone or the time is over."""

    def run(self) -> None:
        """Answer one line after the other."""
        robot = self.sensors._robot
        firmware = Firmware(RemoteBody(robot), robot.info.kind)
        while self.active:
            try:
                line = LINES.get_nowait()
            except queue.Empty:
                self.sleep(LOOK_S)
                continue
            if line is None:
                return
            for answer in firmware.answer(line):
                ANSWER[0](answer.decode("ascii"))
