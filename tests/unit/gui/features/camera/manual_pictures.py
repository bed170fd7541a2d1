"""The manual's picture of what the camera sees: a ball and a cap before a wall."""

from __future__ import annotations

from tests.unit.gui.studio import SIZE_PX, keep, opened_window, part_of, tick_of, wait_until
from wsusim.gui.features.camera.camera_side import CameraSide
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.watched import RunState
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Ball, Cap, RobotStart, World
from wsusim.runs.request import RunRequest

TICKS = 46

TABLE = World(
    "a table",
    Arena.rectangle(360.0, 240.0),
    caps=(Cap(1, 220.0, 150.0),),
    balls=(Ball(2, 240.0, 100.0),),
    robots=(RobotStart(3, Pose(80.0, 120.0)),),
    next_id=4,
)


def take() -> None:
    """Stand before the things, open the panel, and keep what the window shows."""
    with opened_window(SIZE_PX) as (window, _):
        window.document.load(TABLE, None)
        run, camera = part_of(window, RunSide), part_of(window, CameraSide)
        run.bridge.begin(RunRequest((), TABLE, seed=26), is_paused=True)
        wait_until(lambda: window.watched.state is RunState.PAUSED)
        assert run.bridge.run is not None
        run.bridge.run.step(TICKS)
        wait_until(lambda: tick_of(window) == TICKS)
        window.panels["palette"].hide()
        window.panels.open("camera")
        wait_until(lambda: bool(camera.panel.pixels))
        window.view.fit()
        keep(window, "window-camera")
