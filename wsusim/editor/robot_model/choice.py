"""Which model runs use, and what that makes of a run's robots."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from wsusim.errors import MazeError
from wsusim.formats.profile import ProfileEntry
from wsusim.formats.world_check import find_problems
from wsusim.model.tuning import RobotTuning
from wsusim.model.world import RobotStart, World
from wsusim.runs.request import RunRequest


class Source(Enum):
    """Where the model of runs comes from."""

    MAZE = "maze"
    """Robots are as the maze's file says."""
    REALISTIC = "realistic"
    """Just as their kind."""
    IDEAL = "ideal"
    """No noise, no differences between sensors."""
    OWN = "own"
    """The person's settings, from a profile or from the tables."""


@dataclass(frozen=True, slots=True)
class Choice:
    """All that can be chosen.

    Attributes:
        source: Whose figures count.
        profile: The person's own settings, kept while others are in use.
        path: Their file; ``None`` when they have none yet.
        robot_id: The one robot that is meant; ``None``: all.
    """

    source: Source
    profile: ProfileEntry
    path: Path | None = None
    robot_id: int | None = None

    @property
    def effect(self) -> tuple[object, ...]:
        """What runs see of it; without names, files, and settings that are not in use."""
        if self.source is not Source.OWN:
            return (self.source, self.robot_id)
        return (self.source, self.robot_id, self.profile.kind, self.profile.tuning())


def tuned(request: RunRequest, choice: Choice) -> RunRequest:
    """Return the request of a run with the chosen model.

    The robots become just what ``run --profile FILE`` (or ``--ideal``) makes of them: of the
    profile's kind, with its tuning. Raises ``MazeError`` when robots of that kind have no room.
    """
    if choice.source is Source.MAZE:
        return request
    if choice.source is Source.IDEAL and choice.robot_id is None:
        return replace(request, is_ideal=True)
    world = request.world
    robots = tuple(
        _as_chosen(robot, choice) if choice.robot_id in (None, robot.id) else robot
        for robot in world.robots
    )
    if robots == world.robots:
        return request
    changed = replace(world, robots=robots)
    if [robot.kind for robot in robots] != [robot.kind for robot in world.robots]:
        _check_room(changed)
    return replace(request, maze=changed)


def _as_chosen(robot: RobotStart, choice: Choice) -> RobotStart:
    if choice.source is Source.REALISTIC:
        return replace(robot, tuning=None)
    if choice.source is Source.IDEAL:
        return replace(robot, tuning=(robot.tuning or RobotTuning()).idealised)
    return replace(robot, kind=choice.profile.kind, tuning=choice.profile.tuning())


def _check_room(world: World) -> None:
    problems = find_problems(world)
    if problems:
        lines = "\n".join(f"- {problem}" for problem in problems)
        raise MazeError(
            "The kind of robot in the robot model doesn't fit into this maze. Move the robots, or "
            f"choose another kind in the model settings:\n{lines}",
            tuple(problems),
        )
