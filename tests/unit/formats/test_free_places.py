"""Room for things whose place is taken: near, deterministic, and never a long search."""

from __future__ import annotations

import math

import pytest

from wsusim.errors import MazeError
from wsusim.formats import free_places
from wsusim.formats.free_places import Floor
from wsusim.model.world import Arena, Wall

ARENA = Arena.rectangle(1000.0, 1000.0)


def test_free_floor_is_taken_as_it_is() -> None:
    """Nothing is moved without need."""
    assert Floor(ARENA, ()).put(500.0, 400.0, 10.0) == (500.0, 400.0)


def test_many_things_at_one_point_stand_beside_each_other() -> None:
    """Each one as near as there is room, none in another."""
    floor = Floor(ARENA, ())

    places = [floor.put(500.0, 500.0, 10.0) for _ in range(30)]

    gaps = [math.dist(a, b) for k, a in enumerate(places) for b in places[:k]]  # type: ignore[arg-type]
    assert min(gaps) >= 20.0 - 0.02
    assert max(math.dist(place, (500.0, 500.0)) for place in places) < 150.0  # type: ignore[arg-type]


def test_no_room_is_none() -> None:
    """Where the wall is, there is no floor."""
    wall = Wall(1, 0.0, 500.0, 1000.0, 500.0, thickness_mm=1000.0)

    assert Floor(ARENA, (wall,)).put(500.0, 500.0, 10.0) is None


def test_a_search_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A map that piles up thousands of things is refused instead of sorted out for minutes."""
    monkeypatch.setattr(free_places, "MOST_WORK", 10_000)
    floor = Floor(ARENA, ())

    with pytest.raises(MazeError, match="Spread them out"):
        [floor.put(500.0 + k / 100.0, 500.0, 10.0) for k in range(100)]
