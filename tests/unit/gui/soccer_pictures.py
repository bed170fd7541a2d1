"""Pictures for the manual: a game of soccer, and balls and blocks in colours."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtTest import QTest

from tests.unit.gui.studio import keep, opened_window, part_of, wait_until
from wsusim.formats.maze_file import save_maze
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Ball, Box, Cylinder, RobotStart, Wall, World
from wsusim.runs.soccer_matches import play_match

THINGS = World(
    "balls",
    Arena.rectangle(800.0, 500.0),
    walls=(
        Wall(1, 600.0, 330.0, 600.0, 500.0, colour="blue"),
        Wall(2, 600.0, 0.0, 600.0, 170.0, reflectivity=0.1),
    ),
    balls=(
        Ball(3, 300.0, 330.0, 42.7, mass_g=45.9, colour="orange"),
        Ball(4, 450.0, 250.0, 65.0, mass_g=58.0, colour="yellow"),
        Ball(5, 180.0, 400.0),
    ),
    cylinders=(Cylinder(6, 250.0, 120.0, colour="green"), Cylinder(7, 480.0, 90.0, mass_g=900.0)),
    boxes=(Box(8, Pose(380.0, 160.0, 0.6), colour="red"), Box(9, Pose(690.0, 250.0, 1.2))),
    robots=(RobotStart(10, Pose(110.0, 250.0)),),
    next_id=11,
)


def take() -> None:
    """Take both."""
    with opened_window() as (window, folder):
        save_maze(THINGS, folder / "balls.json")
        window.openers.open(folder / "balls.json")
        QTest.qWait(300)
        keep(window, "balls-window")
    with opened_window() as (window, folder):
        programs = ("striker,goalkeeper", "striker,goalkeeper")
        games = folder / Path("games")
        list(play_match(programs, players=2, games=1, game_s=60.0, folder=games))
        window.openers.open(games / "game-1.mcap")
        replay = part_of(window, ReplaySide)
        wait_until(lambda: replay.film is not None)
        QTest.qWait(300)
        replay.playhead.go_to(5000)
        QTest.qWait(600)
        keep(window, "soccer-window")
