"""The manual's picture of a recording: of a run that was recorded in the window."""

from __future__ import annotations

from tests.unit.gui.studio import keep, opened_window, part_of, wait_until
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.watched import RunState

BUMPER = """from wsusim import Controller


class Bumper(Controller):
    def run(self):
        bumps = 0
        while bumps < 12:
            self.motors.set_speeds(8, 8)
            if max(sensor.proximity for sensor in self.sensors) > 700:
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


def take() -> None:
    """Record a run in the window, open it, and keep what the window shows."""
    with opened_window() as (window, folder):
        run, replay = part_of(window, RunSide), part_of(window, ReplaySide)
        file = folder / "bumper.py"
        file.write_text(BUMPER, encoding="utf-8")
        run.controllers.load(file)
        run.bar.speed.change(9)
        replay.record.record_into(folder / "bumper.mcap")
        run.start()
        wait_until(lambda: window.watched.state is RunState.ENDED)
        replay.open(folder / "bumper.mcap")
        wait_until(lambda: replay.film is not None)
        assert replay.film is not None
        replay.playhead.go_to(replay.film.last_tick * 3 // 5)
        window.panels["console"].raise_()
        window.messages.clear()
        keep(window, "window-replay")
