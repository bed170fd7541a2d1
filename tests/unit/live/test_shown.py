"""What another window makes of a stream."""

from __future__ import annotations

import pytest

from tests.unit.ciber.matches import match
from wsusim.errors import BadInput
from wsusim.live.match_feed import scene_of_match
from wsusim.live.shown import Scene


def test_a_match_is_for_browsers() -> None:
    """The window says what it can't show, and where to look."""
    scene = scene_of_match(match()[0]) | {"may_steer": False}
    with pytest.raises(BadInput, match="browser"):
        Scene(scene)
