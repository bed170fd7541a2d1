"""Qt and the screens, looked at in a process of its own."""

from __future__ import annotations

import os
import sys

import pytest

from wsusim.doctor import qt


def test_qt_is_started_in_a_process_of_its_own() -> None:
    """It says version and platform."""
    found = qt.look_at_qt({**os.environ, "QT_QPA_PLATFORM": "offscreen"}, sys.platform)
    assert [finding.subject for finding in found] == ["Qt", "display"]
    assert "offscreen" in found[0].found
    assert all(finding.is_ok for finding in found)


def test_a_qt_that_ends_its_process_is_a_finding() -> None:
    """What it said last is shown, with a remedy; another system's Qt is not looked into before."""
    found = qt.look_at_qt({**os.environ, "QT_QPA_PLATFORM": "nonsense"}, "unheard-of")
    assert [finding.is_ok for finding in found] == [False]
    assert "nonsense" in found[0].found
    assert "pip install" in found[0].remedy


@pytest.mark.parametrize(
    ("size_px", "scale", "is_ok"),
    [((1024, 700), 1.0, True), ((960, 540), 2.0, False), ((800, 600), 1.0, False)],
)
def test_a_screen_needs_room(size_px: tuple[int, int], scale: float, is_ok: bool) -> None:
    """The window is laid out for 1024 x 700."""
    screen = {"name": "A", "size_px": list(size_px), "scale": scale, "dpi": 96.0}
    assert qt.look_at_screen(screen).is_ok is is_ok
