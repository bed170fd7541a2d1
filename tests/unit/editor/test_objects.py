"""Finding, hitting, listing and typing in objects: functions without widgets."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.pictures import drawn
from wsusim.editor import changes
from wsusim.editor.changes import Alignment
from wsusim.editor.clipboard import objects_from_text, objects_to_text
from wsusim.editor.handles import HandleKind, handles_of
from wsusim.editor.hitting import is_hit, neighbour, object_at, objects_within
from wsusim.editor.object_fields import shared_fields, with_value
from wsusim.editor.objects import (
    all_objects,
    bounds_mm,
    objects_by_id,
    outline_mm,
    turned,
    with_added,
    without,
)
from wsusim.formats.grey_pictures import grey_png
from wsusim.model.floor_picture import FloorPicture
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Box, Cap, GoalRegion, Note, RobotStart, Wall, World

WORLD = World(
    "things",
    Arena.rectangle(1000.0, 1000.0),
    walls=(Wall(1, 100.0, 100.0, 300.0, 300.0, thickness_mm=20.0),),
    caps=(Cap(2, 600.0, 700.0), Cap(3, 700.0, 700.0)),
    robots=(RobotStart(4, Pose(600.0, 300.0, math.pi / 2.0)),),
    goals=(GoalRegion(5, Pose(600.0, 700.0), 400.0, 300.0),),
    notes=(Note(6, 200.0, 900.0, "Hello"),),
    next_id=7,
)


def test_the_topmost_object_under_a_point_is_found() -> None:
    """A cap on a goal region goes before the region."""
    found = object_at(WORLD, (605.0, 700.0))
    assert found is not None
    assert found.id == 2


def test_a_slanted_wall_is_hit_only_where_it_is() -> None:
    """The box around a wall is not the wall."""
    assert object_at(WORLD, (200.0, 200.0)) is WORLD.walls[0]
    assert object_at(WORLD, (280.0, 120.0)) is None


def test_an_object_near_the_point_is_found_within_the_slack() -> None:
    """Small things are easier to grab than they are large."""
    assert object_at(WORLD, (600.0, 334.0)) is None
    assert object_at(WORLD, (600.0, 334.0), 10.0) is WORLD.robots[0]


def test_the_rubber_band_selects_what_lies_wholly_inside() -> None:
    """A region that sticks out is not selected."""
    assert set(objects_within(WORLD, (550.0, 600.0, 750.0, 800.0))) == {2, 3}


def test_deleted_ids_are_never_used_again() -> None:
    """The next object gets a fresh id, also after the newest one was deleted."""
    smaller = without(WORLD, {6})

    _, ids = with_added(smaller, [Note(0, 1.0, 1.0, "new")])

    assert ids == (7,)


def test_tab_goes_through_all_objects_in_reading_order_and_then_leaves() -> None:
    """From top to bottom, left to right; past the last there is none."""
    order = [neighbour(all_objects(WORLD), {name}, 1) for name in (6, 2, 5, 3, 4, 1)]
    assert order == [2, 5, 3, 4, 1, None]


def test_copied_objects_come_back_from_text() -> None:
    """The clipboard's text holds all that an object is, but its id."""
    things = objects_from_text(objects_to_text(WORLD, {1, 4}))

    assert [replace(thing, id=0) for thing in things] == [
        replace(WORLD.walls[0], id=0),
        replace(WORLD.robots[0], id=0),
    ]


@pytest.mark.parametrize("text", ["", "hello", "{}", '{"format": "x"}'])
def test_other_text_on_the_clipboard_holds_no_objects(text: str) -> None:
    """Pasting a sentence adds nothing."""
    assert objects_from_text(text) == ()


@pytest.mark.parametrize(
    ("how", "side"),
    [(Alignment.LEFT, 0), (Alignment.BOTTOM, 1), (Alignment.RIGHT, 2), (Alignment.TOP, 3)],
)
def test_aligned_objects_end_at_the_same_line(how: Alignment, side: int) -> None:
    """The line is the outermost of their edges."""
    world = replace(WORLD, caps=(), robots=())
    ids = [1, 5, 6]
    before = bounds_mm(objects_by_id(world)[name] for name in ids)
    assert before is not None

    after = changes.align(world, ids, how).world

    boxes = [bounds_mm([objects_by_id(after)[name]]) for name in ids]
    assert [box[side] for box in boxes if box is not None] == pytest.approx([before[side]] * 3)


def test_a_regions_corner_moves_and_the_opposite_one_stays() -> None:
    """Resizing keeps the far corner, also of a turned region."""
    turned = replace(WORLD.goals[0], pose=Pose(600.0, 700.0, math.pi / 2.0))
    world = replace(WORLD, goals=(turned,), caps=())

    after = changes.resize_goal(world, 5, 2, (400.0, 950.0)).world.goals[0]

    assert (after.width_mm, after.height_mm) == pytest.approx((450.0, 350.0))
    assert (after.pose.x_mm, after.pose.y_mm) == pytest.approx((575.0, 725.0))


