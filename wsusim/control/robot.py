"""The robot as a controller sees it: its parts, which all make their calls in one place."""

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
from wsusim.control.part import Part
from wsusim.control.radio import Radio
from wsusim.control.sensors import Sensors

if TYPE_CHECKING:
    from collections.abc import Callable

    from wsusim.backends.contract import Backend, RobotInfo

PARTS: dict[str, tuple[type[Part], str]] = {
    "sensors": (Sensors, "The eight infra-red sensors."),
    "motors": (Motors, "The two wheels."),
    "gripper": (Gripper, "Arm and jaws."),
    "leds": (Leds, "The two lamps on top."),
    "camera": (Camera, "The linear camera."),
    "eye": (Eye, "The colour camera on the robot."),
    "arena_camera": (ArenaCamera, "The colour camera above the arena."),
    "floor": (Floor, "The sensors that look at the floor."),
    "radio": (Radio, "Messages to and from other robots."),
    "draw": (Drawing, "Lines, dots and texts over the maze."),
}
"""What programs call the parts, and what editors say of them."""


class Robot(Calls):
    """All parts of a robot by name, over the calls that they share."""

    def __init__(
        self,
        backend: Backend,
        info: RobotInfo = UNKNOWN_ROBOT,
        on_only_asking: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(backend, info, on_only_asking)
        for name, (part, _) in PARTS.items():
            setattr(self, name, part(self))
