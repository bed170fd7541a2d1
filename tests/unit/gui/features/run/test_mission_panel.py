"""How far a run has come."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from tests.unit.gui.features.run.conftest import Desk
from tests.unit.gui.features.run.test_run_side import SHORT
from wsusim.gui.shell.watched import RunState

posix_only = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")


@posix_only
def test_panels_show_the_run(desk: Desk) -> None:
    """Readings, time, way and the end."""
    desk.load(SHORT)
    desk.window.action_set["run"].trigger()
    desk.until_state(RunState.ENDED)
    assert desk.side.mission.time.text() == "0.50 s"
    assert desk.side.mission.state.text() == "all controllers have ended"
    assert desk.side.mission.way.text() != "0.00 m"
    desk.window.panels["sensors"].raise_()
    desk.until(lambda: desk.side.sensors.sensors.values() is not None)
    assert desk.side.bar.time_label.text().strip() == "0:00.50"


def test_only_what_the_maze_has_is_told(desk: Desk) -> None:
    """There are no rows about caps if there are none, or about a goal that isn't the task."""
    mission = desk.side.mission
    desk.window.document.load(replace(desk.window.document.world, caps=()), None)

    assert not mission.caps.isVisibleTo(mission)
    assert not mission.robots.isVisibleTo(mission)
    assert mission.way.isVisibleTo(mission)


def test_a_maze_that_is_saved_under_another_name_keeps_its_run(desk: Desk) -> None:
    """What the run has come to is still to be seen."""
    document, mission = desk.window.document, desk.side.mission
    mission.state.setText("stopped")

    document.mark_saved(desk.window.folder / "new.json", replace(document.world, name="new"))

    assert mission.state.text() == "stopped"
