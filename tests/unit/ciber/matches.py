"""Small labs and matches for the tests of the contest's arena."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from wsusim.ciber.agent_orders import Actions
from wsusim.ciber.arena import Arena
from wsusim.ciber.contest_lab import Beacon, Lab, Place, Target, Wall
from wsusim.ciber.match_parameters import Parameters
from wsusim.ciber.match_robot import Robot
from wsusim.ciber.scoring import judge_named

QUIET = Parameters(
    compass_noise_deg=0.0,
    beacon_noise_deg=0.0,
    obstacle_noise=0.0,
    motors_noise_percent=0.0,
    gps_noise_um=0.0,
    line_truth=1.0,
)
"""Exact sensors and motors."""
OPEN = Lab("open", 28.0, 14.0)


def box(left: float, bottom: float, right: float, top: float, height: float = 4.0) -> Wall:
    """Return a wall with straight sides."""
    return Wall(((left, bottom), (right, bottom), (right, top), (left, top)), height)


def match(
    lab: Lab = OPEN,
    *places: tuple[float, float, float],
    parameters: Parameters = QUIET,
    mode: str = "0",
    seed: int = 1,
) -> tuple[Arena, list[Robot]]:
    """Return a match that has been started, with a robot at each place; its time is 0."""
    grid = tuple(Place(*place) for place in places or ((3.0, 7.0, 0.0),))
    arena = Arena(lab, grid, parameters, judge_named(mode), seed)
    robots = [arena.register(f"robot {number}", number) for number in range(1, len(grid) + 1)]
    arena.start()
    cycles(arena, 1)
    return arena, robots


def cycles(arena: Arena, count: int, actions: Actions | None = None, number: int = 1) -> None:
    """Let cycles pass, with the same orders to one robot in each of them."""
    for _ in range(count):
        if actions is not None:
            arena.take(number, actions)
        arena.step()
        arena.end_cycle()


def drive(left: float, right: float) -> Actions:
    """Return an order to the motors."""
    return Actions(left_motor=left, right_motor=right)


def put(arena: Arena, number: int, x: float, y: float, heading_deg: float = 0.0) -> None:
    """Put a robot somewhere, at rest."""
    arena.bodies.poses[number - 1] = (x, y, math.radians(heading_deg))
    arena.bodies.outputs[number - 1] = 0.0


__all__ = ["Beacon", "Lab", "Target", "box", "cycles", "drive", "match", "np", "put", "replace"]
