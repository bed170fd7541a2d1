"""Turns what a viewer has received into snapshots again: the other end of ``telling``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

from wsusim.engine.snapshots import RobotStatistics
from wsusim.errors import BadInput
from wsusim.formats.maze_file import world_from_text
from wsusim.live.topics import LOGS, PROTOCOL
from wsusim.model.geometry import Pose
from wsusim.model.robot_kind import MOST_SENSORS
from wsusim.model.snapshot import (
    MissionSnapshot,
    ObjectSnapshot,
    RobotSnapshot,
    Score,
    Snapshot,
    thing_at_start,
)
from wsusim.model.world import World

BROKEN = (KeyError, TypeError, ValueError, IndexError, AttributeError)
"""What values of a broken stream raise."""

_RUN = frozenset(("phase", "is_paused", "end", "note"))
_MISSION = frozenset(("achieved", "goal_time_s", "caps_delivered", "robots_in_goal", "score"))

MOST_VALUES = 1000
"""Values that a row is kept with; no robot has as many. Longer ones are broken."""

LONGEST_TEXT = 10_000
"""Characters of a text that are taken."""

NO_MISSION = MissionSnapshot(False, None, 0, ())

_Rows = Mapping[str, Any]


class Scene:
    """The scene of a stream, checked.

    Raises:
        BadInput: It is of another version, or makes no sense.
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        if values.get("protocol") != PROTOCOL:
            raise BadInput(
                "The run is shared by another version of wsusim. Install the same version here."
            )
        if values.get("match"):
            raise BadInput(
                "This is a CiberMouse match, which the window can't show from afar yet. Open its "
                "address in a browser."
            )
        try:
            text = orjson.dumps(values["maze"]).decode()
            self.world: World = world_from_text(text, source="the shared run's maze")
            self.seed = int(values["seed"])
            self.name = str(values["name"])
            self.may_steer = bool(values["may_steer"])
            self.abilities: dict[str, Any] = dict(values["abilities"])
            self._names = {
                topic: [str(field["name"]) for field in values["fields"][topic]]
                for topic in ("robots", "readings")
            }
        except BROKEN as error:
            raise broken(error) from error

    def named(self, topic: str, row: Sequence[Any]) -> dict[str, Any]:
        """Return a row of numbers by their names."""
        return dict(zip(self._names[topic], row, strict=True))


def broken(error: Exception) -> BadInput:
    """Return the error for a stream that makes no sense."""
    return BadInput(
        f"What the shared run sends makes no sense ({type(error).__name__}). Check the address: is "
        "it really wsusim's?"
    )


