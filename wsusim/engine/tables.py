"""From a world to the tables that the tick kernel works on; ``kernels.columns`` names the columns.

Discs are in one order everywhere: lights, caps, balls, each as in the world.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.static_map import StaticMap
from wsusim.kernels import columns as c
from wsusim.kernels.drive import OVERSPEED
from wsusim.kernels.mission import GOAL_COLUMNS
from wsusim.model.commands import SetProfile
from wsusim.model.geometry import wrap_rad
from wsusim.model.robot_kind import RobotKind
from wsusim.model.tuning import RobotTuning
from wsusim.model.units import ACCELERATION_UNIT_PULSES_PER_TICK2, PULSE_MM
from wsusim.model.world import Ball, Cap, Light, RobotStart, World


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """The tables that change; together with the world and the seed they are everything."""

    clock: NDArray[np.int64]
    real: NDArray[np.float64]
    whole: NDArray[np.int64]
    discs: NDArray[np.float64]
    disc_state: NDArray[np.uint8]

    def copies(self) -> dict[str, NDArray[Any]]:
        """Return a copy of every table under its name."""
        return {field.name: getattr(self, field.name).copy() for field in fields(self)}

    def overwrite(self, copies: Mapping[str, NDArray[Any]]) -> None:
        """Take over the values of tables that ``copies`` returned, in place."""
        for field in fields(self):
            getattr(self, field.name)[...] = copies[field.name]


BIN_MM = 48.0
"""Side of a square of the contact index: as wide as a robot, so that each lists few edges."""

LONGEST_STRIDE_MM = 0.5
"""A robot that pushes something goes no farther than this in one go."""


def new_state(world: World, kinds: Sequence[RobotKind], tunings: Sequence[RobotTuning]) -> State:
    """Return the state at tick 0."""
    rows = [
        robot_row(start, kind, tuning)
        for start, kind, tuning in zip(world.robots, kinds, tunings, strict=True)
    ]
    whole = np.zeros((len(rows), c.WHOLE_COLUMNS), np.int64)
    whole[:, c.HELD] = -1
    whole[:, c.GOAL_TICK] = -1
    discs, disc_state = disc_table(world)
    real = np.array(rows, np.float64).reshape(-1, c.REAL_COLUMNS)
    return State(new_clock(world), real, whole, discs, disc_state)


def robot_row(start: RobotStart, kind: RobotKind, tuning: RobotTuning) -> NDArray[np.float64]:
    """Return the row [REAL_COLUMNS] of a robot that stands at its start, arm up, jaws open."""
    row = np.zeros(c.REAL_COLUMNS)
    row[c.X], row[c.Y] = start.pose.x_mm, start.pose.y_mm
    row[c.HEADING] = wrap_rad(start.pose.heading_rad)
    profile = SetProfile()
    row[c.LEFT_PROFILE_SPEED : c.LEFT_PROFILE_SPEED + 2] = profile.left_speed
    row[c.LEFT_PROFILE_ACCELERATION : c.LEFT_PROFILE_ACCELERATION + 2] = (
        profile.left_acceleration * ACCELERATION_UNIT_PULSES_PER_TICK2
    )
    row[c.LEFT_SLOWNESS : c.LEFT_SLOWNESS + 2] = 1.0
    row[c.RADIUS] = kind.radius_mm
    row[c.WHEEL_BASE] = kind.wheel_base_mm
    row[c.LEFT_GAIN] = tuning.left_motor_gain
    row[c.LEFT_GAIN + 1] = tuning.right_motor_gain
    row[c.LEFT_NOISE] = kind.motors.speed_noise * tuning.left_motor_noise
    row[c.LEFT_NOISE + 1] = kind.motors.speed_noise * tuning.right_motor_noise
    row[c.MAX_SPEED] = kind.motors.max_speed
    row[c.ACCELERATION] = kind.motors.acceleration
    row[c.BLOCKED_RATIO] = kind.motors.blocked_counter_ratio
    gripper = kind.gripper
    row[c.ARM] = row[c.ARM_ORDER] = gripper.arm_up
    row[c.JAW_GAP] = row[c.OPEN_GAP] = gripper.open_gap_mm
    row[c.ARM_DOWN_AT] = gripper.arm_down
    row[c.ARM_SPEED] = gripper.arm_speed_per_tick
    row[c.JAW_SPEED] = gripper.jaw_speed_mm_per_tick
    row[c.CLOSED_GAP] = gripper.closed_gap_mm
    row[c.JAW_LENGTH] = gripper.jaw_tip_x_mm - gripper.jaw_root_x_mm
    row[c.JAW_THICKNESS] = gripper.jaw_width_mm
    row[c.JAW_ROOT] = gripper.jaw_root_x_mm
    row[c.BARRIER] = gripper.barrier_x_mm
    row[c.BEAM_HALF_WIDTH] = max(y for _, y in gripper.arm_outline_mm)
    return row


def movables(world: World) -> tuple[Cap | Ball, ...]:
    """Return caps and balls in the order of the discs, which the lamps precede."""
    return (*world.caps, *world.balls)


def disc_table(world: World) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
    """Return the discs [4, D] and their states [D]."""
    things: tuple[Light | Cap | Ball, ...] = (*world.lights, *world.caps, *world.balls)
    discs = np.zeros((4, len(things)))
    for k, thing in enumerate(things):
        discs[c.DISC_X, k], discs[c.DISC_Y, k] = thing.x_mm, thing.y_mm
        discs[c.DISC_RADIUS, k] = thing.diameter_mm / 2.0
    discs[c.DISC_REFLECTIVITY] = [1.0] * len(world.lights) + [
        thing.reflectivity for thing in movables(world)
    ]
    state = np.full(len(things), c.FREE, np.uint8)
    state[: len(world.lights)] = c.FIXED
    return discs, state


def goal_table(world: World) -> NDArray[np.float64]:
    """Return the goal regions [G, GOAL_COLUMNS]."""
    rows = [
        (
            goal.pose.x_mm,
            goal.pose.y_mm,
            math.cos(goal.pose.heading_rad),
            math.sin(goal.pose.heading_rad),
            goal.width_mm / 2.0,
            goal.height_mm / 2.0,
            float(goal.shape == "ellipse"),
        )
        for goal in world.goals
    ]
    return np.array(rows, np.float64).reshape(-1, GOAL_COLUMNS)


def new_clock(world: World) -> NDArray[np.int64]:
    """Return the clock [CLOCK_FIGURES] at tick 0."""
    mission = world.mission
    kinds = {
        ("free", "first"): c.FREE_MISSION,
        ("free", "all"): c.FREE_MISSION,
        ("reach_goal", "first"): c.REACH_FIRST,
        ("reach_goal", "all"): c.REACH_ALL,
        ("deliver_caps", "first"): c.DELIVER,
        ("deliver_caps", "all"): c.DELIVER,
    }
    wanted = mission.caps_to_deliver
    clock = np.zeros(c.CLOCK_FIGURES, np.int64)
    clock[c.MISSION_KIND] = kinds[mission.kind, mission.winner]
    clock[c.CAPS_WANTED] = len(world.caps) if wanted is None else wanted
    clock[c.MISSION_TICK] = -1
    clock[c.FIRST_CAP] = len(world.lights)
    clock[c.FIRST_BALL] = len(world.lights) + len(world.caps)
    clock[c.IS_NEW] = 1
    return clock


def world_figures(static: StaticMap, discs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the world's figures [WORLD_FIGURES]."""
    figures = np.zeros(c.WORLD_FIGURES)
    figures[c.MAP_X], figures[c.MAP_Y] = static.origin_x_mm, static.origin_y_mm
    figures[c.CELL] = static.cell_mm
    figures[c.MAP_COLUMNS] = static.columns
    figures[c.BIN] = BIN_MM
    figures[c.BIN_COLUMNS] = math.ceil(static.columns * static.cell_mm / BIN_MM)
    smallest = float(discs[c.DISC_RADIUS].min(initial=math.inf))
    figures[c.STRIDE] = min(LONGEST_STRIDE_MM, 0.1 * smallest)
    return figures


def contact_margin_mm(real: NDArray[np.float64], discs: NDArray[np.float64]) -> float:
    """Return how far from its bin's border a contact may ever be looked for."""
    tip = real[:, c.JAW_ROOT] + real[:, c.JAW_LENGTH]
    side = np.maximum(
        0.5 * real[:, c.OPEN_GAP] + real[:, c.JAW_THICKNESS], real[:, c.BEAM_HALF_WIDTH]
    )
    largest = float(discs[c.DISC_RADIUS].max(initial=0.0))
    held = tip + largest
    reach = np.maximum(np.maximum(real[:, c.RADIUS], np.hypot(tip, side)), held)
    way = real[:, c.MAX_SPEED] * PULSE_MM * OVERSPEED
    return float(np.max(reach + way, initial=largest)) + 1.0
