"""A match of the contest in the stream's form: its scene, and what is visible at a cycle.

Lengths become millimetres by the Khepera's size, as where a lab becomes a maze, so the page draws
a match with what it has for runs: its robots are round and have no sensors, its targets are goal
regions, its beacons lights. What a maze has no place for is in ``match`` of the scene.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from wsusim.ciber.arena import Phase
from wsusim.ciber.arena_server import SILENT_CYCLES
from wsusim.ciber.conversion import MM_A_UM
from wsusim.ciber.lab_shapes import BEACON_UM, lab_shapes
from wsusim.ciber.match_robot import State
from wsusim.ciber.picture import MatchPicture, RobotPicture
from wsusim.ciber.recorded.head import MatchHead
from wsusim.ciber.thought import Thought
from wsusim.live.shapes import MatchState, RosterEntry, Scene, SceneAbilities, ToldThought
from wsusim.live.telling import Teller
from wsusim.live.topics import PROTOCOL, TOPICS, described
from wsusim.model.colours import robot_colour
from wsusim.model.robot_table import Group, seen
from wsusim.scene.told import PALETTES, told_drawing

KIND = "cibermouse"

LAMP_MM = round(2.0 * BEACON_UM * MM_A_UM, 1)

WATCH_ONLY: SceneAbilities = {"pause": False, "drag": False, "order": [], "type": [], "seek": False}


@dataclass(frozen=True, slots=True)
class MatchFrame:
    """What is visible of a match at a cycle; immutable.

    Attributes:
        beacons: Numbers of the robots that carry one.
        thoughts: What each agent thinks, by the robot's number, in the lab's coordinates.
    """

    picture: MatchPicture
    beacons: frozenset[int] = frozenset()
    thoughts: Mapping[int, Thought] = field(default_factory=dict)


def scene_of_match(
    head: MatchHead,
    *,
    abilities: SceneAbilities = WATCH_ONLY,
    span_ticks: tuple[int, int] | None = None,
) -> Scene:
    """Return the scene of a match: all that stays as it is while it is shown.

    Args:
        head: What decides the match.
        abilities: What those who may steer can do.
        span_ticks: First and last tick of a recording; ``None``: a match that goes on.
    """
    lab = head.lab
    return {
        "protocol": PROTOCOL,
        "name": lab.name or "CiberMouse",
        "maze": {
            "arena": {"size_mm": [_mm(lab.width), _mm(lab.height)]},
            "goals": [
                {
                    "x_mm": _mm(target.x),
                    "y_mm": _mm(target.y),
                    "width_mm": _mm(2.0 * target.radius),
                    "height_mm": _mm(2.0 * target.radius),
                    "shape": "ellipse",
                }
                for target in lab.targets
            ],
            "lights": [
                {
                    "x_mm": _mm(lamp.x),
                    "y_mm": _mm(lamp.y),
                    "diameter_mm": LAMP_MM,
                    "power": 1.0,
                }
                for lamp in lab.beacons
            ],
            "robots": [
                {
                    "id": number,
                    "kind": KIND,
                    "x_mm": _mm(place.x),
                    "y_mm": _mm(place.y),
                    "heading_deg": place.heading_deg,
                }
                for number, place in enumerate(head.grid, start=1)
            ],
        },
        "drawing": told_drawing(
            (_mm(lab.width), _mm(lab.height)),
            [list(lab_shapes(lab, palette, MM_A_UM)) for palette in PALETTES.values()],
            robots=[robot_colour(number) for number in range(len(head.grid))],
        ),
        "kinds": {
            KIND: {
                "title": "CiberMouse",
                "radius_mm": MM_A_UM / 2.0,
                "wheel_base_mm": MM_A_UM,
                "axle_x_mm": 0.0,
                "sensors": [],
                "arm_up": 0,
                "arm_down": 1,
                "jaw_mm": [],
                "arm_mm": [],
            }
        },
        "controllers": [""] * len(head.grid),
        "abilities": abilities,
        "seed": head.seed,
        "span_ticks": span_ticks,
        "fields": {"robots": described(seen(Group.PLACE)), "readings": []},
        "topics": TOPICS,
        "match": {
            "cycles": head.parameters.sim_time_cycles,
            "scoring": head.judge,
            "walls": [
                {"corners_mm": [[_mm(x), _mm(y)] for x, y in wall.corners], "height": wall.height}
                for wall in lab.walls
            ],
        },
    }


def trail_of(picture: MatchPicture) -> dict[int, tuple[float, float]]:
    """Return the place of each robot that is there, by its index, in millimetres."""
    return {
        robot.number - 1: (MM_A_UM * robot.x, MM_A_UM * robot.y)
        for robot in picture.robots
        if robot.state is not State.REMOVED
    }


def tell_match(teller: Teller, frame: MatchFrame) -> None:
    """Send what is visible; called in the publisher's thread."""
    picture = frame.picture
    match: MatchState = {"phase": picture.phase.value, "time": picture.time}
    teller.note("match", match)
    teller.note("robots", {_key(robot): _row(robot) for robot in picture.robots})
    is_running = picture.phase is Phase.RUNNING
    roster: dict[str, RosterEntry] = {}
    for robot in picture.robots:
        roster[_key(robot)] = _entry(robot, is_running, robot.number in frame.beacons)
    teller.note("roster", roster)
    thoughts = {str(number - 1): _thought(one) for number, one in frame.thoughts.items()}
    teller.note("thoughts", thoughts)


def _key(robot: RobotPicture) -> str:
    return str(robot.number - 1)


def _row(robot: RobotPicture) -> list[float] | None:
    if robot.state is State.REMOVED:
        return None
    heading_rad = math.remainder(robot.heading_rad, 2.0 * math.pi)
    return [_mm(robot.x), _mm(robot.y), round(heading_rad, 4)]


def _entry(robot: RobotPicture, is_running: bool, has_beacon: bool) -> RosterEntry:
    lamps = (
        (robot.visiting_led, "visiting"),
        (robot.returning_led, "returning"),
        (robot.end_led, "end"),
    )
    is_there = robot.state is not State.REMOVED
    return {
        "name": robot.name,
        "state": robot.state.value,
        "score": robot.score,
        "collisions": robot.collisions,
        "visited": list(robot.visited),
        "lamps": [name for is_on, name in lamps if is_on],
        "is_silent": robot.silent_cycles >= SILENT_CYCLES and is_there,
        "is_colliding": robot.is_colliding and is_running,
        "has_beacon": has_beacon,
    }


def _thought(thought: Thought) -> ToldThought:
    cells = thought.cells
    return {
        "cells": None
        if cells is None
        else {
            "x_mm": _mm(cells.x),
            "y_mm": _mm(cells.y),
            "size_mm": round(MM_A_UM * cells.size, 3),
            "columns": cells.columns,
            "rows": cells.rows,
        },
        "path_mm": [[_mm(x), _mm(y)] for x, y in thought.path or ()],
        "text": thought.text or "",
    }


def _mm(length_um: float) -> float:
    return round(MM_A_UM * length_um, 1)
