"""Emulated robots that people watch; like ``LiveRun``, but programs drive, over serial ports."""

from __future__ import annotations

import time
from pathlib import Path

from wsusim.emulator.emulation import Emulation, EmulationRequest
from wsusim.model.commands import RobotCommand
from wsusim.runs.live_end import at_rest
from wsusim.runs.live_events import Ended, Noticed, Started
from wsusim.runs.live_request import LiveRequest
from wsusim.runs.live_run import PICTURES_PER_S, LiveRun
from wsusim.runs.live_steering import Phase
from wsusim.runs.sources.emulated_log import EmulatedLog


class EmulatedLiveRun(LiveRun):
    """The run of an emulator, which works in the run thread.

    Args:
        emulation: With its ports open; belongs to the run from now on.
        request: What it was made from.
        log: Records it.
    """

    can_pause = False

    def __init__(
        self, emulation: Emulation, request: EmulationRequest, log: EmulatedLog | None = None
    ) -> None:
        file = None if log is None else log.wish.file
        world = emulation.simulation.world
        super().__init__(LiveRequest(world, (), seed=request.seed, record_file=file))
        self._emulation = emulation
        self._emulation_request = request
        self._log = log
        self._next_picture_s = 0.0

    @property
    def has_controllers(self) -> bool:
        """Programs drive, even though nobody knows which."""
        return True

    @property
    def recorded_file(self) -> Path | None:
        """The whole recording of this run, once it has ended; ``None`` when there is none."""
        is_whole = self._log is not None and self._log.is_whole
        return self.request.record_file if is_whole else None

    def pause(self) -> None:
        """Say that it can't be: programs wait for their answers."""
        self.noticed("Emulated robots can't be paused: the programs that drive them go on.")

    def resume(self) -> None:
        """Do nothing: it never stands still."""

    def step(self, ticks: int = 1) -> None:
        """Refuse, as for ``pause``."""
        self.pause()

    def set_speed(self, speed: float) -> None:
        """Do nothing: the emulator's speed is chosen when it is started."""

    def stop(self) -> None:
        """End the emulator: motors at zero, ports closed. Returns before they are."""
        self._emulation.emulator.stop()

    def close(self, timeout_s: float = 10.0) -> bool:
        """Stop and wait for the end; tell whether it has come. Also when it never began."""
        self.stop()
        if self._thread.is_alive():
            self._thread.join(timeout_s)
        if self._thread.is_alive():
            return False
        self._emulation.emulator.close()
        return True

    def drag(self, object_id: int, x_mm: float, y_mm: float) -> None:
        """Put a robot, cap or ball elsewhere; ``Refused`` tells when there is no room."""
        with self._mutex:
            self._drags[object_id] = (x_mm, y_mm)

    def order(self, robot: int, command: RobotCommand) -> None:
        """Do nothing: programs drive."""

    def noticed(self, text: str) -> None:
        """Pass on a remark. Any thread."""
        self._outbox.put(Noticed(text))

    # The run thread

    def _drive(self) -> Ended:
        from wsusim.runs.live_rays import LiveRays

        emulation, simulation = self._emulation, self._emulation.simulation
        self._rays = LiveRays(simulation.world)
        self._simulation = simulation
        self._take_picture(simulation)
        emulation.emulator.on_turn = self._look
        places = ", ".join(f"robot {port.robot + 1}: {port.address}" for port in emulation.ports)
        self.noticed(f"Programs reach the emulated robots here: {places}")
        self.phase = Phase.GOING
        self._outbox.put(Started())
        if self._log is None:
            emulation.emulator.run()
        else:
            self._log.run(emulation, self._emulation_request)
        self.picture = at_rest(self._take_picture(simulation))
        trace = simulation.trace_sha256()
        return Ended("stopped", simulation.tick, trace, False, simulation.mission)

    def _look(self) -> None:
        """Do what the person has done with the mouse, and take a picture when one is due."""
        self._do_drags()
        now_s = time.monotonic()
        if now_s >= self._next_picture_s:
            self._next_picture_s = now_s + 1.0 / PICTURES_PER_S
            self._take_picture(self._emulation.simulation)
