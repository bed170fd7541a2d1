"""Turns the pictures of a run into the stream's messages: the scene, then what has changed."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import orjson

from wsusim.formats.entries import MazeEntry
from wsusim.formats.maze_file import world_to_text
from wsusim.live.shapes import EyePicture, MissionState, RobotLooks, Scene, SceneAbilities
from wsusim.live.topics import (
    PROTOCOL,
    READING_FIELDS,
    ROBOT_FIELDS,
    TOPICS,
    described,
    row_of,
)
from wsusim.model.commands import Draw
from wsusim.model.elementary import hypot
from wsusim.model.geometry import Point
from wsusim.model.robot_kind import RobotKind
from wsusim.model.snapshot import Snapshot
from wsusim.model.world import World
from wsusim.robots import robot_kind
from wsusim.scene.told import told_world

if TYPE_CHECKING:
    from wsusim.engine.sensor_reports import RayReport
    from wsusim.runs.pictures import Picture

TRAIL_STEP_MM = 3.0
"""A trail gets a new point when the robot has moved this far, as in the window."""

PRINT_CHARACTERS = 2000
"""Of one piece of print; the rest is left out."""

Changes = dict[str, Any]


def scene_of(
    world: World,
    *,
    name: str,
    controllers: Sequence[str] = (),
    abilities: SceneAbilities | None = None,
    seed: int = 0,
    span_ticks: tuple[int, int] | None = None,
) -> Scene:
    """Return the scene: all that stays as it is while a run or recording is shown.

    Args:
        world: The maze with its robots.
        name: What is shown, for people.
        controllers: What drives each robot; empty: nothing, or a person.
        abilities: What people who may steer can do: ``pause``, ``drag``, ``seek``; ``order`` lists
            the robots that no program drives.
        seed: Of the run.
        span_ticks: First and last tick of a recording; ``None``: a run that goes on.
    """
    maze = MazeEntry.model_validate(orjson.loads(world_to_text(world)))
    return {
        "protocol": PROTOCOL,
        "name": name,
        "maze": maze.model_dump(exclude_none=True),
        "drawing": told_world(world),
        "kinds": {robot.kind: _looks(robot_kind(robot.kind)) for robot in world.robots},
        "controllers": [*controllers, *[""] * (len(world.robots) - len(controllers))],
        "abilities": abilities or {},
        "seed": seed,
        "span_ticks": span_ticks,
        "fields": {"robots": described(ROBOT_FIELDS), "readings": described(READING_FIELDS)},
        "topics": TOPICS,
    }


def _looks(kind: RobotKind) -> RobotLooks:
    """Return what is needed to draw a robot."""
    gripper = kind.gripper
    return {
        "title": kind.title,
        "radius_mm": kind.radius_mm,
        "wheel_base_mm": kind.wheel_base_mm,
        "axle_x_mm": kind.axle_x_mm,
        "sensors": [
            (sensor.name, sensor.x_mm, sensor.y_mm, sensor.bearing_deg) for sensor in kind.sensors
        ],
        "arm_up": gripper.arm_up if gripper else 0,
        "arm_down": gripper.arm_down if gripper else 1,
        "jaw_mm": gripper.jaw_outline_mm if gripper else (),
        "arm_mm": gripper.arm_outline_mm if gripper else (),
    }


class Teller:
    """Remembers what it has sent, and sends the rest. One thread at a time."""

    def __init__(self, robots: int) -> None:
        self._told: dict[str, dict[str, Any]] = {}
        self._drawings: list[tuple[Draw, ...]] = [()] * robots
        self._drawn = [0] * robots  # number of the next figure
        self._ends: list[Point | None] = [None] * robots
        self._trails = [0] * robots  # number of the next point
        self._set: dict[str, dict[str, Any]] = {}
        self._logs: dict[str, dict[str, dict[str, Any]]] = {}

    def take(self, tick: int, at_s: float) -> Changes | None:
        """Return what has changed since the last time; ``None``: nothing.

        Args:
            tick: The tick that is shown.
            at_s: Time of the wall clock.
        """
        if not self._set and not self._logs:
            return None
        changes = {"tick": tick, "at_s": round(at_s, 4), "set": self._set, "log": self._logs}
        self._set, self._logs = {}, {}
        return changes

    def note(self, topic: str, values: Mapping[str, Any]) -> None:
        """Send the values of a topic that are new."""
        told = self._told.setdefault(topic, {})
        for key, value in values.items():
            if key not in told or told[key] != value:
                told[key] = value
                self._set.setdefault(topic, {})[key] = value

    def show(self, picture: Picture) -> None:
        """Send a picture, except its rays."""
        snapshot = picture.snapshot
        self._places(snapshot)
        readings = {}
        for number, (robot, done) in enumerate(
            zip(snapshot.robots, picture.statistics, strict=True)
        ):
            row = row_of(robot, READING_FIELDS[:-3])
            row += [round(done.distance_mm, 1), done.contacts, done.contact_ticks]
            readings[str(number)] = row
        self.note("readings", readings)
        self.note("says", {str(robot): text for robot, text in enumerate(picture.says)})
        for number, figures in enumerate(picture.drawings):
            self._draw(number, figures)

    def show_eye(self, robot: int, size: tuple[int, int], png: bytes) -> None:
        """Send what the eye of a robot sees: a picture of so many pixels, width and height."""
        picture: EyePicture = {
            "width": size[0],
            "height": size[1],
            "png": base64.b64encode(png).decode(),
        }
        self.note("eye", {str(robot): picture})

    def show_rays(self, robot: int, rays: Sequence[RayReport]) -> None:
        """Send the rays of a robot."""
        rows = [
            [*(round(v, 1) for v in (*ray.start_mm, *ray.end_mm)), int(ray.target != "nothing")]
            for ray in rays
        ]
        self.note("rays", {str(robot): rows})

    def print(self, tick: int, robot: int, text: str) -> None:
        """Send a print, or a remark about the run (robot -1)."""
        if len(text) > PRINT_CHARACTERS:
            text = f"{text[:PRINT_CHARACTERS]}…\n"
        self._log("prints", "all")["add"].append([tick, robot, text])

    def clear_prints(self) -> None:
        """Clear all prints, as a recording was wound back."""
        log = self._log("prints", "all")
        log["add"], log["is_cleared"] = [], True

    def lead(self, robot: int, points_mm: Iterable[Point]) -> None:
        """Extend the trail of a robot."""
        end = self._ends[robot]
        for x_mm, y_mm in points_mm:
            if end is None or hypot(x_mm - end[0], y_mm - end[1]) >= TRAIL_STEP_MM:
                end = (x_mm, y_mm)
                self._log("trails", str(robot))["add"].append([round(x_mm, 1), round(y_mm, 1)])
        self._ends[robot] = end

    def clear_trails(self) -> None:
        """Clear all trails."""
        for robot in range(len(self._ends)):
            self._ends[robot] = None
            log = self._log("trails", str(robot))
            log["add"], log["is_cleared"] = [], True

    def _log(self, topic: str, key: str) -> dict[str, Any]:
        return self._logs.setdefault(topic, {}).setdefault(key, {"add": [], "is_cleared": False})

    def _places(self, snapshot: Snapshot) -> None:
        robots = {}
        for number, robot in enumerate(snapshot.robots):
            robots[str(number)] = row_of(robot, ROBOT_FIELDS)
            self.lead(number, ((robot.pose.x_mm, robot.pose.y_mm),))
        self.note("robots", robots)
        self.note(
            "things",
            {
                str(thing.id): [
                    round(thing.x_mm, 1),
                    round(thing.y_mm, 1),
                    -1 if thing.held_by is None else thing.held_by,
                    *([round(thing.heading_rad, 3)] if thing.kind == "box" else []),
                ]
                for thing in snapshot.objects
            },
        )
        mission, score = snapshot.mission, snapshot.mission.score
        state: MissionState = {
            "achieved": mission.achieved,
            "goal_time_s": mission.goal_time_s,
            "caps_delivered": mission.caps_delivered,
            "robots_in_goal": list(mission.robots_in_goal),
        }
        if score is not None:
            state["score"] = [score.left, score.right, score.half]
        self.note("mission", state)

    def _draw(self, robot: int, figures: tuple[Draw, ...]) -> None:
        """Send what was added to a drawing; old figures are cleared only with all others."""
        before = self._drawings[robot]
        if figures is before:
            return
        self._drawings[robot] = figures
        kept = _kept(before, figures)
        log = self._log("drawings", str(robot))
        if kept is None:
            log["add"], log["is_cleared"], kept = [], True, 0
        log["add"] += [
            [figure.shape, figure.colour, figure.text, _points(figure)] for figure in figures[kept:]
        ]


def _kept(before: tuple[Draw, ...], after: tuple[Draw, ...]) -> int | None:
    """Return how many figures of ``after`` were there before; ``None``: it is another drawing."""
    if not before or not after:
        return None if before else 0
    for index, figure in enumerate(before):
        if figure is after[0]:
            return len(before) - index
    return None


def _points(figure: Draw) -> list[list[float]]:
    return [[round(x_mm, 1), round(y_mm, 1)] for x_mm, y_mm in figure.points_mm]
