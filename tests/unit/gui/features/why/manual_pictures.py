"""The manual's picture of an explained reading: the run stands still."""

from __future__ import annotations

from tests.unit.gui.studio import keep, opened_window, part_of, tick_of, wait_until
from wsusim.gui.arena.object_item import Layer
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.features.why.why_side import WhySide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.watched import RunState
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, Light, RobotStart, Wall, World
from wsusim.runs.request import RunRequest

SIZE_PX = (1100, 760)
HALF_LEFT = 1
TICKS = 46
SENSOR_MM = (160.0, 130.0)
"""Near the sensor that is asked."""

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
        show_cells(window)
        keep(window.view, "why-cells")


def show_cells(window: MainWindow) -> None:
    """Look closely at the cells that the chosen ray goes through, with the engine's map below."""
    window.scene.set_layer_visible(Layer.RAYS, False)
    window.scene.set_layer_visible(Layer.MATRIX, True)
    window.view.zoom(2.6)
    window.view.bring_to_middle(SENSOR_MM)
