"""Sets the stage: the maze of a run with the requested kinds and starts."""

from __future__ import annotations

import re
from dataclasses import replace

from wsusim.errors import BadInput, MazeError
from wsusim.formats.maze_catalogue import find_maze
from wsusim.formats.profile import load_profile
from wsusim.formats.robot_file import find_robot
from wsusim.formats.world_check import find_problems
from wsusim.model.text import counted
from wsusim.model.tuning import RobotTuning
from wsusim.model.world import RobotStart, World
from wsusim.runs.request import RunRequest

_PLACE = re.compile(r"\brobots\[(\d+)\]")
"""A robot in a maze's file, from 0."""


def stage(request: RunRequest) -> World:
    """Return the world of a run.

    Raises:
        BadInput: The maze can't be used, has too few robots, or a robot has no room at its start.
    """
    maze = request.maze
    world = maze if isinstance(maze, World) else find_maze(maze)
    if request.time_s is not None:
        # What was asked for comes before the maze's own limit.
        world = replace(world, mission=replace(world.mission, time_limit_s=request.time_s))
    wanted = len(request.controllers)
    if len(world.robots) < wanted:
        raise BadInput(
            f"The maze {request.maze_name!r} has room for "
            f"{counted(len(world.robots), 'robot')}, but there are {wanted} controllers. Add "
            "robots to the maze, or choose another maze: 'crowd' has ten."
        )
    if len(request.starts) > len(world.robots):
        raise BadInput(
            f"There are {len(request.starts)} starts, but the maze {request.maze_name!r} has only "
            f"{counted(len(world.robots), 'robot')}."
        )
    if not request.starts and _is_as_the_maze_says(request):
        return world
    moved = replace(world, robots=tuple(_placed(world, request)))
    problems = find_problems(moved)
    if problems:
        raise MazeError(
            "The robot can't stand there:\n" + "\n".join(f"- {_named(one)}" for one in problems),
            tuple(problems),
        )
    return moved


def _named(problem: str) -> str:
    """Return what is wrong with a robot's start, with its number as shown in the maze."""
    return _PLACE.sub(lambda place: f"robot {int(place[1]) + 1}", problem)


def turn_round_of(request: RunRequest) -> float | None:
    """Return what the measured robot needs for an exchange besides the line; ``None``: unknown."""
    return None if request.profile is None else load_profile(request.profile).turn_round_s


def _is_as_the_maze_says(request: RunRequest) -> bool:
    asked = (request.robot_kind, request.profile, request.sensor_model)
    return asked == (None, None, None)


def _with_model(robot: RobotStart, sensor_model: int) -> RobotStart:
    """Return a robot with a sensor model; raises ``BadInput`` if it was measured for another."""
    tuning = robot.tuning or RobotTuning()
    is_measured = tuning.response is not None or tuning.network is not None
    if tuning.sensor_model != sensor_model and is_measured:
        raise BadInput(
            f"--sensor-model is {sensor_model}, but a robot of this run was measured for sensor "
            f"model {tuning.sensor_model}. Leave out --sensor-model or the measured profile."
        )
    return replace(robot, tuning=replace(tuning, sensor_model=sensor_model))


def _placed(world: World, request: RunRequest) -> list[RobotStart]:
    """Return the robots with the request's profile, kind and starts."""
    robots = list(world.robots)
    if request.profile is not None:
        profile = load_profile(request.profile)
        tuning = profile.tuning()
        robots = [replace(robot, kind=profile.kind, tuning=tuning) for robot in robots]
    if request.robot_kind is not None:
        kind = find_robot(request.robot_kind).name
        robots = [replace(robot, kind=kind) for robot in robots]
    if request.sensor_model is not None:
        robots = [_with_model(robot, request.sensor_model) for robot in robots]
    for index, pose in enumerate(request.starts):
        robots[index] = replace(robots[index], pose=pose)
    return robots
