"""What a person can type in of a maze."""

from __future__ import annotations

from tests.worlds import empty_world
from wsusim.editor.object_fields import MAZE_FIELDS
from wsusim.model.world import ArenaCamera, World

BY_NAME = {field.name: field for field in MAZE_FIELDS}


def with_camera(answer: str) -> World:
    """Return a maze whose camera was switched on or off."""
    changed: World = BY_NAME["arena_camera"].put(empty_world(), answer)
    return changed


def test_a_camera_above_the_arena_can_be_put_there_and_taken_away() -> None:
    """It has the usual size then."""
    assert with_camera("yes").arena_camera == ArenaCamera()
    assert BY_NAME["arena_camera"].put(with_camera("yes"), "no").arena_camera is None


def test_the_size_of_its_pictures_counts_only_where_it_is() -> None:
    """And can be typed in."""
    width = BY_NAME["width_px"]
    assert [width.is_used(with_camera(answer)) for answer in ("yes", "no")] == [True, False]
    assert width.put(with_camera("yes"), 100).arena_camera == ArenaCamera(100, 240)
