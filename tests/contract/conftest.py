"""The backends that must fulfil the contract: add a way to open one, and the suite runs over it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

import pytest

from tests.end_to_end.emulator_bench import running
from tests.hand_wire import HandWire
from tests.worlds import empty_world
from wsusim.backends.contract import Backend
from wsusim.backends.fake import FakeBackend
from wsusim.backends.line_timing import LineTiming
from wsusim.backends.link import LinkBackend
from wsusim.backends.link_hub import LinkHub
from wsusim.backends.link_server import LinkServer
from wsusim.backends.serial_line.backend import SerialBackend
from wsusim.backends.serial_line.conversation import Language
from wsusim.backends.serial_line.epuck import EPUCK
from wsusim.backends.serial_line.epuck_wifi import EPUCK_WIFI
from wsusim.backends.serial_line.khepera import KHEPERA
from wsusim.backends.serial_line.port import open_port
from wsusim.backends.serial_line.robot_address import SerialAddress
from wsusim.backends.serial_line.thymio import THYMIO
from wsusim.backends.simulated import SimulatedBackend
from wsusim.backends.tape.rows import step_of
from wsusim.backends.tape.taping import TapingBackend
from wsusim.emulator.emulation import EmulationRequest
from wsusim.engine.lockstep import Lockstep
from wsusim.engine.simulation import Simulation
from wsusim.model.extras import EXTRAS


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
    simulation = Simulation(empty_world())
    lockstep = Lockstep(simulation, [0])

    def wheel_orders() -> tuple[float, float]:
        me = simulation.state.robots[0]
        return me.left.order, me.right.order

    return lockstep, SimulatedBackend(lockstep, 0, "khepera1", EXTRAS), wheel_orders


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
    child = LinkBackend(child_end)
    ended = threading.Event()
    troubles: list[BaseException] = []

    def stop() -> None:
        lockstep.request_stop()
        child.note_stop()

    def note_end(_report: object, broken: BaseException | None) -> None:
        if broken is not None:
            troubles.append(broken)
        parent_end.close()  # or the child would wait for its answer for ever
        ended.set()

    with child_end, parent_end, LinkHub() as hub:
        hub.add(parent_end, LinkServer(robot, robot.connect()), note_end)
        yield OpenBackend(child, stop, wheel_orders)
        child_end.close()
        ended.wait(10.0)
    robot.close()
    for trouble in troubles:
        raise trouble


@contextmanager
def open_wire() -> Iterator[OpenBackend]:
    """Open an emulated robot over a serial line whose time is set by hand."""
    wire = HandWire(empty_world(), ideal=False)
    wire.backend.connect()
    yield OpenBackend(wire.backend, wire.backend.request_stop, wire.robot.speeds)
    wire.backend.close()


@contextmanager
def open_taped() -> Iterator[OpenBackend]:
    """Open the same behind a tape on which everything is written down."""
    wire = HandWire(empty_world(), ideal=False)
    backend = TapingBackend(wire.backend)
    backend.tape = step_of
    backend.connect()
    yield OpenBackend(backend, backend.request_stop, wire.robot.speeds)
    backend.close()


@contextmanager
def open_other_robot(language: Language) -> Iterator[OpenBackend]:
    """Open an emulated robot that is no Khepera over a line whose time is set by hand."""
    wire = HandWire(empty_world(), ideal=False, language=language)
    wire.backend.connect()
    yield OpenBackend(wire.backend, wire.backend.request_stop, wire.robot.speeds)
    wire.backend.close()


@contextmanager
def _open_emulated(
    request: EmulationRequest, language: Language = KHEPERA
) -> Iterator[OpenBackend]:
    """Open an emulated robot in real time over a real port."""
    with running(request) as (emulation, _):
        port = emulation.ports[0]
        address = SerialAddress(port.address, port.baud, scheme=language.scheme)
        backend = SerialBackend(
            lambda: open_port(address), address.port, address.baud, language=language
        )
        backend.connect()

        def wheel_orders() -> tuple[float, float]:
            me = emulation.simulation.state.robots[0]
            return me.left.order, me.right.order

        yield OpenBackend(backend, backend.request_stop, wheel_orders)
        backend.close()


BACKENDS: dict[str, Callable[[], AbstractContextManager[OpenBackend]]] = {
    "fake": open_fake,
    "link": open_link,
    "simulated": open_simulated,
    "slow line": open_slow_line,
    "taped": open_taped,
    "wire": open_wire,
    "e-puck": lambda: open_other_robot(EPUCK),
    "e-puck2": lambda: open_other_robot(EPUCK_WIFI),
    "Thymio": lambda: open_other_robot(THYMIO),
}

IN_REAL_TIME: dict[str, Callable[[], AbstractContextManager[OpenBackend]]] = {
    "emulator by pty": lambda: _open_emulated(EmulationRequest()),
    "emulator by tcp": lambda: _open_emulated(EmulationRequest(tcp="0")),
    "e-puck by pty": lambda: _open_emulated(EmulationRequest(kind="epuck"), EPUCK),
    "e-puck2 by tcp": lambda: _open_emulated(EmulationRequest(kind="epuck2", tcp="0"), EPUCK_WIFI),
    "Thymio by pty": lambda: _open_emulated(EmulationRequest(kind="thymio"), THYMIO),
    "Thymio by tcp": lambda: _open_emulated(EmulationRequest(kind="thymio", tcp="0"), THYMIO),
}
"""The same as ``wire``, over ports of the operating system; takes as long as it says."""


@pytest.fixture(
    params=[
        *sorted(BACKENDS),
        *(pytest.param(name, marks=pytest.mark.slow) for name in IN_REAL_TIME),
    ]
)
def opened(request: pytest.FixtureRequest) -> Iterator[OpenBackend]:
    """Give each backend in turn, newly opened."""
    with (BACKENDS | IN_REAL_TIME)[request.param]() as opened:
        yield opened


@pytest.fixture
def backend(opened: OpenBackend) -> Backend:
    """Give the backend alone."""
    return opened.backend
