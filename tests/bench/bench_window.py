"""The window in figures: start-up, frames, pacing, stop, and how soon it answers under attack.

With Xvfb it is drawn there, elsewhere on Qt's offscreen platform. ``python -m tests.bench window``.
"""

from __future__ import annotations

import math
import os
import statistics
import sys
import tempfile
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.end_to_end.window.display import Screen, obstacle
from tests.end_to_end.window.student import Student

STARTS = 5
LASTING_S = 5.0
SETTLE_S = 1.0
PING_S = 0.01
STOPS = 12
GOAL_MS = 100.0

STEADY = """
    class Steady(Controller):
        def run(self):
            self.motors.set_speeds(7, 6)
            self.sleep(1000)
"""
DRIVER = """
    class Driver(Controller):
        def run(self):
            while True:
                near = self.sensors.front_left.proximity
                self.motors.set_speeds(6, -2 if near > 400 else 5)
                self.sleep(0.02)
"""
SPIN = """
    class Spin(Controller):
        def run(self):
            self.motors.set_speeds(4, 4)
            while True:
                pass
"""
PRINTS = """
    class Prints(Controller):
        def run(self):
            while True:
                print("x" * 200)
"""
ENDLESS_LINE = """
    class EndlessLine(Controller):
        def run(self):
            while True:
                print("x" * 2000, end="")
"""
DRAWS = """
    class Draws(Controller):
        def run(self):
            count = 0
            while True:
                count += 1
                self.draw.line([(count % 1000, 0), (0, count % 797)])
                self.say(str(count))
"""
MEMORY = """
    class Memory(Controller):
        def run(self):
            kept = []
            while True:
                kept.append(bytearray(5_000_000))
                self.sleep(0.01)
"""
CRASH = """
    import ctypes
    class Crash(Controller):
        def run(self):
            self.sleep(2.0)
            ctypes.string_at(0)
"""
ATTACKS: dict[str, tuple[str, ...]] = {
    "nothing": (),
    "a driver": (DRIVER,),
    "spins": (SPIN,),
    "floods prints": (PRINTS,),
    "prints one endless line": (ENDLESS_LINE,),
    "floods drawings": (DRAWS,),
    "eats memory": (MEMORY,),
    "crashes": (CRASH,),
    "all of these at once": (SPIN, PRINTS, ENDLESS_LINE, DRAWS, MEMORY, CRASH),
}


def percentile(values: list[float], share: float) -> float:
    """Return the smallest value that is not below so many of them."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def main() -> None:
    """Measure; the part inside the window is a process of its own, on the same screen."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if obstacle():
            print(f"offscreen: {obstacle()}")
            os.environ["QT_QPA_PLATFORM"] = "offscreen"
            Bench(folder).all()
            return
        screen = Screen(folder / "server.txt", folder)
        try:
            start_up(screen, folder)
            os.environ |= {"QT_QPA_PLATFORM": "xcb", "DISPLAY": screen.name}
            Bench(folder).all()
        finally:
            screen.close()


def start_up(screen: Screen, folder: Path) -> None:
    """Print how long the program takes until its window answers, with warm caches."""
    took_s = []
    for _ in range(STARTS + 1):
        begun_s = time.perf_counter()
        student = Student(screen, folder, folder)
        student.until(lambda seen: bool(seen["ready"]))
        took_s.append(time.perf_counter() - begun_s)
        student.close()
    median_s = statistics.median(took_s[1:])
    print(
        f"start-up to a window that answers: {median_s:.2f} s (goal 2 s), first {took_s[0]:.2f} s"
    )


