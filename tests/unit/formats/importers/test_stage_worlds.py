"""Worlds of Stage become mazes."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tests.unit.formats.importers.foreign import drawing, opened, refused

WORLD = """
include "rooms.inc"   # and robots
resolution 0.02
window ( size [ 600 600 ] scale 30 )
floorplan ( name "rooms" bitmap "rooms.png" size [ 4.0 2.4 0.8 ] pose [ 1.0 0 0 0 ] )
robot ( name "r0" pose [ 1.5 0.2 0 90 ] sonar( pose [ 0 0 0 0 ] ) )
puck ( pose [ 0 0 0 0 ] )
"""
INCLUDED = """
define floorplan model ( color "gray30" boundary 1 )
define pioneer position ( size [ 0.4 0.4 0.2 ] )
define robot pioneer ( drive "diff" )
define puck model ( size [ 0.1 0.1 0.1 ] )
"""


def test_a_world_of_stage_has_its_walls_and_robots(tmp_path: Path) -> None:
    """The bitmap's dark part is as large as the size says; poses are seen from its middle."""
    drawing(tmp_path, "rooms.png", "RGB")
    (tmp_path / "rooms.inc").write_text(INCLUDED)

    done = opened(tmp_path, "rooms.world", WORLD, scale=0.5)

    world = done.world
    assert (world.arena.width_mm, world.arena.height_mm) == pytest.approx((2000.0, 1200.0))
    assert len(world.walls) in (5, 6), "a wall may be two where another meets it"
    (robot,) = world.robots
    assert (robot.pose.x_mm, robot.pose.y_mm) == pytest.approx((1250.0, 700.0), abs=1)
    assert robot.pose.heading_rad == pytest.approx(math.pi / 2)
    assert done.remarks == ("1 other model left out.",)


def test_what_a_world_of_stage_names_is_found_beside_it(tmp_path: Path) -> None:
    """Where its path leads nowhere on this computer."""
    drawing(tmp_path, "rooms.png", "RGB")
    (tmp_path / "rooms.inc").write_text(INCLUDED)
    text = WORLD.replace('"rooms.', '"/usr/share/stage/rooms.')

    done = opened(tmp_path, "rooms.world", text, scale=0.5)

    assert len(done.world.robots) == 1
    assert done.remarks == ("1 other model left out.",)


def test_a_world_of_stage_without_its_includes_says_so(tmp_path: Path) -> None:
    """The walls are there all the same."""
    drawing(tmp_path, "rooms.png")

    done = opened(tmp_path, "rooms.world", WORLD, scale=0.5)

    assert len(done.world.walls) in (5, 6)
    assert "There is no file rooms.inc, so what it says is missing." in done.remarks


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (WORLD.replace("rooms.png", "none.png"), "There is no file"),
        (WORLD.replace("4.0 2.4", "4.0 wide"), "size of floorplan is"),
        (WORLD.replace("4.0 2.4 0.8", "0 0 0"), "Give it a size"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(tmp_path: Path, text: str, told: str) -> None:
    """With the file's name, and nothing breaks."""
    drawing(tmp_path, "rooms.png")

    refused(tmp_path, "a.world", text, told)
