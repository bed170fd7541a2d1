"""The robot as a controller has it: its parts, each of which makes its calls in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsusim.control.arena_camera import ArenaCamera
from wsusim.control.calls import UNKNOWN_ROBOT, Calls
from wsusim.control.camera import Camera
from wsusim.control.drawing import Drawing
from wsusim.control.eye import Eye
from wsusim.control.floor import Floor
from wsusim.control.gripper import Gripper
from wsusim.control.leds import Leds
from wsusim.control.motors import Motors
from wsusim.control.radio import Radio
from wsusim.control.sensors import sensors_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from wsusim.backends.contract import Backend, RobotInfo


class Robot(Calls):
    """All parts of a robot, over the calls that they share."""

    def __init__(
        self,
        backend: Backend,
        info: RobotInfo = UNKNOWN_ROBOT,
        on_only_asking: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(backend, info, on_only_asking)
        self.sensors = sensors_of(self)
        self.motors = Motors(self)
        self.gripper = Gripper(self)
        self.leds = Leds(self)
        self.camera = Camera(self)
        self.eye = Eye(self)
        self.arena_camera = ArenaCamera(self)
        self.floor = Floor(self)
        self.radio = Radio(self)
        self.draw = Drawing(self)
