"""An emulated robot and the serial backend joined by a line, with one clock set by hand.

The emulator's own line (its pace, its firmware, its simulation) is at one end, the backend's port
at the other; no sockets, no threads, no real time. Waiting on either side moves the clock, so runs
are exact and quick.
"""

from __future__ import annotations

import threading
from dataclasses import replace

from tests.doubtful_controller import Handled
from wsusim.backends.serial_line.backend import SerialBackend
from wsusim.backends.serial_line.conversation import Language
from wsusim.backends.serial_line.epuck_wifi import EPUCK_WIFI
from wsusim.backends.serial_line.khepera import KHEPERA
from wsusim.backends.serial_line.port import Port
from wsusim.emulator.body import SimulatedBody
from wsusim.emulator.client_line import SerialLine
from wsusim.emulator.programs import switched_on
from wsusim.engine.simulation import Simulation
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.model.world import World
from wsusim.robots import robot_kind

TURN_ROUND_S = 0.001
"""What the computer's end adds to each exchange; see ``line_timing.TURN_ROUND_S``."""


class HandClock:
    """Seconds that pass during a wait; clocks that follow it are told."""

    def __init__(self) -> None:
        self.time_s = 0.0

    def now_s(self) -> float:
        """Return the present time."""
        return self.time_s

    def wait(self, wake: threading.Event, seconds: float) -> None:
        """Let time pass, unless ``wake`` is set."""
        if not wake.is_set():
            self.time_s += seconds


class HandRobot:
    """The robot's end: a simulation that follows the clock, with all that it was told."""

    def __init__(
        self,
        world: World,
        clock: HandClock,
        *,
        baud: int = 9600,
        ideal: bool = True,
        seed: int = 1,
        kind: str = "khepera1",
        by_wifi: bool = False,
    ) -> None:
        self.clock = clock
        self.simulation = Simulation(world, ideal=ideal, seed=seed)
        self.firmware = switched_on(
            robot_kind(kind),
            SimulatedBody(self.simulation, 0),
            0,
            baud,
            lambda text: None,
            by_wifi=by_wifi,
        )
        self.line = SerialLine(self.firmware, grain_s=1.0)
        self.handled: list[Handled] = []
        self.poses: list[tuple[float, float]] = []
        """Where the robot was at each tick."""
        self._arrived: list[tuple[float, bytes]] = []
        self._answer = self.firmware.answer
        self.firmware.answer = self._watched  # type: ignore[method-assign]

    def _watched(self, line: bytes) -> tuple[bytes, ...]:
        answer = self._answer(line)
        self.handled.append(Handled(self._handling_s, line, answer))
        return answer

    def follow(self, time_s: float) -> None:
        """Step to a time, handling the commands that arrive until then."""
        while (due_s := self.line.next_command_s) <= time_s:
            self._step_to(due_s)
            self._handling_s = due_s
            self.line.execute_next()
        self._step_to(time_s)

    def _step_to(self, time_s: float) -> None:
        tick, simulation = int(time_s * TICKS_PER_SECOND + 1e-9), self.simulation
        while simulation.tick < tick:
            simulation.advance(1)
            me = simulation.state.robots[0]
            self.poses.append((me.x_mm, me.y_mm))

    def speeds(self) -> tuple[float, float]:
        """Return what the motors are told at this moment."""
        self.follow(self.clock.now_s())
        me = self.simulation.state.robots[0]
        return me.left.order, me.right.order


class HandPort:
    """The computer's end of the line."""

    def __init__(self, robot: HandRobot) -> None:
        self._robot = robot
        self._clock = robot.clock
        self._begun = b""
        """Of a line that has not arrived whole: lines come in one piece here."""

    def send(self, data: bytes) -> None:
        """Put bytes on the line."""
        self._robot.follow(self._clock.now_s())
        self._robot.line.receive(data, self._clock.now_s())

    def receive(self, wait_s: float) -> bytes:
        """Let time pass until something comes in, at most so long."""
        robot, clock, line = self._robot, self._clock, self._robot.line
        until_s = clock.time_s + wait_s
        while True:
            now_s = clock.time_s
            robot.follow(now_s)
            for piece in line.take_answers(now_s - TURN_ROUND_S + 1e-9):
                self._begun += piece.data
            begun = self._begun
            end = max(begun.rfind(b"\n"), begun.rfind(b"\r")) + 1 if begun else 0
            if not robot.firmware.ends_lines:
                end = len(begun)  # no lines: bytes come as they come
            if end or now_s >= until_s:
                self._begun = begun[end:]
                return begun[:end]
            next_s = min(until_s, line.next_command_s, line.next_answer_s + TURN_ROUND_S)
            clock.time_s = max(now_s, next_s)

    def close(self) -> None:
        """Let the line go; the robot is still there."""


class HandWire:
    """A robot, its line and the backend at the other end."""

    def __init__(
        self,
        world: World,
        *,
        baud: int = 9600,
        ideal: bool = True,
        seed: int = 1,
        language: Language = KHEPERA,
    ) -> None:
        self.clock = HandClock()
        kind = language.kind
        robots = tuple(replace(start, kind=kind) for start in world.robots)
        self.robot = HandRobot(
            replace(world, robots=robots) if language is not KHEPERA else world,
            self.clock,
            baud=baud,
            ideal=ideal,
            seed=seed,
            kind=kind,
            by_wifi=language.scheme == EPUCK_WIFI.scheme,
        )
        self.backend = SerialBackend(
            self.open_port, "the test's port", baud, language=language, clock=self.clock
        )

    def open_port(self) -> Port:
        """Open the computer's end; tests put something between by replacing this."""
        return HandPort(self.robot)
