"""Draw the manual's picture of an explained reading: ``python -m tests.gui.why.manual_pictures``.

The window itself is drawn, without a screen, with a run that stands still.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtTest import QTest

from wsusim.gui.app import make_application, make_window
from wsusim.gui.run.bridge import RunState
from wsusim.gui.run.run_side import RunSide
from wsusim.gui.why.why_side import WhySide
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, Light, RobotStart, Wall, World
from wsusim.session.live_request import LiveRequest

PICTURES = Path(__file__).parents[3] / "manual" / "pictures"
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


def main() -> None:
    """Stand in a corner, ask, and keep what the window shows."""
    make_application(["wsusim"])
    with tempfile.TemporaryDirectory() as name:
        window = make_window(Path(name))
        window.preferences.set(replace(window.preferences.value, theme="light"))
        window.document.load(CORNER, None)
        window.resize(*SIZE_PX)
        window.show()
        side, why = window.findChild(RunSide), window.findChild(WhySide)
        assert isinstance(side, RunSide)
        assert isinstance(why, WhySide)
        side.bridge.begin(LiveRequest(CORNER, (), seed=26), is_paused=True)
        _wait(lambda: side.bridge.state is RunState.PAUSED)
        run = side.bridge.run
        assert run is not None
        run.step(TICKS)
        _wait(lambda: _tick(side) == TICKS)
        window.panels["palette"].hide()
        why.ask(0, HALF_LEFT, is_light=False)
        _wait(lambda: why.panel.answer is not None)
        why.panel.table.selectRow(3)
        window.view.fit()
        QTest.qWait(300)
        window.grab().save(str(PICTURES / "window-why.png"))
        window.document.undo_stack.setClean()
        window.close()


def _tick(side: RunSide) -> int:
    return -1 if side.bridge.picture is None else side.bridge.picture.snapshot.tick


def _wait(condition: Callable[[], bool]) -> None:
    while not condition():
        QTest.qWait(10)


if __name__ == "__main__":
    main()
