"""What a run tells is passed on to arena and panels."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.analysis.pictures import picture
from tests.unit.gui.conftest import ROBOT_ID
from tests.unit.gui.features.run.conftest import Desk
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import Snapshot
from wsusim.recording.samples import from_snapshots

STEPS = 40


def at(number: int) -> Snapshot:
    """Return a moment at which the robot is on its way round a corner."""
    snapshot = picture(2 * number).snapshot
    x_mm, y_mm = 100.0 + 10.0 * min(number, STEPS // 2), 100.0 + 10.0 * max(0, number - STEPS // 2)
    robot = replace(snapshot.robots[0], id=ROBOT_ID, pose=Pose(x_mm, y_mm))
    return replace(snapshot, robots=(robot,))


def test_a_trail_leads_through_all_that_was_between_two_pictures(desk: Desk) -> None:
    """At 50 times the speed a robot drives round a corner, not through it."""
    desk.bridge._refresh([from_snapshots([at(number) for number in range(STEPS)])])

    box = desk.window.scene._traces[ROBOT_ID].trail.childrenBoundingRect()
    assert (box.right(), box.top()) == pytest.approx((300.0, 100.0), abs=8.0)
    assert (box.left(), box.bottom()) == pytest.approx((100.0, 290.0), abs=8.0)
