"""The rays of a recording are traced again for the moment that is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.gui.conftest import ROBOT_ID
from tests.unit.gui.features.run.conftest import Desk
from wsusim.gui.arena.object_item import Layer
from wsusim.gui.features.replay.recorded_rays import RecordedRays
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.runs.ray_tracer import RayTracer


@pytest.fixture
def opened(desk: Desk, replay: ReplaySide, recording: Path) -> ReplaySide:
    """Return the replay side with the recording open, and the rays switched on."""
    desk.window.scene.set_layer_visible(Layer.RAYS, True)
    desk.window.openers.open_all([str(recording)])
    desk.until(lambda: replay.film is not None)
    return replay


def drawn(desk: Desk) -> list[tuple[float, float]]:
    """Return where the rays in the arena begin."""
    rays = desk.window.scene._traces[ROBOT_ID].rays
    return [(line.x1(), line.y1()) for line in rays._lines]


def rays_of(replay: ReplaySide) -> RecordedRays:
    """Return what traces the rays of the recording that is open."""
    assert replay._screen is not None
    return replay._screen._rays


def test_rays_follow_the_moment(desk: Desk, opened: ReplaySide) -> None:
    """After a jump the rays in the arena are those of the recorded place."""
    film = opened.film
    assert film is not None
    snapshot = film.picture_at(200).snapshot
    rays = RayTracer(film.header.world, period_s=0.0).of(0, snapshot)
    opened.playhead.go_to(200)
    desk.until(lambda: drawn(desk) == [ray.start_mm for ray in rays])


def test_the_newest_of_many_moments_is_drawn(desk: Desk, opened: ReplaySide) -> None:
    """Scrubbing does not wait for rays; where it ends they are right."""
    film = opened.film
    assert film is not None
    for tick in range(0, 400, 2):
        opened.playhead.go_to(tick)
    rays = RayTracer(film.header.world, period_s=0.0).of(0, film.picture_at(398).snapshot)
    desk.until(lambda: drawn(desk) == [ray.start_mm for ray in rays])


def test_no_rays_where_none_are_wanted(desk: Desk, opened: ReplaySide) -> None:
    """With the layer off they go, and no later moment brings them back."""
    opened.playhead.go_to(100)
    desk.until(lambda: drawn(desk) != [] and not rays_of(opened).worker.is_busy)
    desk.window.scene.set_layer_visible(Layer.RAYS, False)
    opened.playhead.go_to(300)
    assert drawn(desk) == []
    assert not rays_of(opened).worker.is_busy


def test_closing_takes_the_rays_away(desk: Desk, opened: ReplaySide) -> None:
    """The maze itself is shown without them."""
    desk.until(lambda: drawn(desk) != [])
    desk.window.reset()
    assert drawn(desk) == []
