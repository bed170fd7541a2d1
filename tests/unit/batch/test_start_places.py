"""Random places are free floor."""

from __future__ import annotations

import numpy as np
import pytest

from tests.worlds import draw_world, empty_world
from wsusim.batch import Worlds
from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import find_maze


@pytest.mark.parametrize("maze", ["rooms", "caps", "crowd", "beacons"])
def test_random_poses_have_room(maze: str) -> None:
    """Clear of walls, lamps, caps and each other: worlds can begin there."""
    worlds = Worlds(maze, 5, cores=1)

    worlds.reset(poses=worlds.random_poses(np.random.default_rng(1)))

    assert (worlds.robots["hits"] == 0).all()


def test_they_are_spread_over_the_floor() -> None:
    """In the open, half of them lie on either side."""
    worlds = Worlds(empty_world(), 400, cores=1)

    poses = worlds.random_poses(np.random.default_rng(1))

    assert abs(float(poses[:, 0, 0].mean()) - 300.0) < 30.0


def test_no_room_is_told() -> None:
    """Rather than looked for without end."""
    worlds = Worlds(draw_world("R", cell_mm=60.0), 1, cores=1)

    with pytest.raises(BadInput) as told:
        worlds.random_poses(np.random.default_rng(1), margin_mm=50.0)

    assert "hardly a place" in str(told.value)


def test_places_do_not_depend_on_other_mazes() -> None:
    """A robot's room is that of its own maze."""
    small, large = empty_world(), find_maze("rooms")
    worlds = Worlds([small] * 20 + [large] * 20, cores=1)

    poses = worlds.random_poses(np.random.default_rng(1))

    assert poses[:20, 0, :2].max() < 600.0 < poses[20:, 0, :2].max()
