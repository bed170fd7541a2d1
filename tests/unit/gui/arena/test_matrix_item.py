"""The layer that shows the object-ID matrix."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.gui.conftest import CAP_ID, ROBOT_ID, small_world
from wsusim.gui.arena.arena_scene import ArenaScene
from wsusim.gui.arena.object_item import Layer
from wsusim.gui.document import Document
from wsusim.model.world import Cap


@pytest.fixture
def scene(qapp: object) -> ArenaScene:
    """Return the scene of a small maze with the layer switched on."""
    made = bare_scene()
    made.set_layer_visible(Layer.MATRIX, True)
    return made


def bare_scene() -> ArenaScene:
    """Return the scene of a small maze."""
    document = Document(small_world())
    made = ArenaScene(document)
    document.setParent(made)
    return made


def the_cap() -> Cap:
    """Return the cap of the small maze."""
    return next(cap for cap in small_world().caps if cap.id == CAP_ID)


def test_the_layer_is_off_at_first(qapp: object) -> None:
    """It covers the picture, and is not worked out before."""
    scene = bare_scene()

    assert not scene.is_layer_visible(Layer.MATRIX)
    assert not scene.matrix.isVisible()
    assert scene.matrix.what_is_at(50.0, 50.0) == ""


def test_the_cell_under_the_pointer_is_named(scene: ArenaScene) -> None:
    """Row and column, code, kind and id."""
    cap = the_cap()

    text = scene.matrix.what_is_at(cap.x_mm, cap.y_mm)

    row, column = int(cap.y_mm / 2.4384), int(cap.x_mm / 2.4384)
    assert text == f"[{row}, {column}] = 3: cap {CAP_ID}"


def test_outside_of_the_arena_there_is_no_cell(scene: ArenaScene) -> None:
    """Nothing is named there."""
    assert scene.matrix.what_is_at(-10.0, 50.0) == ""


def test_an_edited_maze_is_drawn_again(scene: ArenaScene) -> None:
    """A cap that was moved away is no longer there."""
    cap = the_cap()
    world = small_world()
    moved = tuple(replace(c, x_mm=c.x_mm + 60.0) if c.id == CAP_ID else c for c in world.caps)

    scene.matrix.set_world(replace(world, caps=moved))

    assert scene.matrix.what_is_at(cap.x_mm, cap.y_mm).endswith("= 0: floor")
    assert scene.matrix.what_is_at(cap.x_mm + 60.0, cap.y_mm).endswith(f"cap {CAP_ID}")


def test_robots_are_in_it_too(scene: ArenaScene) -> None:
    """With the id that the maze gives them."""
    robot = next(robot for robot in small_world().robots if robot.id == ROBOT_ID)

    text = scene.matrix.what_is_at(robot.pose.x_mm, robot.pose.y_mm)

    assert text.endswith(f"robot {ROBOT_ID}")