def test_a_wall_is_not_pulled_to_nothing() -> None:
    """An end dropped on the other one changes nothing."""
    assert changes.move_wall_end(WORLD, 1, 0, (300.0, 301.0)).world == WORLD


PICTURE = FloorPicture(7, 500.0, 400.0, 2.0, grey_png(drawn("#.", "..", "..")))
WITH_PICTURE = replace(WORLD, floor_pictures=(PICTURE,), next_id=8)


def test_a_picture_lies_below_everything_else() -> None:
    """It is hit where it lies, but whatever stands on it goes before it."""
    assert object_at(WITH_PICTURE, (501.0, 402.0)) is PICTURE
    assert object_at(WITH_PICTURE, (503.0, 400.0)) is None
    covered = replace(WITH_PICTURE, floor_pictures=(replace(PICTURE, mm_per_px=50.0),))
    found = object_at(covered, (600.0, 300.0))
    assert found is not None
    assert found.id == 4


def test_a_pictures_corner_scales_it_and_the_opposite_one_stays() -> None:
    """It keeps its shape: 4 x 6 mm become 8 x 12 mm."""
    after = changes.scale_picture(WITH_PICTURE, 7, 2, (506.0, 409.0)).world.floor_pictures[0]

    assert after.mm_per_px == pytest.approx(4.0)
    assert outline_mm(after)[0] == pytest.approx(outline_mm(PICTURE)[0])
    assert after.size_mm == pytest.approx((8.0, 12.0))


def test_a_picture_is_never_scaled_beyond_the_formats_range() -> None:
    """Not even when its corner is pulled beyond the opposite one."""
    small = changes.scale_picture(WITH_PICTURE, 7, 2, (0.0, 0.0)).world.floor_pictures[0]
    large = changes.scale_picture(WITH_PICTURE, 7, 2, (9e5, 9e5)).world.floor_pictures[0]

    assert (small.mm_per_px, large.mm_per_px) == (0.05, 50.0)


def test_a_picture_is_moved_copied_and_pasted_like_any_object() -> None:
    """The copy holds the same grey values."""
    moved_by = changes.move(WITH_PICTURE, [7], 20.0, -30.0).world.floor_pictures[0]
    (pasted,) = objects_from_text(objects_to_text(WITH_PICTURE, [7]))

    assert (moved_by.x_mm, moved_by.y_mm) == (520.0, 370.0)
    assert replace(pasted, id=7) == PICTURE


def test_a_picture_has_a_handle_at_each_corner() -> None:
    """Pulling one scales it; there is nothing to turn."""
    kinds = {handle.kind for handle in handles_of(WITH_PICTURE, frozenset({7}), 30.0)}
    assert kinds == {HandleKind.PICTURE_CORNER}


def test_one_wall_has_a_handle_at_each_end_and_one_to_turn() -> None:
    """These are what the mouse can pull."""
    kinds = [handle.kind for handle in handles_of(WORLD, frozenset({1}), 30.0)]
    assert kinds == [HandleKind.WALL_END, HandleKind.WALL_END, HandleKind.ROTATE]


def test_a_cap_alone_has_no_handles() -> None:
    """It is round: there is nothing to turn."""
    assert handles_of(WORLD, frozenset({2}), 30.0) == ()


def test_the_robots_handle_stands_ahead_of_it() -> None:
    """It shows the heading."""
    (handle,) = handles_of(WORLD, frozenset({4}), 30.0)
    assert handle.at_mm == pytest.approx((600.0, 300.0 + 27.5 + 30.0))


def test_mixed_objects_share_the_fields_they_all_have() -> None:
    """A cap and a robot have a place and a colour in common."""
    things = (WORLD.caps[0], WORLD.robots[0])
    assert [field.name for field in shared_fields(things)] == ["x_mm", "y_mm", "colour"]


def test_a_walls_angle_turns_it_about_its_first_end() -> None:
    """Length and first end stay."""
    (wall,) = with_value([Wall(1, 100.0, 100.0, 200.0, 100.0)], "angle_deg", 90.0)
    assert isinstance(wall, Wall)
    assert (wall.x0_mm, wall.y0_mm, wall.x1_mm, wall.y1_mm) == pytest.approx(
        (100.0, 100.0, 100.0, 200.0)
    )


def test_a_box_is_hit_within_its_outline_only() -> None:
    """Beside its long sides there is floor, though its circle reaches there."""
    box = Box(1, Pose(300.0, 300.0, math.pi / 2.0), 200.0, 40.0)

    assert is_hit(box, (300.0, 390.0), 0.0)
    assert not is_hit(box, (340.0, 300.0), 0.0)


def test_a_turned_box_has_turned_about_the_point() -> None:
    """Place and heading follow; undo and files see an ordinary object."""
    box = turned(Box(1, Pose(300.0, 200.0)), math.pi / 2.0, (200.0, 200.0))

    assert isinstance(box, Box)
    assert (box.x_mm, box.y_mm) == pytest.approx((200.0, 300.0))
    assert box.pose.heading_rad == pytest.approx(math.pi / 2.0)
