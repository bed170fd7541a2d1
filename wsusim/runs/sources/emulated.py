"""Emulated robots: simulated ones that old programs drive, over serial ports."""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from time import monotonic

from wsusim.backends.contract import HostedBackend
from wsusim.emulator.emulation import Emulation, EmulationRequest, OpenPort, open_emulation
from wsusim.hosting.host import Host, HostSettings
from wsusim.hosting.host_group import HostGroup
from wsusim.model.commands import RobotCommand
from wsusim.model.inputs import Input
from wsusim.recording.header import EMULATED
from wsusim.runs.actions import Action, Drag, TypeLine
from wsusim.runs.compiled_beside import compile_beside
from wsusim.runs.observer import Abilities, Observers, RunStart
from wsusim.runs.request import RecordingOptions, RunRequest
from wsusim.runs.sources.shown_simulation import ShownSimulation
from wsusim.runs.sources.source import Finish
from wsusim.runs.sources.typed_lines import answer_of
from wsusim.runs.warm_up import EMULATED_KERNELS

UPDATES_PER_S = 125.0

ABILITIES = Abilities(
    drag=True,
    type=True,
    rays=True,
    no_pause="Emulated robots can't be paused: the programs driving them keep running.",
)


class EmulatedRobots:
    """The robots of an emulator, which serves its ports in the run's thread; a ``source.Source``.

    The programs that drive them are unknown, so they have no controllers of ours.

    Attributes:
        asked: What is emulated.
        emulation: Its ports are open at once.
        earlier: Orders of robots that woke up, before there was a run.
        request: The request of the run, recorded if it says so.

    Raises:
        BadInput: Robots or ports can't be provided.
    """

    abilities = ABILITIES
    is_pinned = False

    def __init__(self, asked: EmulationRequest, record: RecordingOptions | None = None) -> None:
        self.asked = asked
        self.earlier: list[tuple[int, int, Input]] = []
        self._told_early: list[str] = []
        self._notice: Callable[[str], None] = self._told_early.append
        self._ordered: Callable[[int, int, RobotCommand], None] = self._ordered_early
        compile_beside("wsusim.runs.warm_up", "warm_up_emulated", *EMULATED_KERNELS)
        self.emulation: Emulation = open_emulation(
            asked,
            lambda text: self._notice(text),
            lambda tick, robot, command: self._ordered(tick, robot, command),
        )
        world = self.emulation.simulation.world
        self.request = RunRequest((), world, asked.seed, baud=asked.baud, record=record)

    @property
    def ports(self) -> tuple[OpenPort, ...]:
        """The ports at which programs reach the robots."""
        return self.emulation.ports

    def open(self, observers: Observers) -> OpenedEmulation:
        """Begin to inform the observers."""
        opened = OpenedEmulation(self, observers)
        for text in self._told_early:
            observers.noticed(0, text)
        self._notice = lambda text: observers.noticed(opened.tick, text)
        self._ordered = observers.given
        return opened

    def close(self) -> None:
        """Set motors to zero, and close the ports."""
        self.emulation.emulator.stop()
        self.emulation.emulator.close()

    def _ordered_early(self, tick: int, robot: int, command: RobotCommand) -> None:
        self.earlier.append((tick, robot, command))


class OpenedEmulation:
    """An emulator whose robots a run shows; fulfils ``source.Opened``."""

    def __init__(self, source: EmulatedRobots, observers: Observers) -> None:
        self.request = source.request
        self._source = source
        self._emulation = source.emulation
        self._observers = observers
        self._typed: queue.SimpleQueue[TypeLine] = queue.SimpleQueue()
        self._next_update_s = 0.0
        self._shown = ShownSimulation(source.emulation.simulation, observers)

    def members(self) -> Sequence[tuple[str, HostedBackend]]:
        """Return no members."""
        return ()

    def settings(self) -> HostSettings:
        """Return the usual ones; no host needs them."""
        return HostSettings()

    def begin(self, hosts: Sequence[Host]) -> RunStart:
        """Return the start."""
        simulation, asked = self._emulation.simulation, self._source.asked
        self._shown.begin()
        return RunStart(
            self.request,
            ABILITIES,
            simulation.world,
            self._shown.first_update(),
            simulation.seed,
            simulation.ideal,
            {
                EMULATED: [port.address for port in self._emulation.ports],
                "maze": simulation.world.name,
                "baud": asked.baud,
                "speed": asked.speed,
            },
            earlier=tuple(self._source.earlier),
        )

    def go(self, group: HostGroup) -> None:
        """Do nothing: the programs outside begin at any time."""

    def drive(self, group: HostGroup, look: Callable[[], None]) -> None:
        """Serve the ports until the emulator is stopped."""
        emulator = self._emulation.emulator

        def turn() -> None:
            self._shown.do_drags()
            self._answer_typed()
            now_s = monotonic()
            if now_s >= self._next_update_s:
                self._next_update_s = now_s + 1.0 / UPDATES_PER_S
                self._shown.look()
                look()

        emulator.on_turn = turn
        emulator.run()

    def finish(self) -> Finish:
        """Report the last ticks."""
        self._shown.end()
        simulation = self._emulation.simulation
        return Finish(
            self.tick,
            "stopped",
            simulation.mission,
            self._shown.statistics(),
            simulation.trace_sha256(),
        )

    def close(self) -> None:
        """Set motors to zero, and close the ports."""
        self._source.close()

    @property
    def tick(self) -> int:
        """The tick that the robots are in."""
        return self._emulation.simulation.tick

    def stop(self) -> None:
        """End the emulator; returns before it has ended."""
        self._emulation.emulator.stop()

    def steer(self, action: Action) -> None:
        """Put things elsewhere, and answer typed lines, at the next turn."""
        match action:
            case Drag():
                self._shown.drag(action)
            case TypeLine():
                self._typed.put(action)

    def _answer_typed(self) -> None:
        while not self._typed.empty():
            line = self._typed.get()
            self._observers.replied(line, answer_of(self._emulation.firmwares[line.robot], line))
