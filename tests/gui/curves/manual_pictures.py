"""Draw the manual's picture of the curves anew: ``python -m tests.gui.curves.manual_pictures``.

The window itself is drawn, without a screen, with a run that was recorded in it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from wsusim.gui.app import make_application, make_window
from wsusim.gui.curves.curves_side import CurvesSide
from wsusim.gui.replay.replay_side import ReplaySide
from wsusim.gui.run.bridge import RunState
from wsusim.gui.run.run_side import RunSide
from wsusim.shipped import shipped_folder

PICTURES = Path(__file__).parents[3] / "manual" / "pictures"
SIZE_PX = (1024, 760)
RECORDED_TICKS = 2600
SHOWN_TICK = 1370
PANEL_PX = 300


def main() -> None:
    """Record a wall follower, open the recording, and keep what the window shows."""
    make_application(["wsusim"])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        window = make_window(folder)
        window.preferences.set(replace(window.preferences.value, theme="light"))
        window.resize(*SIZE_PX)
        window.show()
        run, replay = window.findChild(RunSide), window.findChild(ReplaySide)
        curves = window.findChild(CurvesSide)
        assert isinstance(run, RunSide)
        assert isinstance(replay, ReplaySide)
        assert isinstance(curves, CurvesSide)
        run.load_controller(shipped_folder("controllers") / "wall_follower.py")
        replay.record.record_into(folder / "run.mcap")
        run.bar.speed.change(3)
        run.start()
        _wait(
            lambda: (
                run.bridge.picture is not None and run.bridge.picture.snapshot.tick > RECORDED_TICKS
            )
        )
        run.bridge.stop()
        _wait(lambda: run.bridge.state is RunState.ENDED)
        replay.open(folder / "run.mcap")
        _wait(lambda: replay.film is not None)
        curves.toggle()
        _wait(lambda: curves.panel is not None)
        window.resizeDocks([curves.dock], [PANEL_PX], Qt.Orientation.Vertical)
        replay.playhead.go_to(SHOWN_TICK)
        window.messages.hide()
        QTest.qWait(400)
        window.grab().save(str(PICTURES / "window-curves.png"))
        window.document.undo_stack.setClean()
        window.close()


def _wait(condition: Callable[[], bool]) -> None:
    while not condition():
        QTest.qWait(10)


if __name__ == "__main__":
    main()
