"""Draw the manual's picture of a recording anew: ``python -m tests.gui.replay.manual_pictures``.

The window itself is drawn, without a screen, with a run that was recorded in it.
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
from wsusim.gui.replay.replay_side import ReplaySide
from wsusim.gui.run.bridge import RunState
from wsusim.gui.run.run_side import RunSide

PICTURES = Path(__file__).parents[3] / "manual" / "pictures"
SIZE_PX = (1024, 700)

BUMPER = """from wsusim import Controller


class Bumper(Controller):
    def run(self):
        bumps = 0
        while bumps < 12:
            self.motors.set_speeds(8, 8)
            if max(sensor.distance for sensor in self.sensors) > 700:
                bumps += 1
                print("bump number", bumps)
                self.say(f"bump {bumps}")
                self.sleep(0.4)
                self.motors.set_speeds(-6, -6)
                self.sleep(0.6)
                self.motors.set_speeds(6, -6)
                self.sleep(0.3 + 0.1 * bumps)
            self.sleep(0.05)
        self.motors.set_sped(0, 0)
"""


def main() -> None:
    """Record a run in the window, open it, and keep what the window shows."""
    make_application(["wsusim"])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        window = make_window(folder)
        window.preferences.set(replace(window.preferences.value, theme="light"))
        window.resize(*SIZE_PX)
        window.show()
        side, replay = window.findChild(RunSide), window.findChild(ReplaySide)
        assert isinstance(side, RunSide)
        assert isinstance(replay, ReplaySide)
        file = folder / "bumper.py"
        file.write_text(BUMPER, encoding="utf-8")
        side.load_controller(file)
        side.bar.speed.change(9)
        replay.record.record_into(folder / "bumper.mcap")
        side.start()
        _wait(lambda: side.bridge.state is RunState.ENDED)
        replay.open(folder / "bumper.mcap")
        _wait(lambda: replay.film is not None)
        assert replay.film is not None
        replay.playhead.go_to(replay.film.last_tick * 3 // 5)
        window.panels["console"].raise_()
        window.messages.hide()
        QTest.qWait(400)
        window.grab().save(str(PICTURES / "window-replay.png"))
        window.document.undo_stack.setClean()
        window.close()


def _wait(condition: Callable[[], bool]) -> None:
    while not condition():
        QTest.qWait(10)


if __name__ == "__main__":
    main()
