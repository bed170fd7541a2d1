"""Draw the manual's picture of a real robot: ``python -m tests.gui.robots.manual_pictures``.

The window itself is drawn, without a screen, during a run over a serial line at 9600 baud. The
emulator is at its other end.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtTest import QTest

from tests.end_to_end.emulator_bench import running
from wsusim.emulator.emulation import EmulationRequest
from wsusim.gui.app import make_application, make_window
from wsusim.gui.robots.robot_selector import Way
from wsusim.gui.run.run_side import RunSide
from wsusim.shipped import shipped_folder

PICTURES = Path(__file__).parents[3] / "manual" / "pictures"
SIZE_PX = (1024, 700)
TICKS = 2500
"""How far the robot drives before the picture is taken."""


def main() -> None:
    """Run a controller on the robot at a link and keep what the window shows."""
    make_application(["wsusim"])
    with tempfile.TemporaryDirectory() as name:
        link = Path(tempfile.gettempdir()) / "khepera"
        with running(EmulationRequest(maze="rooms", link=link)):
            window = make_window(Path(name))
            window.preferences.set(replace(window.preferences.value, theme="light"))
            window.resize(*SIZE_PX)
            window.show()
            side = window.findChild(RunSide)
            assert isinstance(side, RunSide)
            side.load_controller(shipped_folder("controllers") / "wall_follower.py")
            side.robots.selector.choose(Way.SERIAL)
            side.robots.selector.ports.setEditText(str(link))
            side.start()
            bridge = side.bridge
            _wait(lambda: bridge.picture is not None and bridge.picture.snapshot.tick > TICKS)
            window.messages.hide()
            QTest.qWait(100)
            window.grab().save(str(PICTURES / "window-real-robot.png"))
            window.document.undo_stack.setClean()
            window.close()


def _wait(condition: Callable[[], bool]) -> None:
    while not condition():
        QTest.qWait(10)


if __name__ == "__main__":
    main()
