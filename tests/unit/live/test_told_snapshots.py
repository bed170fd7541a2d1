"""What another window makes of a stream."""

from __future__ import annotations

import pytest

from tests.unit.ciber.matches import match
from wsusim.ciber.recorded.head import MatchHead
from wsusim.errors import BadInput
from wsusim.live.match_telling import scene_of_match
from wsusim.live.told_snapshots import Scene


def test_a_match_is_for_browsers() -> None:
    """The window says what it can't show, and where to look."""
    scene = scene_of_match(MatchHead.of(match()[0], "", ())) | {"may_steer": False}
    with pytest.raises(BadInput, match="browser"):
        Scene(scene)
