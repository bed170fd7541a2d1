"""What the sensor panel says beside its drawing."""

from __future__ import annotations

from tests.unit.gui.features.run.conftest import Desk
from tests.worlds import empty_world
from wsusim.formats.maze_catalogue import find_maze
from wsusim.runs.request import RunRequest


def test_what_the_floor_sensors_read_is_told(desk: Desk) -> None:
    """Both of them, in a maze with something to be read on its floor."""
    world = find_maze("line")
    desk.window.document.load(world, None)
    assert desk.side.sensors.floor.text() == "Floor: left –, right –"
    desk.bridge.begin(RunRequest((), world), is_paused=True)
    desk.until(lambda: desk.tick == 0)
    robot = desk.watched.picture.snapshot.robots[0]
    told = desk.side.sensors.floor.text()
    assert told == f"Floor: left {robot.floor_left}, right {robot.floor_right}"
    assert max(robot.floor_left, robot.floor_right) > 0


def test_a_plain_floor_is_not_told(desk: Desk) -> None:
    """Where there is no picture on it, there is nothing to be read."""
    desk.window.document.load(empty_world(), None)
    assert desk.side.sensors.floor.isHidden()
