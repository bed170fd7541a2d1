"""The camera above the arena."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.worlds import empty_world
from wsusim.backends.simulated import SimulatedBackend
from wsusim.control.robot import Robot
from wsusim.engine.lockstep import Lockstep
from wsusim.engine.simulation import Simulation
from wsusim.errors import Misuse
from wsusim.model.world import ArenaCamera


@pytest.fixture
def robot() -> Robot:
    """Return a robot under a camera, in an arena of 600 mm."""
    world = replace(empty_world(), arena_camera=ArenaCamera(160, 120))
    return Robot(SimulatedBackend(Lockstep(Simulation(world), [0]), 0, "khepera1"))


def test_its_pictures_have_the_size_that_the_maze_says(robot: Robot) -> None:
    """Rows first."""
    assert robot.arena_camera.picture.shape == (120, 160, 3)


def test_a_pixel_and_its_point_belong_together(robot: Robot) -> None:
    """There and back."""
    camera = robot.arena_camera
    x_mm, y_mm = camera.point_at(30, 100)
    assert camera.pixel_at(x_mm, y_mm) == (30, 100)
    assert camera.pixel_at(*camera.point_at(0, 0)) == (0, 0)


def test_the_middle_of_the_picture_is_the_middle_of_the_arena(robot: Robot) -> None:
    """Row 0 is on top: where y is greatest."""
    camera = robot.arena_camera
    assert camera.point_at(59.5, 79.5) == pytest.approx((300.0, 300.0))
    assert camera.point_at(0, 0)[1] > 590.0


def test_nonsense_for_a_pixel_is_explained(robot: Robot) -> None:
    """As elsewhere."""
    with pytest.raises(Misuse, match=r"`row` is 'top' \(str\), but point_at takes a number"):
        robot.arena_camera.point_at("top", 3)  # type: ignore[arg-type]


def test_a_robot_can_be_found_by_its_colour(robot: Robot) -> None:
    """It is blue, and stands in the middle."""
    picture = robot.arena_camera.picture.astype(int)
    rows, columns = (picture[:, :, 2] > picture[:, :, 0] + 80).nonzero()
    assert robot.arena_camera.point_at(rows.mean(), columns.mean()) == pytest.approx(
        (300.0, 300.0), abs=8.0
    )