class ShownState:
    """The newest of everything; ``take`` changes, ``snapshot`` the whole."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._states: dict[str, dict[str, Any]] = {}
        self._next: dict[tuple[str, str], int] = {}
        world = scene.world
        robots = frozenset(str(number) for number in range(len(world.robots)))
        # Nothing else is kept, whatever is sent.
        self._kept: dict[str, frozenset[str]] = {
            "run": _RUN,
            "mission": _MISSION,
            "things": frozenset(str(thing.id) for thing in world.movables),
            **dict.fromkeys(("robots", "readings", "trails", "drawings"), robots),
            "prints": frozenset(("all",)),
        }
        self.tick = 0
        self.statistics: tuple[RobotStatistics, ...] = tuple(
            RobotStatistics(0.0, 0, 0) for _ in scene.world.robots
        )

    def take(self, changes: Mapping[str, Any]) -> None:
        """Apply a message; raises ``BadInput``."""
        try:
            self.tick = int(changes["tick"])
            for topic, names in self._kept.items():
                values = changes.get(topic)
                if topic not in LOGS and isinstance(values, dict):
                    state = self._states.setdefault(topic, {})
                    state |= {name: _kept(values[name]) for name in names & values.keys()}
        except BROKEN as error:
            raise broken(error) from error

    def news(self, changes: Mapping[str, Any], topic: str) -> Iterator[tuple[str, bool, list[Any]]]:
        """Yield what a message adds to the logs of a topic: key, whether older ones go, entries."""
        for key, log in changes.get(topic, {}).items():
            if key not in self._kept[topic]:
                continue
            known = self._next.get((topic, key), 0)
            entries = log["add"][max(0, known - log["from"]) :]
            self._next[topic, key] = max(known, log["from"] + len(log["add"]))
            yield key, 0 < known <= log["first"], entries

    def value(self, topic: str, key: str, usual: Any = None) -> Any:
        """Return a state."""
        return self._states.get(topic, {}).get(key, usual)

    def snapshot(self) -> Snapshot | None:
        """Return where everything is; ``None``: not all of it was received yet.

        Raises:
            BadInput: Values make no sense.
        """
        scene, world = self._scene, self._scene.world
        robots, readings = self._states.get("robots", {}), self._states.get("readings", {})
        if min(len(robots), len(readings)) < len(world.robots):
            return None
        try:
            made, done = [], []
            for number, start in enumerate(world.robots):
                row = scene.named("robots", robots[str(number)])
                row |= scene.named("readings", readings[str(number)])
                done.append(
                    RobotStatistics(
                        float(row.pop("distance_mm")),
                        int(row.pop("contacts")),
                        int(row.pop("contact_ticks")),
                    )
                )
                made.append(_robot(start.id, start.kind, row))
            self.statistics = tuple(done)
            return Snapshot(self.tick, tuple(made), tuple(self._things()), self.mission())
        except BROKEN as error:
            raise broken(error) from error

    def mission(self) -> MissionSnapshot:
        """Return how far the mission has come."""
        told = self._states.get("mission")
        if not told:
            return NO_MISSION
        goal_time_s = told["goal_time_s"]
        return MissionSnapshot(
            bool(told["achieved"]),
            None if goal_time_s is None else float(goal_time_s),
            int(told["caps_delivered"]),
            tuple(int(robot) for robot in told["robots_in_goal"]),
            Score(*map(int, told["score"])) if "score" in told else None,
        )

    def _things(self) -> Iterator[ObjectSnapshot]:
        world, told = self._scene.world, self._states.get("things", {})
        for thing in world.movables:
            row = told.get(str(thing.id))
            start = thing_at_start(thing)
            yield start if row is None else _thing(thing.id, start.kind, row)


def _kept(value: Any) -> Any:
    """Return a value of a state; raises ``ValueError`` if it is too large.

    A list may hold lists of numbers, and nothing deeper.
    """
    left = MOST_VALUES
    for one in value if isinstance(value, list) else (value,):
        parts = one if isinstance(one, list) else (one,)
        left -= 1 + len(parts)
        if left < 0 or any(isinstance(part, (list, dict)) for part in parts):
            raise ValueError("a row that no robot has")
        if any(isinstance(part, str) and len(part) > LONGEST_TEXT for part in parts):
            raise ValueError("a text that no one reads")
    return value


def _thing(number: int, kind: Any, row: Sequence[Any]) -> ObjectSnapshot:
    x_mm, y_mm, held_by = float(row[0]), float(row[1]), int(row[2])
    heading_rad = float(row[3]) if len(row) > 3 else 0.0
    return ObjectSnapshot(number, kind, x_mm, y_mm, None if held_by < 0 else held_by, heading_rad)


def _robot(number: int, kind: str, row: _Rows) -> RobotSnapshot:
    """Return a robot; every value is made the number that it must be."""
    flags = ("object_present", "contact_front", "contact_back")
    wholes = ("left_position", "right_position", "resistivity")
    reals = ("left_speed", "right_speed", "arm_position", "jaw_gap_mm")
    held = int(row["held_object_id"])
    lateral, frontal = row["leds"]
    values: dict[str, Any] = {name: bool(row[name]) for name in flags}
    values |= {name: int(row[name]) for name in wholes} | {n: float(row[n]) for n in reals}
    return RobotSnapshot(
        id=number,
        kind=kind,
        pose=Pose(float(row["x_mm"]), float(row["y_mm"]), float(row["heading_rad"])),
        proximity=_readings(row["proximity"]),
        ambient=_readings(row["ambient"]),
        held_object_id=None if held < 0 else held,
        contact_bearings_rad=tuple(float(bearing) for bearing in row["contact_bearings_rad"]),
        leds=(bool(lateral), bool(frontal)),
        **values,
    )


def _readings(values: Sequence[Any]) -> tuple[int, ...]:
    readings = tuple(int(value) for value in values)
    if not 0 < len(readings) <= MOST_SENSORS:
        raise ValueError("so many sensors has no robot")
    return readings
