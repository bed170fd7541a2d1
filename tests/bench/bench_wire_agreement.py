"""Do a run with the line's timing in simulation and a run over the emulated port drive one path?

``python -m tests.bench.bench_wire_agreement [SECONDS] [BAUD ...]``: for every ready controller and
every baud rate, the greatest distance between the robot's places at the same time, and from a place
on one path to the other path at any time. First for a controller that starts with a refresh of the
sensors, as in simulation, then the median and the worst of ``PHASES_S``: a real robot does not say
when its refreshes are. ``--pty`` instead: over a pseudo-terminal in real time, with the time that
an exchange takes there beside its time on the line. The maze has no noise (``--ideal``).
"""

from __future__ import annotations

import math
import sys
import threading
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tests.hand_wire import HandWire
from wsusim.backends.line_timing import LineTiming
from wsusim.backends.serial_line.backend import SerialBackend
from wsusim.backends.serial_line.port import open_port
from wsusim.backends.serial_line.robot_address import SerialAddress
from wsusim.backends.simulated import SimulatedBackend
from wsusim.control.loader import load_controllers
from wsusim.control.student_time import simulated_sleep
from wsusim.emulator.body import SimulatedBody
from wsusim.emulator.firmware import Firmware
from wsusim.emulator.port_pty import PtyPort
from wsusim.emulator.runner import Emulator
from wsusim.engine.lockstep import Lockstep
from wsusim.engine.simulation import Simulation
from wsusim.formats.maze_catalogue import find_maze
from wsusim.model.units import SENSOR_REFRESH_TICKS, TICK_S, seconds_to_ticks
from wsusim.model.world import Mission, World
from wsusim.shipped import shipped_folder

MAZES = {"braitenberg": "beacons", "follow_light": "beacons", "cap_collector": "caps"}
"""Where a controller has something to do; all others: the maze ``rooms``."""

PHASES_S = (0.003, 0.007, 0.011, 0.015, 0.019)

NO_ROBOTS_OWN = ("Vehicle",)
"""What others are made of."""

NOT_OVER_A_WIRE = (
    "drive_by_camera", "follow_red", "goalkeeper", "line_follower", "radio_dance", "striker",
)  # fmt: skip
"""Controllers with what no Khepera on a wire has: an eye, a camera above, a floor, radio."""

Path2 = NDArray[np.float64]
"""[ticks, 2]: where the robot was at each tick."""


def ready_controllers() -> list[str]:
    """Return the names of all ready controllers, each class of a file on its own."""
    found = []
    files = (shipped_folder("controllers")).glob("*.py")
    for file in sorted(file for file in files if file.stem not in NOT_OVER_A_WIRE):
        names = [
            loaded.class_name
            for loaded in load_controllers(str(file))
            if loaded.class_name not in NO_ROBOTS_OWN
        ]
        found += [file.stem if len(names) == 1 else f"{file.stem}:{name}" for name in names]
    return found


def world_for(spec: str) -> World:
    """Return the maze of a controller, without a mission that would end the run."""
    world = find_maze(MAZES.get(spec.partition(":")[0], "rooms"))
    return replace(world, robots=world.robots[:1], mission=Mission())


def keep_path(simulation: Simulation) -> list[tuple[float, float]]:
    """Have a simulation append where its first robot is after every tick to the returned list."""
    path: list[tuple[float, float]] = []
    inner = simulation.advance

    def advance(ticks: int) -> int:
        for _ in range(ticks):
            inner(1)
            me = simulation.state.robots[0]
            path.append((me.x_mm, me.y_mm))
        return ticks

    simulation.advance = advance  # type: ignore[method-assign]
    return path


def simulated_path(spec: str, seconds: float, baud: int) -> Path2:
    """Return the path of a controller in simulation behind the timing of a line."""
    simulation = Simulation(world_for(spec), ideal=True)
    lockstep = Lockstep(simulation, [0], until_tick=seconds_to_ticks(seconds))
    path = keep_path(simulation)
    backend = SimulatedBackend(lockstep, 0, "khepera1")
    drive(spec, LineTiming(backend, baud))
    backend.close()
    return np.array(path)


