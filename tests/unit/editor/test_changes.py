"""What each edit does to a maze: there is never more in it than can be saved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.pictures import drawn, on_floor
from tests.worlds import empty_world
from wsusim.editor import changes
from wsusim.editor.objects import WorldObject
from wsusim.formats.entries import OBJECTS_MAX
from wsusim.formats.world_check import find_problems
from wsusim.model.world import Light, Note, World

NOTE = Note(0, 300.0, 300.0, "here")
LIGHT = Light(0, 300.0, 300.0)
PICTURE = on_floor(drawn("#"), 300.0, 300.0, 1.0)


def holding(things: list[WorldObject]) -> World:
    """Return a maze with these things."""
    made = changes.add(empty_world(), things)
    assert not made.is_refused
    return made.world


@pytest.mark.parametrize(
    ("thing", "name"),
    [(NOTE, "notes"), (LIGHT, "lights"), (PICTURE, "floor_pictures")],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_no_more_of_a_kind_than_a_maze_may_hold(thing: WorldObject, name: str) -> None:
    """As many as it may are added, also all at once; then the maze stays as it is."""
    full = holding([thing] * OBJECTS_MAX[name])

    change = changes.add(full, [thing])

    assert find_problems(full) == []
    assert (change.world, change.is_refused, change.most) == (full, True, OBJECTS_MAX[name])


def test_copies_are_no_way_round_it() -> None:
    """Eleven pictures can't be doubled, and only they are named."""
    world = holding([PICTURE] * 11)
    world = changes.add(world, [NOTE]).world
    everything = range(world.next_id)

    change = changes.duplicate(world, everything, 10.0, 0.0)

    assert change.world == world
    assert len(change.refused) == 11


def test_what_is_removed_makes_room() -> None:
    """One less, and one more fits."""
    full = holding([PICTURE] * OBJECTS_MAX["floor_pictures"])
    less = changes.delete(full, [full.floor_pictures[0].id]).world

    assert not changes.add(less, [replace(PICTURE, x_mm=400.0)]).is_refused