class Bench:
    """A window in this process, and what is measured in it."""

    def __init__(self, folder: Path) -> None:
        from PySide6.QtCore import QEvent, QObject

        from wsusim.gui.app import make_application, make_window
        from wsusim.gui.features.run.run_side import RunSide
        from wsusim.runs.warm_up import warm_up

        self._folder = folder
        self.application = make_application(["wsusim"])
        self.window = make_window(folder / "settings")
        side = self.window.findChild(RunSide)
        assert isinstance(side, RunSide)
        self.side = side
        warm_up()

        class Painted(QObject):
            count = 0

            def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
                self.count += event.type() == QEvent.Type.Paint
                return False

        self.painted = Painted(self.window)
        self.window.view.viewport().installEventFilter(self.painted)
        self.window.show()
        self.live(SETTLE_S)

    def all(self) -> None:
        """Measure everything."""
        for robots in (1, 10):
            self.frames_and_pacing(robots)
        self.stops()
        for name, sources in ATTACKS.items():
            self.answers(name, sources)
        self.window.document.undo_stack.setClean()
        self.window.close()

    def live(self, seconds: float) -> None:
        """Let the window live."""
        from PySide6.QtCore import QEventLoop, QTimer

        loop = QEventLoop()
        QTimer.singleShot(round(1000 * seconds), loop.quit)
        loop.exec()

    def run(self, sources: tuple[str, ...]) -> None:
        """Begin a run of these controllers, each on a robot of its own."""
        from wsusim.model.geometry import Pose
        from wsusim.model.world import Arena, Cap, RobotStart, World
        from wsusim.runs.request import RunRequest

        places = [(150.0 + 200.0 * (n % 5), 200.0 + 500.0 * (n // 5)) for n in range(10)]
        robots = tuple(
            RobotStart(number + 1, Pose(*places[number], 0.3 * number))
            for number in range(max(1, len(sources)))
        )
        caps = tuple(Cap(20 + n, 150.0 + 200.0 * n, 450.0) for n in range(5))
        world = World("bench", Arena.rectangle(1100.0, 900.0), caps=caps, robots=robots, next_id=30)
        self.window.document.load(world, None)
        controllers = []
        for number, source in enumerate(sources):
            file = self._folder / f"c{number}.py"
            file.write_text("from wsusim import Controller\n" + textwrap.dedent(source))
            controllers.append(str(file))
        self.side.bridge.begin(RunRequest(tuple(controllers), world))
        while self.window.watched.state.value == "loading":
            self.live(0.02)

    def end(self) -> None:
        """End the run."""
        run = self.side.bridge.run
        self.side.bridge.reset()
        if run is not None:
            run.wait(10.0)

    def frames_and_pacing(self, robots: int) -> None:
        """Print frames per second, and how late the engine's steps are at 1x."""
        from wsusim.engine.lockstep import Lockstep

        steps: list[tuple[float, int]] = []
        step_to = Lockstep.step_to

        def noted(lockstep: Lockstep, goal_tick: int) -> Any:
            steps.append((time.perf_counter(), goal_tick))
            return step_to(lockstep, goal_tick)

        Lockstep.step_to = noted  # type: ignore[assignment, method-assign]
        self.run((DRIVER,) * robots)
        self.live(SETTLE_S)
        steps.clear()
        before, begun_s = self.painted.count, time.perf_counter()
        self.live(LASTING_S)
        frames_per_s = (self.painted.count - before) / (time.perf_counter() - begun_s)
        Lockstep.step_to = step_to  # type: ignore[method-assign]
        self.end()
        due_s = [at_s - 0.01 * tick for at_s, tick in steps]
        late_ms = [1000 * (late_s - min(due_s)) for late_s in due_s]
        print(
            f"{robots:2d} robots: {frames_per_s:.0f} frames/s (goal 60); steps late by "
            f"{statistics.median(late_ms):.2f} ms, p99 {percentile(late_ms, 0.99):.2f} ms "
            f"(goal 5 ms), worst {max(late_ms):.2f} ms"
        )

    def stops(self) -> None:
        """Print how long after the click on Stop no motor has an order to turn."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QToolButton

        button = next(
            button
            for button in self.window.menus.bars["run"].findChildren(QToolButton)
            if button.defaultAction() is self.window.action_set["stop"]
        )
        took_ms = []
        for _ in range(STOPS):
            self.run((STEADY,))
            self.live(0.3)
            run = self.side.bridge.run
            assert run is not None
            simulation: Any = run._simulation
            assert simulation is not None
            stood = threading.Event()
            ended_s: list[float] = []

            def watch(
                simulation: Any = simulation, stood: Any = stood, into: Any = ended_s
            ) -> None:
                me = simulation.state.robots[0]
                while me.left.motor_speed or me.right.motor_speed:
                    time.sleep(0.0002)
                into.append(time.perf_counter())
                stood.set()

            begun_s = time.perf_counter()
            threading.Thread(target=watch, daemon=True).start()
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            while not stood.is_set():
                self.live(0.01)
            took_ms.append(1000 * (ended_s[0] - begun_s))
            self.end()
        print(
            f"stop: motors at zero {statistics.median(took_ms):.1f} ms after the click, "
            f"worst {max(took_ms):.1f} ms of {STOPS}"
        )

    def answers(self, name: str, sources: tuple[str, ...]) -> None:
        """Print how long the window's thread takes to answer while controllers misbehave."""
        waited_ms = self.waits(lambda: self.run(sources) if sources else None)
        worst, p99 = max(waited_ms), percentile(waited_ms, 0.99)
        print(
            f"{name}: answers after {statistics.median(waited_ms):.1f} ms, p99 {p99:.1f} ms, "
            f"worst {worst:.1f} ms (goal {GOAL_MS:.0f} ms) {'' if p99 < GOAL_MS else 'MISSED'}"
        )
        self.end()

    def waits(self, begin: Callable[[], object]) -> list[float]:
        """Return how long the window's thread takes to hear of something, again and again."""
        from PySide6.QtCore import QTimer

        waited_ms: list[float] = []
        is_over = threading.Event()
        begin()

        def ping() -> None:
            while not is_over.wait(PING_S):
                asked_s = time.perf_counter()
                heard = threading.Event()

                def hear(asked_s: float = asked_s, heard: threading.Event = heard) -> None:
                    waited_ms.append(1000 * (time.perf_counter() - asked_s))
                    heard.set()

                QTimer.singleShot(0, self.application, hear)
                heard.wait(10.0)

        pinger = threading.Thread(target=ping, daemon=True)
        pinger.start()
        self.live(LASTING_S)
        is_over.set()
        while pinger.is_alive():
            self.live(0.02)
        return waited_ms


if __name__ == "__main__":
    sys.exit(main())
