"""Records what programs do with emulated robots, over their serial ports."""

from __future__ import annotations

import time
from collections.abc import Callable

from wsusim.emulator.emulation import Emulation, EmulationRequest
from wsusim.model.commands import RobotCommand
from wsusim.model.inputs import Input
from wsusim.model.units import ticks_to_seconds
from wsusim.recording.header import EMULATED, RunHeader
from wsusim.runs.recorded.record import RecordingTap, RecordingWish
from wsusim.runs.report import RobotReport, RunReport


class EmulatedLog:
    """The recording of one emulator; whatever goes wrong with it, the emulator goes on.

    Give ``ordered`` and ``noticed`` to ``open_emulation``, then call ``run``.
    """

    def __init__(self, wish: RecordingWish, tell: Callable[[str], None]) -> None:
        """``tell`` hears what goes wrong with recording."""
        self.wish = wish
        self._tell = tell
        self._emulation: Emulation | None = None
        self._tap: RecordingTap | None = None
        self._earlier: list[tuple[int, int, Input]] = []

    @property
    def is_whole(self) -> bool:
        """Whether the file is finished and lacks nothing."""
        figures = None if self._tap is None else self._tap.figures
        return figures is not None and figures.failure is None

    def ordered(self, tick: int, robot: int, command: RobotCommand) -> None:
        """Record an order that came over a line."""
        if self._tap is None:
            self._earlier.append((tick, robot, command))  # a robot that wakes up
        else:
            self._tap.command(tick, robot, command)

    def noticed(self, text: str) -> None:
        """Record a remark of the emulator."""
        if self._tap is not None and self._emulation is not None:
            self._tap.noticed(self._emulation.simulation.tick, text)

    def run(self, emulation: Emulation, request: EmulationRequest) -> None:
        """Run the emulator until its end, and record it."""
        self._emulation = emulation
        self._tap = RecordingTap(self.wish, self._tell)
        self._tap.continues(self._earlier)
        begun_s = time.perf_counter()
        try:
            self._tap.begin_with(self._header(emulation, request), emulation.simulation)
            emulation.emulator.run()
            self._tap.end(_report(emulation, request, time.perf_counter() - begun_s))
        finally:
            emulation.emulator.close()
            self._tap.cut_off()

    def _header(self, emulation: Emulation, request: EmulationRequest) -> RunHeader:
        simulation = emulation.simulation
        return RunHeader(
            world=simulation.world,
            seed=simulation.seed,
            options={
                EMULATED: [port.address for port in emulation.ports],
                "maze": simulation.world.name,
                "baud": request.baud,
                "speed": request.speed,
            },
            sample_ticks=self.wish.sample_ticks,
            first_tick=simulation.tick,
        )


def _report(emulation: Emulation, request: EmulationRequest, wall_s: float) -> RunReport:
    """Return the closing figures; a run on which programs outside had their hands."""
    simulation = emulation.simulation
    sim_time_s = ticks_to_seconds(simulation.tick)
    robots = []
    for robot in range(simulation.robot_count):
        figures = simulation.statistics(robot)
        contact_s = ticks_to_seconds(figures.contact_ticks)
        robots.append(
            RobotReport(robot, None, "stopped", figures.distance_mm, figures.contacts, contact_s)
        )
    return RunReport(
        outcome="stopped",
        seed=simulation.seed,
        maze=simulation.world.name,
        timing="ideal" if request.baud is None else f"serial:{request.baud}",
        sim_time_s=sim_time_s,
        wall_time_s=wall_s,
        speedup=sim_time_s / wall_s,
        startup_s=0.0,
        distance_mm=sum(robot.distance_mm for robot in robots),
        contacts=sum(robot.contacts for robot in robots),
        contact_time_s=sum(robot.contact_time_s for robot in robots),
        caps_delivered=simulation.mission.caps_delivered,
        goal_time_s=None,
        trace_sha256=simulation.trace_sha256(),
        robots=tuple(robots),
        is_reproducible=False,
    )
