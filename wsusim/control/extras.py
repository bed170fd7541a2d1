"""What a run may allow beyond what a robot can know or do, and facts about the run itself.

Students' programs may well have variables with these names. They hide ours without a message.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, overload

from wsusim.control.subclassing import not_yet
from wsusim.errors import Misuse
from wsusim.model.commands import PutBack
from wsusim.model.extras import keys_of
from wsusim.model.readings import Quantity
from wsusim.model.units import TICKS_PER_SECOND

if TYPE_CHECKING:
    from collections.abc import Callable

    from wsusim.control.calls import Calls

T = TypeVar("T")

UM_PER_MM = 1000.0
UDEG_PER_DEG = 1_000_000.0


class Goal(NamedTuple):
    """A goal in the maze: its middle and its size in millimetres."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float


class Pose(NamedTuple):
    """Where the robot really is, measured from the maze's lower-left corner."""

    x_mm: float
    y_mm: float
    heading_deg: float
    """0 is to the right, 90 is up; from -180 to 180."""


class Mission(NamedTuple):
    """The task, and how long it may take."""

    kind: str
    """``free``, ``reach_goal``, ``deliver_caps`` or ``soccer``."""
    time_limit: float
    """When the run ends at the latest, in seconds; ``inf``: no limit."""


class Offered(Generic[T]):
    """An attribute that a student's variable may hide."""

    def __init__(self, answer: Callable[[Calls], T], doc: str) -> None:
        self._answer = answer
        self.__doc__ = doc
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, program: None, owner: type) -> Offered[T]: ...
    @overload
    def __get__(self, program: object, owner: type) -> T: ...
    def __get__(self, program: object, owner: type) -> Any:
        if program is None:
            return self
        robot = program.__dict__.get("_Controller__robot")
        if robot is None:
            raise not_yet(self._name)
        return self._answer(robot)


def goal_of(robot: Calls) -> Goal:
    """Return the maze's goal, its first one if there are several."""
    _need(robot, "goal", "Where the goal is")
    if not robot.info.goals:
        raise Misuse("This maze has no goal, so `self.goal` can't tell where it is.")
    return Goal(*robot.info.goals[0])


def pose_of(robot: Calls) -> Pose:
    """Return where the robot really is."""
    _need(robot, "pose", "Where the robot really is")
    x_um, y_um, heading_udeg = robot.read(Quantity.TRUE_POSE)
    return Pose(x_um / UM_PER_MM, y_um / UM_PER_MM, heading_udeg / UDEG_PER_DEG)


def keys_down(robot: Calls) -> frozenset[str]:
    """Return the keys that are held down."""
    _need(robot, "keys", "Which keys are held down")
    return keys_of(robot.read(Quantity.KEYS)[0])


def mission_of(robot: Calls) -> Mission:
    """Return the task."""
    end_s = robot.info.end_s
    return Mission(robot.info.mission, math.inf if end_s is None else end_s)


def time_left_of(robot: Calls) -> float:
    """Return the seconds until the latest end of the run."""
    end_s = robot.info.end_s
    return math.inf if end_s is None else max(0.0, end_s - robot.now_ticks() / TICKS_PER_SECOND)


def put_back(robot: Calls) -> None:
    """Put everything back to where it was at the start."""
    if robot.info.backend == "serial":
        raise Misuse(
            "`new_episode` can't put a real robot back to its start: do it by hand, and run the "
            "program again."
        )
    if "episodes" not in robot.info.allowed:
        raise Misuse(
            "`new_episode` is not allowed in this run: it would put back what others are using, or "
            "what is being graded. It works in runs of your own with one robot."
        )
    robot.send_and_settle(PutBack())


def _need(robot: Calls, extra: str, what: str) -> None:
    if extra in robot.info.allowed:
        return
    if robot.info.backend == "serial":
        raise Misuse(
            f"{what} is known in a simulation only, so `self.{extra}` doesn't work on a real "
            "robot. Use what the robot can measure: sensors and wheels."
        )
    raise Misuse(
        f"`self.{extra}` is not allowed in this run: a robot couldn't know it. Lessons can allow "
        f"it; to try it out, add --allow {extra} to the run command."
    )
