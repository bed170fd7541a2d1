"""Emulated robots: simulated ones that old programs drive, over serial ports."""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from wsusim.model.commands import RobotCommand
from wsusim.recording.header import EMULATED
from wsusim.runs.actions import Action, Drag, TypeLine
from wsusim.runs.observer import Abilities, Observers, RunStart
from wsusim.runs.request import RecordingOptions, RunRequest
from wsusim.runs.sources.source import Finish

if TYPE_CHECKING:
    from wsusim.backends.contract import HostedBackend
    from wsusim.control.hosting.host import Host, HostSettings
    from wsusim.control.hosting.host_group import HostGroup
    from wsusim.emulator.emulation import Emulation, EmulationRequest, OpenPort
    from wsusim.model.inputs import Input
    from wsusim.runs.sources.shown_simulation import ShownSimulation

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
        ports: Where programs reach the robots; open at once.
        request: The request of the run, recorded if it says so.

    Raises:
        BadInput: Robots or ports can't be had.
    """

    abilities = ABILITIES
    is_pinned = False

    def __init__(self, request: EmulationRequest, record: RecordingOptions | None = None) -> None:
        from wsusim.emulator.emulation import open_emulation
        from wsusim.runs.compiled_beside import compile_beside
        from wsusim.runs.warm_up import EMULATED_KERNELS

        self._observers = Observers()
        self._earlier: list[tuple[int, int, Input]] = []
        self._is_begun = False
        self._emulation_request = request
        self._told_early: list[str] = []
        self._typed: queue.SimpleQueue[TypeLine] = queue.SimpleQueue()
        compile_beside("wsusim.runs.warm_up", "warm_up_emulated", *EMULATED_KERNELS)
        self.emulation: Emulation = open_emulation(request, self._notice, self._ordered)
        self._next_update_s = 0.0
        self._look: Callable[[], None] = lambda: None
        self._shown: ShownSimulation
        world = self.emulation.simulation.world
        self.request = RunRequest((), world, request.seed, baud=request.baud, record=record)

    @property
    def ports(self) -> tuple[OpenPort, ...]:
        """Where programs reach the robots."""
        return self.emulation.ports

    # Source

    def open(self, observers: Observers) -> None:
        """Tell from now on."""
        from wsusim.runs.sources.shown_simulation import ShownSimulation

        self._observers = observers
        self._shown = ShownSimulation(self.emulation.simulation, observers)
        for text in self._told_early:
            observers.noticed(0, text)

    def members(self) -> Sequence[tuple[str, HostedBackend]]:
        """Return no members."""
        return ()

    def settings(self) -> HostSettings:
        """Return the usual ones; no host needs them."""
        from wsusim.control.hosting.host import HostSettings

        return HostSettings()

    def begin(self, hosts: Sequence[Host]) -> RunStart:
        """Return the start."""
        simulation, asked = self.emulation.simulation, self._emulation_request
        self._shown.begin()
        self._is_begun = True
        return RunStart(
            self.request,
            ABILITIES,
            simulation.world,
            self._shown.first_update(),
            simulation.seed,
            simulation.ideal,
            {
                EMULATED: [port.address for port in self.ports],
                "maze": simulation.world.name,
                "baud": asked.baud,
                "speed": asked.speed,
            },
            earlier=tuple(self._earlier),
        )

    def go(self, group: HostGroup) -> None:
        """Do nothing: the programs outside begin when they like."""

    def drive(self, group: HostGroup, look: Callable[[], None]) -> None:
        """Serve the ports until the emulator is stopped."""
        emulator = self.emulation.emulator

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
        """Tell the last ticks."""
        self._shown.end()
        simulation = self.emulation.simulation
        return Finish(
            self.tick,
            "stopped",
            simulation.mission,
            self._shown.statistics(),
            simulation.trace_sha256(),
        )

    def close(self) -> None:
        """Motors at zero, ports closed."""
        self.emulation.emulator.stop()
        self.emulation.emulator.close()

    @property
    def tick(self) -> int:
        """The tick that the robots are in."""
        return self.emulation.simulation.tick

    def stop(self) -> None:
        """End the emulator; returns before it has ended."""
        self.emulation.emulator.stop()

    def steer(self, action: Action) -> None:
        """Put things elsewhere, and answer what is typed, with the next turn."""
        match action:
            case Drag():
                self._shown.drag(action)
            case TypeLine():
                self._typed.put(action)

    # The emulator

    def _answer_typed(self) -> None:
        from wsusim.runs.sources.typed_lines import answer_of

        while not self._typed.empty():
            line = self._typed.get()
            self._observers.replied(line, answer_of(self.emulation.firmwares[line.robot], line))

    def _ordered(self, tick: int, robot: int, command: RobotCommand) -> None:
        if self._is_begun:
            self._observers.given(tick, robot, command)
        else:
            self._earlier.append((tick, robot, command))  # a robot that wakes up

    def _notice(self, text: str) -> None:
        if self._is_begun:
            self._observers.noticed(self.tick, text)
        else:
            self._told_early.append(text)
