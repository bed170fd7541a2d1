"""The templates of 'New controller ...' load and drive."""

from __future__ import annotations

import pytest

from wsusim.backends.fake import FakeBackend
from wsusim.control.loader import load_controller
from wsusim.shipped import shipped_folder

FREE, WALL = [0] * 8, [0, 0, 900, 900, 0, 0, 0, 0]
SCRIPT = {0.0: {"proximity": FREE}, 1.0: {"proximity": WALL}, 2.0: {"proximity": FREE}}


@pytest.fixture(params=["run_style", "step_style", "state_machine"])
def driven(request: pytest.FixtureRequest) -> FakeBackend:
    """Let a template drive past a wall that is there from 1 s to 2 s."""
    path = shipped_folder("templates") / "controllers" / f"{request.param}.py"
    fake = FakeBackend(SCRIPT, stop_at_s=5.0)
    fake.run(load_controller(str(path)).create())
    return fake


def test_a_template_drives_on_and_turns_at_the_wall(driven: FakeBackend) -> None:
    """Free way: straight on. Wall ahead: turn right. Free again: straight on."""
    assert [driven.speeds_at(t) for t in (0.5, 1.5, 4.5)] == [(6, 6), (4, -4), (6, 6)]


def test_a_template_lets_time_pass_by_waiting(driven: FakeBackend) -> None:
    """No template is a busy loop: less than one order a tick."""
    assert len(driven.commands) < driven.now_ticks()
