"""Where a recording is being looked at."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from wsusim.gui.features.replay.playhead import Playhead

LAST_TICK = 602


@pytest.fixture
def head(qtbot: QtBot) -> Playhead:
    """Return a playhead at the beginning of six seconds."""
    made = Playhead()
    made.set_range(0, LAST_TICK, 2)
    return made


def test_playing_goes_on_and_stops_at_the_end(head: Playhead) -> None:
    """Half a second at twice the speed is a second; the end is not passed."""
    head.play()
    head.set_speed(2.0)
    before = head.tick
    head.advance(0.5)
    assert head.tick == pytest.approx(before + 100, abs=1)
    head.advance(100.0)
    assert (head.tick, head.direction) == (LAST_TICK, 0)


def test_it_plays_backwards(head: Playhead) -> None:
    """From the end to the beginning."""
    head.go_to(300)
    head.play(-1)
    head.advance(1.0)
    assert head.tick == pytest.approx(200, abs=3)
    head.advance(100.0)
    assert (head.tick, head.direction) == (0, 0)
