"""The maze file of version 1 opens for ever, whatever the current version is."""

from __future__ import annotations

import math
from pathlib import Path

from wsusim.formats.maze_file import load_maze
from wsusim.model.geometry import Pose
from wsusim.model.tuning import RobotTuning, SlowMotor
from wsusim.model.world import (
    Arena,
    Ball,
    Cap,
    GoalRegion,
    Light,
    Mission,
    Note,
    RobotStart,
    Wall,
    World,
)


def test_version_1_opens_with_every_field() -> None:
    """A file that uses each field of version 1 gives the world it always gave."""
    world = load_maze(Path(__file__).with_name("maze-v1.json"))
    assert world == World(
        name="everything",
        description="One of each thing that version 1 knows.\nOn two lines.",
        arena=Arena(
            ((20.0, 20.0), (980.0, 20.0), (980.0, 780.0), (20.0, 780.0)), 0.9, (1000.0, 800.0)
        ),
        cell_mm=2.0,
        mission=Mission("deliver_caps", 90.5, 1, "all"),
        walls=(
            Wall(1, 300.0, 20.0, 350.0, 300.0, 12.0, 0.05),
            Wall(2, 500.0, 780.0, 500.0, 500.0, 19.5, 1.0),
        ),
        lights=(Light(3, 900.0, 700.0, 2.5, 30.0),),
        caps=(Cap(4, 600.0, 200.0, 29.0, 128, 1.0), Cap(5, 700.0, 200.0, 31.0, 200, 0.5)),
        balls=(Ball(6, 600.0, 300.0, 25.0, 10, 0.7, rolls=False),),
        robots=(
            RobotStart(7, Pose(100.0, 100.0, math.radians(90.0)), "khepera1", None),
            RobotStart(
                8,
                Pose(100.0, 600.0, math.radians(-45.0)),
                "khepera2",
                RobotTuning(
                    left_motor_gain=0.95,
                    right_motor_gain=1.05,
                    left_motor_noise=0.0,
                    right_motor_noise=0.0,
                    proximity_gain=(1.0, 1.0, 0.8, 1.0, 1.0, 1.0, 1.0, 1.2),
                    proximity_spread=False,
                    proximity_noise=(2.0,) * 8,
                    light_noise=(0.5,) * 8,
                    slow_motors=(SlowMotor("left", 1.0, 2.5, 0.4),),
                ),
            ),
        ),
        goals=(GoalRegion(9, Pose(850.0, 300.0, math.radians(30.0)), 200.0, 100.0, "ellipse"),),
        notes=(Note(10, 50.0, 700.0, "Start here"),),
        next_id=20,
    )
