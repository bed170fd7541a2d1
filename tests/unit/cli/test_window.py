"""``python main.py`` alone, where no window can be opened."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wsusim.doctor.screen import find_obstacle

MAIN = Path(__file__).parents[3] / "main.py"


@pytest.mark.parametrize(
    ("environment", "platform"),
    [
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux"),
        ({}, "win32"),
        ({}, "darwin"),
    ],
)
def test_nothing_is_in_the_way(environment: dict[str, str], platform: str) -> None:
    """Other platforms than X11 are left to Qt."""
    assert find_obstacle(environment, platform) is None


def test_a_linux_without_screen_gets_a_remedy() -> None:
    """It names the variables and a way without a screen."""
    obstacle = find_obstacle({}, "linux")
    assert obstacle is not None
    assert "DISPLAY" in obstacle.reason
    assert "xvfb-run" in obstacle.remedy


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11 is asked on Linux only")
def test_a_screen_that_does_not_answer_is_named() -> None:
    """Qt would end the whole process."""
    obstacle = find_obstacle({"DISPLAY": ":9873"}, "linux")
    assert obstacle is not None
    assert ":9873" in obstacle.reason or "libxcb" in obstacle.reason


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the variables are Linux's")
def test_without_a_screen_the_program_says_how_to_do_without() -> None:
    """Exit code 2, one message with all that ``doctor`` says, no traceback."""
    unset = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    done = subprocess.run(
        [sys.executable, str(MAIN)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "python main.py run" in done.stderr
    assert "ok       Python: " in done.stderr
    assert "PROBLEM  Qt: " in done.stderr
    assert "Traceback" not in done.stderr
