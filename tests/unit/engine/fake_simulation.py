"""A simulation small enough to reckon by hand: wheels turn as ordered, nothing else exists."""

from __future__ import annotations

import math
from collections.abc import Sequence

from wsusim.errors import RobotRefused
from wsusim.model.camera_image import Camera, CameraImage, Look
from wsusim.model.commands import RobotCommand, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.readings import QUANTITY_LENGTHS, Quantity
from wsusim.model.world import Arena, World

Event = tuple[int, int, RobotCommand | str]


class FakeSimulation:
    """Has the part of ``engine.Simulation``'s interface that lock-step needs.

    ``log`` holds (tick, robot, order or "safe"). Positions are the sums of the speeds; every other
    quantity answers with the tick of its last refresh.
    """

    def __init__(self, robots: int = 1, mission_tick: int | None = None) -> None:
        self.world = World("nowhere", Arena.rectangle(100.0, 100.0))
        self.tick = 0
        self.seed = 0
        self.mission_tick = mission_tick
        self.log: list[Event] = []
        self.speeds = [(0, 0)] * robots
        self.positions = [(0, 0)] * robots
        self.trace: list[tuple[tuple[int, int], ...]] = []

    @property
    def robot_count(self) -> int:
        """How many robots there are."""
        return len(self.speeds)

    @property
    def ended(self) -> bool:
        """Whether the mission has ended."""
        return self.mission_tick is not None and self.tick >= self.mission_tick

    def apply(self, robot: int, command: RobotCommand) -> None:
        """Note an order; speeds count from the next tick."""
        self.log.append((self.tick, robot, command))
        if isinstance(command, SetSpeeds):
            self.speeds[robot] = (command.left, command.right)

    def set_speeds(self, robots: Sequence[int], speeds: Sequence[tuple[int, int]]) -> None:
        """Note the orders one by one."""
        for robot, (left, right) in zip(robots, speeds, strict=True):
            self.apply(robot, SetSpeeds(left, right))

    def read(self, robot: int, quantity: Quantity) -> tuple[int, ...]:
        """Return positions, or the refresh tick in each place."""
        if quantity is Quantity.POSITIONS:
            return self.positions[robot]
        return (self.tick - self.tick % 2,) * QUANTITY_LENGTHS[quantity]

    def look(self, robot: int, look: Look) -> CameraImage:
        """Return a picture that tells its tick; there is no camera above."""
        if look.camera is Camera.ARENA:
            raise RobotRefused("There is no camera above its arena.")
        rgb = bytes([self.tick % 256, robot, 0]) * (look.width_px * look.height_px)
        return CameraImage(self.tick, look.width_px, look.height_px, rgb)

    def pose(self, robot: int) -> Pose:
        """Return a place of its own for each robot, looking up."""
        return Pose(100.0 * robot, 50.0, math.pi / 2)

    def advance(self, ticks: int) -> int:
        """Turn all wheels."""
        done = 0
        while done < ticks and not self.ended:
            self.positions = [
                (left + left_speed, right + right_speed)
                for (left, right), (left_speed, right_speed) in zip(
                    self.positions, self.speeds, strict=True
                )
            ]
            self.tick += 1
            done += 1
            self.trace.append(tuple(self.positions))
        return done

    def make_safe(self, robot: int) -> None:
        """Stop the wheels of a robot."""
        self.log.append((self.tick, robot, "safe"))
        self.speeds[robot] = (0, 0)
