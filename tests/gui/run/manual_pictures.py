"""Draw the manual's pictures of running anew: ``python -m tests.gui.run.manual_pictures``.

The window itself is drawn, without a screen, during real runs.
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
from wsusim.shipped import shipped_folder

PICTURES = Path(__file__).parents[3] / "manual" / "pictures"
SIZE_PX = (1024, 700)

MISTAKE = """from wsusim import Controller


class MyRobot(Controller):
    def run(self):
        self.motors.set_speeds(6, 6)
        while self.active:
            if self.sensors.front_left.distance > 300:
                self.turn()
            self.sleep(0.05)

    def turn(self):
        print("A wall! I turn.")
        self.motors.set_sped(6, -6)
"""


def main() -> None:
    """Run two controllers and keep what the window shows."""
    make_application(["wsusim"])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        window = make_window(folder)
        window.preferences.set(replace(window.preferences.value, theme="light"))
        window.resize(*SIZE_PX)
        window.show()
        side = window.findChild(RunSide)
        assert isinstance(side, RunSide)

        side.load_controller(shipped_folder("controllers") / "wall_follower.py")
        side.bar.speed.change(3)
        side.start()
        _wait(lambda: side.bridge.picture is not None and side.bridge.picture.snapshot.tick > 6200)
        side.bridge.pause()
        QTest.qWait(300)
        window.messages.hide()
        QTest.qWait(100)
        window.grab().save(str(PICTURES / "window-run.png"))
        window.reset()

        file = folder / "my_robot.py"
        file.write_text(MISTAKE, encoding="utf-8")
        side.load_controller(file)
        side.start()
        _wait(lambda: side.bridge.state is RunState.ENDED)
        QTest.qWait(300)
        window.grab().save(str(PICTURES / "window-error.png"))
        window.document.undo_stack.setClean()
        window.close()


def _wait(condition: Callable[[], bool]) -> None:
    while not condition():
        QTest.qWait(10)


if __name__ == "__main__":
    main()
