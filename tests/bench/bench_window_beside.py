"""The window beside another version of it: the price of a frame and of a click, alternating.

``python -m tests.bench.bench_window_beside FOLDER``, where FOLDER holds the other version
(``git worktree add FOLDER COMMIT``), with its kernels compiled. Processor time of the window's
thread is measured, which other programs disturb least, and frames a second by the clock.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[2]
ROUNDS = 5

CHILD = r'''
import json, os, statistics, sys, tempfile, time
from pathlib import Path

sys.path.insert(0, os.getcwd())
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from wsusim.gui.app import make_application, make_window
from wsusim.gui.features.run.run_side import RunSide
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, RobotStart, World
from wsusim.runs.request import RunRequest
from wsusim.runs.warm_up import warm_up

PROGRAM = """from wsusim import Controller

class Driver(Controller):
    def run(self):
        while True:
            near = self.sensors.front_left.proximity
            self.motors.set_speeds(6, -2 if near > 400 else 5)
            self.sleep(0.02)
"""
LASTING_S, CLICKS = 4.0, 30

def live(seconds):
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()

class Painted(QObject):
    count = 0
    def eventFilter(self, watched, event):
        self.count += event.type() == QEvent.Type.Paint
        return False

def price_ms(do, times):
    took = []
    for number in range(times):
        begun = time.thread_time()
        do(number)
        application.processEvents()
        took.append(1000 * (time.thread_time() - begun))
    return statistics.median(took)

folder = Path(tempfile.mkdtemp())
application = make_application(["wsusim"])
begun = time.thread_time()
window = make_window(folder / "settings")
window.resize(1280, 800)
window.show()
application.processEvents()
made_ms = 1000 * (time.thread_time() - begun)
warm_up()
robots = tuple(RobotStart(n + 1, Pose(150.0 + 200.0 * n, 200.0, 0.3 * n)) for n in range(5))
caps = tuple(Cap(20 + n, 150.0 + 200.0 * n, 450.0) for n in range(5))
world = World("bench", Arena.rectangle(1100.0, 900.0), caps=caps, robots=robots, next_id=30)
window.document.load(world, None)
window.view.fit()
live(1.0)
view, viewport = window.view, window.view.viewport()

def click(number):
    thing = caps[number % 5]
    at = view.mapFromScene(thing.x_mm, thing.y_mm)
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)

def move(number):
    QTest.mouseMove(viewport, QPoint(100 + 5 * number, 200))

tools = [window.action_set[name] for name in ("tool pan", "tool select")]
figures = {
    "window made and shown (ms)": made_ms,
    "a click that selects (ms)": price_ms(click, CLICKS),
    "a tool chosen (ms)": price_ms(lambda number: tools[number % 2].trigger(), CLICKS),
    "a move of the mouse (ms)": price_ms(move, CLICKS),
}
painted = Painted(window)
viewport.installEventFilter(painted)
file = folder / "driver.py"
file.write_text(PROGRAM)
side = window.findChild(RunSide)
side.bridge.begin(RunRequest((str(file),) * 5, world))
while window.watched.state.value == "loading":
    live(0.02)
live(1.0)
count, begun, by_clock = painted.count, time.thread_time(), time.perf_counter()
live(LASTING_S)
frames = painted.count - count
figures["a frame of five robots (ms)"] = 1000 * (time.thread_time() - begun) / max(1, frames)
figures["frames a second"] = frames / (time.perf_counter() - by_clock)
print(json.dumps(figures), flush=True)
run = side.bridge.run
side.bridge.reset()
run.wait(10.0)
os._exit(0)
'''


def figures_of(folder: Path) -> dict[str, float]:
    """Return what the window of a version costs, measured in a process of its own."""
    told = subprocess.run(
        [sys.executable, "-c", CHILD], cwd=folder, stdout=subprocess.PIPE, text=True, check=True
    )
    figures: dict[str, float] = json.loads(told.stdout.splitlines()[-1])
    return figures


def main(arguments: list[str]) -> int:
    """Measure both, one after the other, and print medians and ratios."""
    if not arguments:
        print("Give the folder of another version: git worktree add FOLDER COMMIT.")
        return 0
    other = Path(arguments[0])
    rounds = [(figures_of(HERE), figures_of(other)) for _ in range(ROUNDS)]
    for name in rounds[0][0]:
        ours, theirs = ([both[side][name] for both in rounds] for side in (0, 1))
        ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
        print(
            f"{name}: {statistics.median(ours):.2f} here, {statistics.median(theirs):.2f} there, "
            f"ratio {ratio:.2f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
