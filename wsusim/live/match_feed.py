"""A match of the contest, told to a publisher in each cycle. Whoever watches only watches.

Lengths become millimetres by the Khepera's size, as where a lab becomes a maze, so the page draws
a match with what it has for runs: its robots are round and have no sensors, its targets are goal
regions, its beacons lights. What a maze has no place for stands in ``match`` of the scene.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from wsusim.ciber.arena import Arena, Phase
from wsusim.ciber.conversion import MM_A_UM
from wsusim.ciber.picture import MatchPicture, picture_of
from wsusim.ciber.robot import State
from wsusim.ciber.server import SILENT_CYCLES, ArenaServer
from wsusim.live.publisher import Publisher
from wsusim.live.telling import Teller
from wsusim.live.topics import PROTOCOL, TOPICS, described
from wsusim.model.robot_table import Group, seen
from wsusim.model.units import seconds_to_ticks

KIND = "cibermouse"
LAMP_MM = 24.0
"""Diameter of a beacon; a guess, the contest's files tell none."""


class MatchFeed:
    """Hears of an arena in each cycle, and never waits.

    ``note`` is an observer of an ``ArenaServer``.
    """

    def __init__(self, publisher: Publisher) -> None:
        self._publisher = publisher
        self._arena: Arena | None = None
        self._time = -1

    def note(self, server: ArenaServer) -> None:
        """Show a cycle; of an arena that has been made anew, the scene before it."""
        arena = server.arena
        if arena is not self._arena:
            self._arena, self._time = arena, -1
            self._publisher.begin(scene_of_match(arena))
            self._publisher.note({"phase": "going", "is_paused": False})
        picture = picture_of(arena, server.silent_cycles)
        if picture.time != self._time:
            self._time = picture.time
            for robot in picture.robots:
                if robot.state is not State.REMOVED:
                    place = (MM_A_UM * robot.x, MM_A_UM * robot.y)
                    self._publisher.lead(robot.number - 1, [place])
        tick = seconds_to_ticks(picture.time * arena.parameters.cycle_ms / 1000.0)
        beacons = frozenset(r.number for r in arena.robots.values() if r.beacon_height is not None)
        self._publisher.show_as(tick, partial(_tell, picture=picture, beacons=beacons))

    def ended(self) -> None:
        """Show that it is over."""
        self._publisher.note({"phase": "ended", "end": ""})


def scene_of_match(arena: Arena) -> dict[str, Any]:
    """Return the scene of a match: all that stays as it is while it is shown."""
    lab = arena.lab
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
                {"x_mm": _mm(lamp.x), "y_mm": _mm(lamp.y), "diameter_mm": LAMP_MM, "power": 1.0}
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
                for number, place in enumerate(arena.grid, start=1)
            ],
        },
        "kinds": {
            KIND: {
                "title": "CiberMouse",
                "radius_mm": MM_A_UM / 2.0,
                "wheel_base_mm": MM_A_UM,
                "sensors": [],
                "jaw_mm": [],
                "arm_mm": [],
            }
        },
        "controllers": [""] * len(arena.grid),
        "abilities": {"pause": False, "drag": False, "order": [], "seek": False},
        "seed": arena.seed,
        "span_ticks": None,
        "fields": {"robots": described(seen(Group.PLACE)), "readings": []},
        "topics": TOPICS,
        "match": {
            "cycles": arena.parameters.sim_time_cycles,
            "scoring": arena.judge.name,
            "walls": [
                {"corners_mm": [[_mm(x), _mm(y)] for x, y in wall.corners], "height": wall.height}
                for wall in lab.walls
            ],
        },
    }


def _tell(teller: Teller, picture: MatchPicture, beacons: frozenset[int]) -> None:
    """Tell a picture: in the publisher's thread, from values that never change."""
    teller.note("match", {"phase": picture.phase.value, "time": picture.time})
    rows: dict[str, Any] = {}
    roster: dict[str, Any] = {}
    for robot in picture.robots:
        key, is_there = str(robot.number - 1), robot.state is not State.REMOVED
        heading_rad = math.remainder(robot.heading_rad, 2.0 * math.pi)
        rows[key] = [_mm(robot.x), _mm(robot.y), round(heading_rad, 4)] if is_there else None
        lamps = (
            (robot.visiting_led, "visiting"),
            (robot.returning_led, "returning"),
            (robot.end_led, "end"),
        )
        roster[key] = {
            "name": robot.name,
            "state": robot.state.value,
            "score": robot.score,
            "collisions": robot.collisions,
            "is_colliding": robot.is_colliding and picture.phase is Phase.RUNNING,
            "visited": list(robot.visited),
            "lamps": [name for is_on, name in lamps if is_on],
            "is_silent": robot.silent_cycles >= SILENT_CYCLES and is_there,
            "has_beacon": robot.number in beacons,
        }
    teller.note("robots", rows)
    teller.note("roster", roster)


def _mm(length_um: float) -> float:
    return round(MM_A_UM * length_um, 1)
