"""The manual's picture of a real robot: the emulator is at the other end of its serial line."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.end_to_end.emulator_bench import running
from tests.unit.gui.studio import keep, opened_window, part_of, tick_of, wait_until
from wsusim.emulator.emulation import EmulationRequest
from wsusim.gui.features.robots.real_robots import RealRobots
from wsusim.gui.features.robots.robot_selector import Way
from wsusim.gui.features.run.run_side import RunSide
from wsusim.shipped import shipped_folder

TICKS = 2500
"""How far the robot drives before the picture is taken."""


def take() -> None:
    """Run a controller on the robot at a link and keep what the window shows."""
    link = Path(tempfile.gettempdir()) / "khepera"
    with running(EmulationRequest(maze="rooms", link=link)), opened_window() as (window, _):
        run = part_of(window, RunSide)
        run.controllers.load(shipped_folder("controllers") / "wall_follower.py")
        part_of(window, RealRobots).selector.choose(Way.SERIAL)
        part_of(window, RealRobots).selector.ports.setEditText(str(link))
        run.start()
        wait_until(lambda: tick_of(window) > TICKS)
        window.messages.clear()
        keep(window, "window-real-robot")