def wire_path(spec: str, seconds: float, baud: int, phase_s: float = 0.0) -> Path2:
    """Return the path of a controller over the emulated line, from its start on.

    Args:
        spec: The controller.
        seconds: So long.
        baud: Speed of the line.
        phase_s: How long after the sensors' refresh it starts; a real robot does not say.
    """
    wire = HandWire(world_for(spec), baud=baud)
    wire.backend.connect()
    refresh_s = SENSOR_REFRESH_TICKS * TICK_S
    wire.clock.time_s = math.ceil(wire.clock.time_s / refresh_s) * refresh_s + phase_s
    wire.robot.follow(wire.clock.time_s)
    wire.backend.start_clock()
    begun = len(wire.robot.poses)
    until_s = wire.clock.now_s() + seconds
    wait = wire.clock.wait

    def wait_or_stop(wake: threading.Event, pause_s: float) -> None:
        wait(wake, pause_s)
        if wire.clock.now_s() >= until_s:
            wire.backend.request_stop()

    wire.clock.wait = wait_or_stop  # type: ignore[method-assign]
    drive(spec, wire.backend)
    wire.backend.close()
    return np.array(wire.robot.poses[begun:])


def pty_path(spec: str, seconds: float, baud: int) -> tuple[Path2, float]:
    """Return the path over a pseudo-terminal in real time, and the turn-round of its exchanges."""
    simulation = Simulation(world_for(spec), ideal=True)
    path = keep_path(simulation)
    firmware = Firmware(SimulatedBody(simulation, 0), "khepera1", baud)
    emulator = Emulator(simulation, [firmware])
    port = PtyPort(baud)
    emulator.add_port(0, port)
    thread = threading.Thread(target=emulator.run)
    thread.start()
    address = SerialAddress(port.address, baud)
    backend = SerialBackend(lambda: open_port(address), port.address, baud)
    try:
        backend.connect()
        begun = len(path)
        ender = threading.Timer(seconds, backend.request_stop)
        ender.start()
        drive(spec, backend)
        backend.close()
    finally:
        emulator.stop()
        thread.join()
    return np.array(path[begun:]), backend.statistics.turn_round_s or 0.0


def drive(spec: str, backend: object) -> None:
    """Let a controller drive in this thread."""
    file, _, name = spec.partition(":")
    loaded = load_controllers(str(shipped_folder("controllers") / f"{file}.py"))
    chosen = next(one for one in loaded if not name or one.class_name == name)
    controller = chosen.create()
    with simulated_sleep():
        controller.bind(backend)  # type: ignore[arg-type]
        controller.start()
        controller.join()
    if controller.failure is not None:
        raise controller.failure


def differences_mm(one: Path2, other: Path2) -> tuple[float, float]:
    """Return the greatest distance at the same time, and from one path to the other at any time."""
    ticks = min(len(one), len(other))
    one, other = one[:ticks], other[:ticks]
    same_time = float(np.hypot(*(one - other).T).max())
    step = max(1, ticks // 1000)
    apart = np.hypot(*(one[::step, None, :] - other[None, :, :]).transpose(2, 0, 1))
    return same_time, float(apart.min(axis=1).max())


def length_mm(path: Path2) -> float:
    """Return the way that was driven."""
    return float(np.hypot(*np.diff(path, axis=0).T).sum())


def compare_hand(spec: str, seconds: float, baud: int) -> str:
    """Return how paths differ with a clock set by hand."""
    simulated = simulated_path(spec, seconds, baud)
    exact = differences_mm(simulated, wire_path(spec, seconds, baud))
    shifted = [
        differences_mm(simulated, wire_path(spec, seconds, baud, phase_s)) for phase_s in PHASES_S
    ]
    same_time, apart = (sorted(column) for column in zip(*shifted, strict=True))
    middle = len(PHASES_S) // 2
    return (
        f"in phase {exact[0]:6.3f} {exact[1]:6.3f}; out of phase, median {same_time[middle]:6.1f} "
        f"{apart[middle]:6.1f}, worst {same_time[-1]:6.1f} {apart[-1]:6.1f}   "
        f"of {length_mm(simulated):5.0f} mm"
    )


def compare_pty(spec: str, seconds: float, baud: int) -> str:
    """Return how paths differ over a pseudo-terminal."""
    simulated = simulated_path(spec, seconds, baud)
    real, turn_round_s = pty_path(spec, seconds, baud)
    same_time, apart = differences_mm(simulated, real)
    return (
        f"{same_time:6.1f} {apart:6.1f} of {length_mm(simulated):5.0f} mm, "
        f"turn-round {turn_round_s * 1000:.2f} ms"
    )


def main() -> None:
    """Print a line for each controller and rate."""
    compare = compare_pty if "--pty" in sys.argv else compare_hand
    numbers = [int(text) for text in sys.argv[1:] if text.isdigit()]
    seconds, rates = (numbers or [20])[0], numbers[1:] or [9600, 38400]
    print(f"{seconds} s; mm apart at the same time, mm from one path to the other at any time")
    for spec in ready_controllers():
        for baud in rates:
            print(f"{spec:22} {baud:6} baud: {compare(spec, seconds, baud)}", flush=True)


if __name__ == "__main__":
    main()
