"""What a run tells is passed on to arena and panels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.live_server import LiveServer, picture_of, told_of
from tests.unit.analysis.pictures import picture
from tests.unit.gui.conftest import ROBOT_ID
from tests.unit.gui.features.run.conftest import Desk
from wsusim.gui.shell.watched import RunState
from wsusim.live.telling import Teller
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import Snapshot
from wsusim.recording.samples import from_snapshots
from wsusim.runs.run import Run

STEPS = 40


def at(number: int) -> Snapshot:
    """Return a moment at which the robot is on its way round a corner."""
    snapshot = picture(2 * number).snapshot
    x_mm, y_mm = 100.0 + 10.0 * min(number, STEPS // 2), 100.0 + 10.0 * max(0, number - STEPS // 2)
    robot = replace(snapshot.robots[0], id=ROBOT_ID, pose=Pose(x_mm, y_mm))
    return replace(snapshot, robots=(robot,))


def test_a_trail_leads_through_all_that_was_between_two_pictures(lone_desk: Desk) -> None:
    """At 50 times the speed a robot drives round a corner, not through it."""
    lone_desk.bridge._refresh([from_snapshots([at(number) for number in range(STEPS)])])

    box = lone_desk.window.scene._traces[ROBOT_ID].trail.childrenBoundingRect()
    assert (box.right(), box.top()) == pytest.approx((300.0, 100.0), abs=8.0)
    assert (box.left(), box.bottom()) == pytest.approx((100.0, 290.0), abs=8.0)


@pytest.fixture
def afar() -> Iterator[LiveServer]:
    """A shared run, a robot of which has driven from 100 to 200 mm."""
    pytest.importorskip("websockets", reason="sharing a run is an extra (requirements-live.txt)")
    made = LiveServer()
    made.begin()
    teller = Teller(1)
    made.take(told_of(picture_of(100.0, 1), teller))
    made.take(told_of(picture_of(200.0, 2), teller))
    yield made
    made.close()


def watch(desk: Desk, server: LiveServer) -> None:
    """Show a shared run, as the command ``watch`` does."""
    from wsusim.live.shared_run import RemoteRobots

    source = RemoteRobots(f"http://127.0.0.1:{server.server.port}/")
    desk.bridge.begin_made(Run(source.request, source=source))
    desk.until_tick(2)


def test_the_trail_from_before_watching_began_is_drawn(desk: Desk, afar: LiveServer) -> None:
    """A window that begins to watch late shows where the robot has been."""
    watch(desk, afar)

    (trace,) = desk.window.scene._traces.values()
    box = trace.trail.childrenBoundingRect()
    assert (box.left(), box.right()) == pytest.approx((100.0, 200.0), abs=8.0)


def test_who_may_only_watch_is_told_so(desk: Desk, afar: LiveServer) -> None:
    """The status bar doesn't speak of driving."""
    watch(desk, afar)
    desk.until_state(RunState.GOING)

    assert desk.window.status._hint_words.startswith("You are watching.")
