"""Cost of a picture: ``python -m tests.bench.bench_eye``.

Prints microseconds of processor time for pictures of three sizes: of the kernel alone, with the
scene that it is given, and from straight above; then by the clock what a look costs a controller,
in a thread and in a child process; then how much slower a run is that is looked at 25 times a
second.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from wsusim.engine.eye import EyeView
from wsusim.engine.picture_solids import Solids
from wsusim.engine.simulation import Simulation
from wsusim.formats.maze_catalogue import find_maze
from wsusim.model.camera_image import PERIOD_TICKS, Camera, Look
from wsusim.model.commands import SetSpeeds
from wsusim.runs.observer import RunObserver
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute

SIZES = ((64, 48), (160, 120), (320, 240))
MAZES = ("red", "rooms", "crowd")
ROUNDS, REPEATS = 7, 100
LOOKS = 200
LOOKER = """
import statistics, time
from wsusim import Controller

class Looker(Controller):
    def run(self):
        self.eye.size = {size}
        waits = []
        for _ in range({looks}):
            self.sleep(0.04)
            begun_s = time.perf_counter()
            self.eye.picture
            waits.append((time.perf_counter() - begun_s) * 1e6)
        print(statistics.median(waits))
"""


def cost_us(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the median processor time of one piece of work."""
    work()
    rounds = []
    for _ in range(ROUNDS):
        begun_s = time.process_time()
        for _ in range(repeats):
            work()
        rounds.append((time.process_time() - begun_s) / repeats * 1e6)
    return median(rounds)


def print_pictures() -> None:
    """Print the cost of single pictures, by maze and size."""
    print("us a picture       kernel   with the scene   above")
    for maze in MAZES:
        world = find_maze(maze)
        moment, view, solids = Simulation(world).snapshot(), EyeView(world), Solids(world)
        view.eye(moment, 0, SIZES[0])
        for size in SIZES:
            scene_us = cost_us(lambda: solids.show(moment))  # noqa: B023
            whole_us = cost_us(lambda: view.eye(moment, 0, size))  # noqa: B023
            above_us = cost_us(lambda: view.overhead(moment, size))  # noqa: B023
            name = f"{maze} {size[0]} x {size[1]}"
            kernel_us = whole_us - scene_us
            print(f"{name:18} {kernel_us:6.0f} {whole_us:16.0f} {above_us:7.0f}")


def print_looks() -> None:
    """Print what a look costs a controller in a thread and in a child process, by the clock."""
    print("\nus a look, wall clock     thread     child process")
    for size in SIZES:
        thread_us = look_us(size, is_child=False)
        child_us = look_us(size, is_child=True)
        print(f"{size[0]:3} x {size[1]:3} {thread_us:22.0f} {child_us:17.0f}")


def look_us(size, *, is_child: bool) -> float:
    """Return how long a controller waits for a new picture, the median that it prints itself."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "looks.py"
        file.write_text(LOOKER.format(size=size, looks=LOOKS))
        heard = Prints()
        execute(RunRequest((str(file),), "red", is_isolated=is_child), heard)
    return float(heard.texts[0])


class Prints(RunObserver):
    """Keeps what a controller prints."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Keep a piece."""
        self.texts.append(text)


def print_runs() -> None:
    """Print how many times real time a run is, without and with looks."""
    print("\nsimulated s a processor s, looking 25 times a second")
    plain = None
    for size in (None, *SIZES):
        speeds = []
        for _ in range(3):
            simulation = Simulation(find_maze("red"))
            simulation.apply(0, SetSpeeds(3, 2))
            begun_s = time.process_time()
            for _ in range(2500 // PERIOD_TICKS):
                simulation.advance(PERIOD_TICKS)
                if size is not None:
                    simulation.look(0, Look(Camera.EYE, *size))
            speeds.append(25.0 / (time.process_time() - begun_s))
        plain = plain or median(speeds)
        name = "no looks" if size is None else f"{size[0]} x {size[1]}"
        print(f"{name:10} {median(speeds):8.0f}   {plain / median(speeds):5.1f} times slower")


if __name__ == "__main__":
    print_pictures()
    print_looks()
    print_runs()
