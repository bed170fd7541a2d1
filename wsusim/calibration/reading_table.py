"""What a simulated robot's proximity sensors read around a wall, a cylinder or its start."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from wsusim.engine.explain import SensorView
from wsusim.formats.sensor_table import SensorTable
from wsusim.kernels.sensor_records import NOISE_COLUMNS
from wsusim.model.geometry import Pose
from wsusim.model.tuning import SILENT, RobotTuning
from wsusim.model.world import Arena, Ball, RobotStart, World
from wsusim.robots import robot_kind

HALL_MM = 2000.0

Placing = Callable[[float, float], Pose]
"""From distance (mm) and heading (radians) to where the robot stands."""


def before_wall(kind: str, tuning: RobotTuning) -> tuple[World, Placing]:
    """Return a hall, and a function for the pose of a robot before its white border."""
    radius = robot_kind(kind).radius_mm

    def place(distance_mm: float, heading_rad: float) -> Pose:
        return Pose(HALL_MM - radius - distance_mm, HALL_MM / 2.0, heading_rad)

    return _hall(kind, tuning), place


def before_cylinder(kind: str, tuning: RobotTuning, diameter_mm: float) -> tuple[World, Placing]:
    """Return a hall with a white cylinder, and a function for the pose of a robot before it."""
    radius = robot_kind(kind).radius_mm + diameter_mm / 2.0
    middle = HALL_MM / 2.0

    def place(distance_mm: float, heading_rad: float) -> Pose:
        return Pose(middle - radius - distance_mm, middle, heading_rad)

    ball = Ball(2, middle, middle, diameter_mm)
    return replace(_hall(kind, tuning), balls=(ball,)), place


def in_maze(world: World, tuning: RobotTuning | None) -> tuple[World, Placing]:
    """Return a maze, and a function for the pose of its first robot after going so far ahead."""
    start = world.robots[0]
    own = start.tuning if tuning is None else tuning
    robots = (replace(start, tuning=own), *world.robots[1:])

    def place(distance_mm: float, heading_rad: float) -> Pose:
        x_mm, y_mm = start.pose.place((distance_mm, 0.0))
        return Pose(x_mm, y_mm, start.pose.heading_rad + heading_rad)

    return replace(world, robots=robots), place


def sense(
    scene: tuple[World, Placing],
    distances_mm: Sequence[float],
    headings_deg: Sequence[float],
    *,
    noise_seed: int | None = None,
) -> SensorTable:
    """Return what the first robot's sensors read at all distances and headings.

    Args:
        scene: As one of the functions above returns it.
        distances_mm: From the robot's body to the thing.
        headings_deg: How far the robot is turned away from it, counter-clockwise.
        noise_seed: Of the noise; ``None``: without noise.
    """
    world, place = scene
    tunings = [start.tuning or RobotTuning() for start in world.robots]
    if noise_seed is None:
        tunings = [replace(tuning, proximity_noise=SILENT) for tuning in tunings]
    view = SensorView(world, tunings=tunings)
    count = len(robot_kind(world.robots[0].kind).sensors)
    random = np.random.default_rng(noise_seed or 0)
    values = np.zeros((len(distances_mm), len(headings_deg), count))
    for i, distance_mm in enumerate(distances_mm):
        for j, heading_deg in enumerate(headings_deg):
            pose = place(distance_mm, math.radians(heading_deg))
            view.place_robot(0, pose.x_mm, pose.y_mm, pose.heading_rad)
            noise = random.uniform(size=(len(world.robots), NOISE_COLUMNS))
            values[i, j] = view.read(noise)[0, :count]
    places = np.meshgrid(
        np.array(distances_mm, float),
        np.array(headings_deg, float),
        np.arange(count),
        indexing="ij",
    )
    distance, heading, sensor = (one.ravel() for one in places)
    return SensorTable(sensor.astype(np.int64), distance, heading, values.ravel())


def _hall(kind: str, tuning: RobotTuning) -> World:
    start = RobotStart(1, Pose(HALL_MM / 4.0, HALL_MM / 2.0), kind, tuning)
    return World("hall", Arena.rectangle(HALL_MM, HALL_MM), robots=(start,), next_id=3)
