"""The manual's pictures of running: a controller that works, and one with a mistake."""

from __future__ import annotations

from tests.unit.gui.studio import keep, opened_window, part_of, tick_of, wait_until
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.watched import RunState
from wsusim.shipped import shipped_folder

SHOWN_TICK = 6200

MISTAKE = """from wsusim import Controller


class MyRobot(Controller):
    def run(self):
        self.motors.set_speeds(6, 6)
        while self.active:
            if self.sensors.front_left.proximity > 300:
                self.turn()
            self.sleep(0.05)

    def turn(self):
        print("A wall! I turn.")
        self.motors.set_sped(6, -6)
"""


def take() -> None:
    """Run two controllers and keep what the window shows."""
    with opened_window() as (window, folder):
        run = part_of(window, RunSide)
        run.controllers.load(shipped_folder("controllers") / "wall_follower.py")
        run.bar.speed.change(3)
        run.start()
        wait_until(lambda: tick_of(window) > SHOWN_TICK)
        run.bridge.pause()
        window.messages.clear()
        keep(window, "window-run")
        window.reset()

        file = folder / "my_robot.py"
        file.write_text(MISTAKE, encoding="utf-8")
        run.controllers.load(file)
        run.start()
        wait_until(lambda: window.watched.state is RunState.ENDED)
        keep(window, "window-error")
