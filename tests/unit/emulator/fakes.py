"""A robot for the firmware that only remembers what it was told."""

from __future__ import annotations

from wsusim.model.camera_image import CameraImage, Look
from wsusim.model.commands import RobotCommand
from wsusim.model.radio import Heard, to_values
from wsusim.model.readings import Quantity


class FakeBody:
    """Holds scripted readings and the orders it got."""

    def __init__(self) -> None:
        self.orders: list[RobotCommand] = []
        self.camera_period_ms = 0
        self.sees_floor = False
        self.radio_status = 1
        self.values: dict[Quantity, tuple[int, ...]] = {
            Quantity.PROXIMITY: (1, 2, 3, 4, 5, 6, 7, 1023),
            Quantity.AMBIENT: (500, 450, 400, 350, 300, 250, 200, 50),
            Quantity.POSITIONS: (1000, -1000),
            Quantity.SPEEDS: (5, -5),
            Quantity.MOTION: (1, 1, 0, 0, 0, -3),
            Quantity.ARM: (249,),
            Quantity.GRIP: (1,),
            Quantity.OBJECT_PRESENT: (120,),
            Quantity.RESISTIVITY: (128,),
            Quantity.CAMERA_PIXELS: tuple(range(64, 128)),
            Quantity.CAMERA_LIGHT: (2, 188),
            Quantity.FLOOR: (60, 990),
            Quantity.RADIO: to_values(1, [Heard(2, b"hi")]),
        }

    def apply(self, command: RobotCommand) -> None:
        """Remember an order."""
        self.orders.append(command)

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return the scripted values."""
        return self.values[quantity]

    def look(self, look: Look) -> CameraImage:
        """Return a red picture of the size that was asked for."""
        pixels = bytes((255, 0, 0)) * (look.width_px * look.height_px)
        return CameraImage(0, look.width_px, look.height_px, pixels)

    def set_camera_period_ms(self, period_ms: int) -> None:
        """Remember the period."""
        self.camera_period_ms = period_ms

    def whereabouts(self) -> tuple[int, int, int, int]:
        """Return a place."""
        return 100, 250, 90, 223


class FakeWorld:
    """Counts its steps."""

    def __init__(self) -> None:
        self.tick = 0
        self.safe_robots: list[int] = []

    def advance_to(self, tick: int) -> int:
        """Step."""
        done = tick - self.tick
        self.tick = tick
        return done

    def make_safe(self, robot: int) -> None:
        """Remember who was stopped."""
        self.safe_robots.append(robot)
