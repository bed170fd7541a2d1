"""The manual's picture of a recording: of a run that was recorded in the window."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt

from tests.taped_runs import record_taped_run
from tests.unit.gui.studio import keep, opened_window, part_of, wait_until
from tests.unit.runs.recorded.test_on_tape import follower
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.watched import RunState
from wsusim.shipped import shipped_folder

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
    """Keep a recorded run, two runs that are compared, and a changed program that was tried."""
    take_replay()
    take_compared()
    take_changed()


def take_changed() -> None:
    """Try a changed program on what a real robot answered, and keep where it does otherwise."""
    with opened_window() as (window, folder):
        run, replay = part_of(window, RunSide), part_of(window, ReplaySide)
        program = follower(folder, 12.0)
        record_taped_run(folder / "real.mcap", program, seed=5, share=0.02)
        replay.open(folder / "real.mcap")
        wait_until(lambda: replay.film is not None)
        text = program.read_text(encoding="utf-8")
        file = folder / "follower.py"
        file.write_text(text.replace("set_speeds(6 + turn", "set_speeds(7 + turn"))
        run.controllers.load(file)
        window.action_set["replay try"].trigger()
        wait_until(replay.trial.panel.isVisible)
        replay.trial.panel.table.selectRow(3)
        keep(window, "window-changed-program")


def take_compared() -> None:
    """Run two controllers in one maze, and draw both paths into it."""
    with opened_window((1280, 800)) as (window, _):
        run, replay = part_of(window, RunSide), part_of(window, ReplaySide)
        world = window.document.world
        window.document.load(
            replace(world, mission=replace(world.mission, time_limit_s=60.0)), None
        )
        run.bar.speed.change(9)
        for name in ("avoid_obstacles", "wall_follower"):
            run.controllers.load(shipped_folder("controllers") / f"{name}.py")
            run.start()
            wait_until(lambda: window.watched.state is RunState.LOADING)
            wait_until(lambda: window.watched.state is RunState.ENDED)
        window.reset()
        for row in (0, 1):
            replay.runs.table.cell(row, 0).setCheckState(Qt.CheckState.Checked)
        wait_until(lambda: window.scene.compared.count == 2)
        window.panels.bring("runs")
        window.messages.clear()
        keep(window, "window-runs")


def take_replay() -> None:
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
        window.panels["replay"].raise_()
        window.messages.clear()
        keep(window, "window-replay")
