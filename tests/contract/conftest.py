"""The backends that must fulfil the contract: add a way to open one, and the suite runs over it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

import pytest

from tests.worlds import empty_world
from wsusim.backends.contract import Backend
from wsusim.backends.fake import FakeBackend
from wsusim.backends.line_timing import LineTiming
from wsusim.backends.link import LinkBackend
from wsusim.backends.link_server import LinkServer
from wsusim.backends.simulated import SimulatedBackend
from wsusim.engine.lockstep import Lockstep
from wsusim.engine.simulation import Simulation
from wsusim.kernels.columns import LEFT_ORDER


@dataclass(frozen=True)
class OpenBackend:
    """A backend that is connected to a robot standing free in an empty field."""

    backend: Backend
    stop: Callable[[], None]
    """Asks the controller to come to its end, as the Stop button does; called from any thread."""
    wheel_orders: Callable[[], tuple[float, float]]
    """What the robot's motors are told at this moment, seen from the robot's side."""


@contextmanager
def open_fake() -> Iterator[OpenBackend]:
    """Open the scripted robot."""
    fake = FakeBackend()
    yield OpenBackend(fake, fake.stop, lambda: fake.speeds)
    fake.close()


def _simulated() -> tuple[Lockstep, SimulatedBackend, Callable[[], tuple[float, float]]]:
    """Return a robot of a simulation, and what its motors are told."""
    simulation = Simulation(empty_world(size_mm=3000.0, x_mm=1500.0, y_mm=1500.0))
    lockstep = Lockstep(simulation, [0])

    def wheel_orders() -> tuple[float, float]:
        left, right = simulation.state.real[0, LEFT_ORDER : LEFT_ORDER + 2]
        return float(left), float(right)

    return lockstep, SimulatedBackend(lockstep, 0, "khepera1"), wheel_orders


@contextmanager
def open_simulated() -> Iterator[OpenBackend]:
    """Open a robot of the simulation."""
    lockstep, backend, wheel_orders = _simulated()
    yield OpenBackend(backend, lockstep.request_stop, wheel_orders)
    backend.close()


@contextmanager
def open_slow_line() -> Iterator[OpenBackend]:
    """Open a robot of the simulation behind the timing of a serial line."""
    lockstep, backend, wheel_orders = _simulated()
    yield OpenBackend(LineTiming(backend, 9600), lockstep.request_stop, wheel_orders)
    backend.close()


@contextmanager
def open_link() -> Iterator[OpenBackend]:
    """Open a robot of the simulation through the link to a controller's process."""
    lockstep, robot, wheel_orders = _simulated()
    child_end, parent_end = socket.socketpair()
    server = LinkServer(parent_end, robot, robot.connect())
    parent = threading.Thread(target=server.serve)
    parent.start()
    child = LinkBackend(child_end)

    def stop() -> None:
        lockstep.request_stop()
        child.note_stop()

    with child_end, parent_end:
        yield OpenBackend(child, stop, wheel_orders)
        child_end.shutdown(socket.SHUT_RDWR)
        parent.join()
    robot.close()


BACKENDS: dict[str, Callable[[], AbstractContextManager[OpenBackend]]] = {
    "fake": open_fake,
    "link": open_link,
    "simulated": open_simulated,
    "slow line": open_slow_line,
}


@pytest.fixture(params=sorted(BACKENDS))
def opened(request: pytest.FixtureRequest) -> Iterator[OpenBackend]:
    """Give each backend in turn, newly opened."""
    with BACKENDS[request.param]() as opened:
        yield opened


@pytest.fixture
def backend(opened: OpenBackend) -> Backend:
    """Give the backend alone."""
    return opened.backend
