"""The manual's pictures of the editor and of variables."""

from __future__ import annotations

from PySide6.QtTest import QTest

from tests.unit.gui.studio import keep, opened_window, part_of, tick_of, wait_until
from wsusim.gui.features.curves.curves_side import CurvesSide
from wsusim.gui.features.programs.programs_side import ProgramsSide
from wsusim.gui.features.run.run_side import RunSide

SHOWN_TICK = 1500
SIZE_PX = (1280, 760)

TYPED = """from wsusim import Controller

NEAR = 500


class MyRobot(Controller):
    def run(self):
        self.walls = 0
        while self.active:
            nearest = max(self.sensors.proximities[1:5])
            if nearest > NEAR:
                self.turn(90)
            self.motors.
"""

WATCHED = """from wsusim import Controller

WANTED = 300


class KeepWall(Controller):
    def run(self):
        self.total = 0.0
        self.corners = 0
        while self.active:
            left = self.sensors.left.proximity
            error = (WANTED - left) / 100
            self.total += error * 0.02
            self.plot(error=error, total=self.total)
            if max(self.sensors.proximities[2:4]) > 500:
                self.corners += 1
                self.motors.turn_deg(-90)
            else:
                self.motors.set_speeds(6 - error, 6 + error)
            self.sleep(0.02)
"""


def take() -> None:
    """Type a program with a mistake, and watch another one drive."""
    with opened_window(SIZE_PX) as (window, folder):
        side, run = part_of(window, ProgramsSide), part_of(window, RunSide)
        file = folder / "my_robot.py"
        file.write_text(TYPED, encoding="utf-8")
        run.controllers.load(file)
        side.open(file)
        edit = side.panel.edit
        assert edit is not None
        edit.setPlainText(TYPED.replace("self.motors.\n", ""))
        wait_until(lambda: bool(edit.faults))
        edit.show_line(13)
        edit.moveCursor(edit.textCursor().MoveOperation.End)
        QTest.keyClicks(edit, "self.motors.")
        side.panel.helper.complete_now()
        wait_until(lambda: bool(side.panel.helper.proposals.about.text()))
        window.messages.clear()
        keep(window, "window-editor")

    with opened_window(SIZE_PX) as (window, folder):
        side, run = part_of(window, ProgramsSide), part_of(window, RunSide)
        file = folder / "keep_wall.py"
        file.write_text(WATCHED, encoding="utf-8")
        run.controllers.load(file)
        side.open(file)
        window.panels.bring("variables")
        window.panels.bring("curves")
        part_of(window, CurvesSide).panel.stack._choice.choose(())
        run.bar.speed.change(2)
        run.start()
        wait_until(lambda: tick_of(window) > SHOWN_TICK)
        run.bridge.pause()
        QTest.qWait(500)
        window.messages.clear()
        keep(window, "window-variables")
        window.reset()
