"""The manual's picture of an explained reading: the run stands still."""

from __future__ import annotations

from tests.unit.gui.studio import keep, opened_window, part_of, tick_of, wait_until
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.features.why.why_side import WhySide
from wsusim.gui.shell.watched import RunState
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, Light, RobotStart, Wall, World
from wsusim.runs.request import RunRequest

SIZE_PX = (1100, 760)
HALF_LEFT = 1
TICKS = 46

CORNER = World(
    "a corner",
    Arena.rectangle(320.0, 210.0),
    walls=(Wall(1, 90.0, 190.0, 230.0, 150.0), Wall(2, 230.0, 150.0, 270.0, 20.0)),
    lights=(Light(3, 290.0, 180.0),),
    caps=(Cap(4, 150.0, 52.0),),
    robots=(RobotStart(5, Pose(150.0, 109.0, 0.35)),),
    next_id=6,
)


def take() -> None:
    """Stand in a corner, ask, and keep what the window shows."""
    with opened_window(SIZE_PX) as (window, _):
        window.document.load(CORNER, None)
        run, why = part_of(window, RunSide), part_of(window, WhySide)
        run.bridge.begin(RunRequest((), CORNER, seed=26), is_paused=True)
        wait_until(lambda: window.watched.state is RunState.PAUSED)
        assert run.bridge.run is not None
        run.bridge.run.step(TICKS)
        wait_until(lambda: tick_of(window) == TICKS)
        window.panels["palette"].hide()
        why.ask(0, HALF_LEFT, is_light=False)
        wait_until(lambda: why.panel.answer is not None)
        why.panel.table.selectRow(3)
        window.view.fit()
        keep(window, "window-why")
