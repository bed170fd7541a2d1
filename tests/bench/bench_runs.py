"""How fast whole runs are: figures (a), (c), (d), (e) and (f) of the speed targets.

Each figure is the median of several runs: simulated seconds per second of processor time (parent
and children together) and per second of wall clock, of the run itself, start-up left out.

Run it: ``python -m tests.bench.bench_runs [FIRST LETTERS OF A FIGURE]...``
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wsusim.backends.simulated import SimulatedBackend
from wsusim.engine.lockstep import Lockstep
from wsusim.engine.simulation import Simulation
from wsusim.formats.maze_catalogue import find_maze
from wsusim.hosting.fork_server import OF_THIS_PROCESS
from wsusim.hosting.host import HostSettings
from wsusim.hosting.host_group import HostGroup

STEPPER = """
from wsusim import Controller

class Stepper(Controller):
    period = 0.02

    def step(self):
        sensors = self.sensors
        left = 8 - (sensors[3].proximity + sensors[4].proximity + sensors[5].proximity) // 100
        right = 8 - (sensors[0].proximity + sensors[1].proximity + sensors[2].proximity) // 100
        behind = sensors[6].proximity + sensors[7].proximity
        self.motors.set_speeds(left + (behind > 600), right)
"""

POLLER = """
from wsusim import Controller

class Poller(Controller):
    def run(self):
        while self.active:
            values = self.sensors.proximities
            self.motors.set_speeds(8 - sum(values[3:6]) // 100, 8 - sum(values[0:3]) // 100)
            self.sleep(0.02)
"""

BUSY = """
from wsusim import Controller

class Busy(Controller):
    def run(self):
        while self.active:
            if self.sensors[2].proximity > 500 or self.sensors[3].proximity > 500:
                self.motors.set_speeds(5, -5)
            else:
                self.motors.set_speeds(8, 8)
"""

COLLECTOR = Path("controllers/cap_collector.py").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Figure:
    """A run to measure, and what it must reach."""

    name: str
    source: str
    maze: str = "rooms"
    robots: int = 1
    isolated: bool = False
    seconds: float = 600.0
    must: float = 0.0
    aim: float = 0.0


FIGURES = (
    Figure("a: step style, 20 ms, thread", STEPPER, must=1500.0, aim=3500.0),
    Figure("a: run style, 20 ms, thread", POLLER),
    Figure("c: busy loop, thread", BUSY, seconds=60.0, must=100.0),
    Figure("c: busy loop, process", BUSY, seconds=60.0, isolated=True),
    Figure("d: step style, 20 ms, process", STEPPER, isolated=True, must=150.0, aim=500.0),
    Figure("e: 10 robots, threads", STEPPER, "crowd", robots=10, seconds=60.0, must=40.0),
    Figure("e: 10 robots, processes", STEPPER, "crowd", robots=10, seconds=30.0, isolated=True),
    Figure("f: cap_collector, its whole run", COLLECTOR, "caps", seconds=3600.0, must=300.0),
)


def measure(figure: Figure, file: Path) -> tuple[float, float]:
    """Return simulated seconds per second of processor time, and of wall clock."""
    simulation = Simulation(find_maze(figure.maze), seed=1)
    robots = range(figure.robots)
    lockstep = Lockstep(simulation, robots, until_tick=round(figure.seconds * 100))
    members = [(str(file), SimulatedBackend(lockstep, robot, "khepera1")) for robot in robots]
    group = HostGroup(
        members,
        lambda robot, tick, text: None,
        isolated=figure.isolated,
        settings=HostSettings(patience_s=30.0),
        pinned=True,
    )
    cpu_before_children = _children_cpu_s()
    with group:
        children_cpu_s = _children_so_far(group)
        wall_s, cpu_s = time.perf_counter(), time.process_time()
        group.start()
        group.wait()
        wall_s, cpu_s = time.perf_counter() - wall_s, time.process_time() - cpu_s
    if OF_THIS_PROCESS is not None:
        OF_THIS_PROCESS.close()  # what it has forked counts as this process's when it has ended
    cpu_s += _children_cpu_s() - cpu_before_children - children_cpu_s
    simulated_s = lockstep.tick / 100
    return simulated_s / cpu_s, simulated_s / wall_s


def _children_cpu_s() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _children_so_far(group: HostGroup) -> float:
    """Return the processor time that the children have used for their start (Linux)."""
    children = [child for host in group.hosts if (child := getattr(host, "_child", None))]
    processes = {child.process_id for child in children}
    processes |= {
        child.fork_server.process_id for child in children if hasattr(child, "fork_server")
    }
    total = 0.0
    for process in processes:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
        user, system = stat.rpartition(")")[2].split()[11:13]
        total += (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return total


def main(arguments: Sequence[str]) -> None:
    """Measure the figures whose names begin with one of ``arguments``, or all."""
    repeats = 5
    with tempfile.TemporaryDirectory() as folder:
        for figure in FIGURES:
            if arguments and not figure.name.startswith(tuple(arguments)):
                continue
            file = Path(folder) / "controller.py"
            file.write_text(figure.source, encoding="utf-8")
            runs = [measure(figure, file) for _ in range(repeats)]
            cpu, wall = (statistics.median(values) for values in zip(*runs, strict=True))
            low, high = min(run[0] for run in runs), max(run[0] for run in runs)
            goal = f" (at least {figure.must:,.0f}, aim {figure.aim:,.0f})" if figure.must else ""
            print(
                f"{figure.name}: {cpu:,.0f} x real time [{low:,.0f}-{high:,.0f}] by processor, "
                f"{wall:,.0f} by wall clock{goal}"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
