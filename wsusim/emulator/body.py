"""A robot of the simulation as the body of a firmware, and worlds with the requested robots."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.formats.free_places import Floor
from wsusim.model.camera_image import CameraImage, Look
from wsusim.model.commands import RobotCommand
from wsusim.model.geometry import Pose
from wsusim.model.readings import Quantity
from wsusim.model.world import Mission, RobotStart, World
from wsusim.robots import robot_kind

OnOrder = Callable[[int, int, RobotCommand], None]
"""Called with tick, robot and what it is told; the order takes effect from the next tick."""


class Body(Protocol):
    """What a firmware drives."""

    @property
    def sees_floor(self) -> bool:
        """Whether there is something on the floor for floor sensors."""

    @property
    def radio_status(self) -> int:
        """Whether the radio can send, and whether its last message was lost."""

    def apply(self, command: RobotCommand) -> None:
        """Pass an order on."""

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return the newest values of a quantity."""

    def set_camera_period_ms(self, period_ms: int) -> None:
        """Set the time between two images."""

    def whereabouts(self) -> tuple[int, int, int, int]:
        """Return x from the left and y from the upper edge, heading, free way ahead (mm, deg)."""


class SeeingBody(Body, Protocol):
    """What the firmware of a robot with a colour camera drives."""

    def look(self, look: Look) -> CameraImage:
        """Return the newest picture of the robot's eye."""


class SimulatedBody:
    """One robot of a simulation, with its turrets."""

    def __init__(
        self,
        simulation: Simulation,
        robot: int,
        on_order: OnOrder = lambda tick, robot, command: None,
    ) -> None:
        """Take the robot with this index; ``on_order`` is called with each order."""
        self._simulation = simulation
        self._robot = robot
        self._on_order = on_order

    def apply(self, command: RobotCommand) -> None:
        """Pass an order on."""
        self._simulation.apply(self._robot, command)
        self._on_order(self._simulation.tick, self._robot, command)

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return the newest values of a quantity."""
        return self._simulation.read(self._robot, quantity)

    def look(self, look: Look) -> CameraImage:
        """Return the newest picture of the robot's eye."""
        return self._simulation.look(self._robot, look)

    @property
    def sees_floor(self) -> bool:
        """Whether there is something on the floor for floor sensors."""
        return bool(self._simulation.world.floor_pictures)

    @property
    def radio_status(self) -> int:
        """Whether the radio can send, and whether its last message was lost."""
        return self._simulation.radio_status(self._robot)

    def set_camera_period_ms(self, period_ms: int) -> None:
        """Set the time between two images."""
        self._simulation.camera(self._robot).period_s = period_ms / 1000.0

    def whereabouts(self) -> tuple[int, int, int, int]:
        """Return x from the left and y from the upper edge, heading, free way ahead (mm, deg)."""
        world, pose = self._simulation.world, self._simulation.pose(self._robot)
        heading_deg = round(math.degrees(pose.heading_rad)) % 360
        radius_mm = robot_kind(world.robots[self._robot].kind).radius_mm
        free_mm = max(0.0, self._simulation.camera(self._robot).ahead_mm() - radius_mm)
        down_mm = world.arena.height_mm - pose.y_mm
        return int(pose.x_mm), int(down_mm), heading_deg, round(free_mm)


def world_with_robots(world: World, count: int | None, kind: str | None) -> World:
    """Return the world without its mission and with robots to be driven over the wire.

    Args:
        world: As its file has it.
        count: How many robots; ``None``: those of the file, at least one. Further ones are put
            where there is room.
        kind: The kind of all of them; ``None``: as the file says.

    Raises:
        BadInput: There is no room for so many.
    """
    wanted = count if count is not None else max(1, len(world.robots))
    starts = [replace(start, kind=kind or start.kind) for start in world.robots[:wanted]]
    floor = Floor(world.arena, world.walls)
    for light in world.lights:
        floor.put_lamp(light.x_mm, light.y_mm, light.diameter_mm / 2.0)
    for thing in world.movables:
        floor.put(thing.x_mm, thing.y_mm, thing.diameter_mm / 2.0)
    for start in starts:
        floor.put(start.pose.x_mm, start.pose.y_mm, robot_kind(start.kind).radius_mm)
    near = starts[0].pose if starts else Pose(world.arena.width_mm / 2, world.arena.height_mm / 2)
    next_id = world.next_id
    while len(starts) < wanted:
        new_kind = kind or "khepera1"
        place = floor.put(near.x_mm, near.y_mm, robot_kind(new_kind).radius_mm + 5.0)
        if place is None:
            raise BadInput(
                f"--robots {wanted}: there is room for {len(starts)} in the maze {world.name!r}. "
                "Ask for fewer, or use a larger maze."
            )
        starts.append(RobotStart(next_id, Pose(*place, near.heading_rad), new_kind))
        next_id += 1
    return replace(world, robots=tuple(starts), mission=Mission(), next_id=next_id)
