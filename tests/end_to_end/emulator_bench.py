"""Emulators for tests: one with a clock set by hand, one in a thread with real ports."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

from tests.doubtful_controller import Handled
from wsusim.emulator.body import SimulatedBody, world_with_robots
from wsusim.emulator.emulation import EMPTY_ARENA, Emulation, EmulationRequest, open_emulation
from wsusim.emulator.firmware import Firmware
from wsusim.emulator.port_tcp import SocketStream
from wsusim.emulator.runner import Emulator
from wsusim.emulator.scaled_clock import ScaledClock
from wsusim.engine.simulation import Simulation
from wsusim.model.units import TICK_S
from wsusim.model.world import World


class HandClockRobot:
    """A simulated robot without noise on a socket pair; time passes when ``wait`` says so."""

    def __init__(self, world: World = EMPTY_ARENA) -> None:
        self._now_s = 0.0
        self.simulation = Simulation(world_with_robots(world, None, None), ideal=True)
        firmwares = [
            Firmware(SimulatedBody(self.simulation, robot), start.kind)
            for robot, start in enumerate(self.simulation.world.robots)
        ]
        clock = ScaledClock(1.0, lambda: self._now_s)
        self._emulator = Emulator(self.simulation, firmwares, clock=clock, paced=False)
        self._client, server = socket.socketpair()
        server.setblocking(False)
        self._client.settimeout(2.0)
        self._emulator.add_stream(0, "test", SocketStream(server))

    def ask(self, data: bytes) -> bytes:
        """Send bytes and return all that comes back for them, no time passing."""
        self._client.sendall(data + b"k-team\n")
        received = b""
        while not received.endswith(b"BIOS and protocol\r\n"):
            self._emulator.turn()
            with contextlib.suppress(BlockingIOError):
                self._client.setblocking(False)
                received += self._client.recv(65536)
        lines = received.split(b"\r\n")
        return b"".join(line + b"\r\n" for line in lines[:-3])

    def wait(self, seconds: float) -> None:
        """Let simulated time pass."""
        for _ in range(round(seconds * 10)):
            self._now_s += 0.1
            self._emulator.turn()

    def numbers(self, command: bytes) -> tuple[int, ...]:
        """Return the numbers in the answer to a command."""
        return tuple(int(field) for field in self.ask(command).split(b",")[1:])

    def close(self) -> None:
        """End it."""
        self._emulator.close()
        self._client.close()


@contextlib.contextmanager
def running(request: EmulationRequest) -> Iterator[tuple[Emulation, list[str]]]:
    """Run an emulator in a thread; yields it and the list of its notices."""
    notices: list[str] = []
    emulation = open_emulation(request, notices.append)
    ready = threading.Event()
    emulation.emulator.on_ready = ready.set
    thread = threading.Thread(target=emulation.emulator.run)
    thread.start()
    assert ready.wait(30.0)
    try:
        yield emulation, notices
    finally:
        emulation.emulator.stop()
        thread.join()


def orders(emulation: Emulation) -> list[float]:
    """Return what the motors of the first robot are told."""
    me = emulation.simulation.state.robots[0]
    return [me.left.order, me.right.order]


def has_driven(emulation: Emulation) -> bool:
    """Return whether the first robot has moved at all."""
    return emulation.simulation.statistics(0).distance_mm > 3.0


def listen_in(emulation: Emulation) -> list[Handled]:
    """Return the list in which all that the first robot is told from now on will stand."""
    handled: list[Handled] = []
    firmware = emulation.emulator._firmwares[0]
    answer = firmware.answer

    def watched(line: bytes) -> tuple[bytes, ...]:
        said = answer(line)
        handled.append(Handled(emulation.simulation.tick * TICK_S, line, said))
        return said

    firmware.answer = watched  # type: ignore[method-assign]
    return handled
