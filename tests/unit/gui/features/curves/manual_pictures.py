"""The manual's picture of the curves: of a run that was recorded in the window."""

from __future__ import annotations

from PySide6.QtCore import Qt

from tests.unit.gui.studio import keep, opened_window, part_of, tick_of, wait_until
from wsusim.gui.features.curves.curves_side import CurvesSide
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.watched import RunState
from wsusim.shipped import shipped_folder

SIZE_PX = (1024, 760)
RECORDED_TICKS = 2600
SHOWN_TICK = 1370
PANEL_PX = 300


def take() -> None:
    """Record a wall follower, open the recording, and keep what the window shows."""
    with opened_window(SIZE_PX) as (window, folder):
        run, replay = part_of(window, RunSide), part_of(window, ReplaySide)
        curves = part_of(window, CurvesSide)
        run.controllers.load(shipped_folder("controllers") / "wall_follower.py")
        replay.record.record_into(folder / "run.mcap")
        run.bar.speed.change(3)
        run.start()
        wait_until(lambda: tick_of(window) > RECORDED_TICKS)
        run.bridge.stop()
        wait_until(lambda: window.watched.state is RunState.ENDED)
        replay.open(folder / "run.mcap")
        wait_until(lambda: replay.film is not None)
        curves.toggle()
        window.resizeDocks([curves.dock], [PANEL_PX], Qt.Orientation.Vertical)
        replay.playhead.go_to(SHOWN_TICK)
        window.messages.clear()
        keep(window, "window-curves")
