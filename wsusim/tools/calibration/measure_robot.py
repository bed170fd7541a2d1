"""Calibration from the robot's address to the finished profile, without a face."""

from __future__ import annotations

from collections.abc import Callable

from wsusim.backends.serial_line.backend import SerialBackend
from wsusim.backends.serial_line.languages import language_of
from wsusim.backends.serial_line.port import Port, open_port
from wsusim.backends.serial_line.robot_address import SerialAddress
from wsusim.backends.serial_line.search import find_robot
from wsusim.robots import robot_kind
from wsusim.runs.sources.robot_guard import guarded
from wsusim.tools.calibration.guide import CLEARANCES_MM, Person, measure
from wsusim.tools.calibration.measurements import Measurements


def measure_robot(
    address: SerialAddress,
    person: Person,
    *,
    clearances_mm: tuple[float, ...] = CLEARANCES_MM,
    open_address: Callable[[SerialAddress], Port] = open_port,
) -> Measurements:
    """Measure the robot at an address with the help of a person; it stands still afterwards.

    Raises:
        BadInput: The port can't be opened, or the robot can't move.
        LinkLost: No such robot answers, or not any more.
    """
    found = find_robot(address, person.tell)
    backend = SerialBackend(
        lambda: open_address(found),
        found.port,
        found.baud,
        language=language_of(found.scheme),
    )
    with guarded(found):
        try:
            return measure_connected(backend, person, clearances_mm=clearances_mm)
        finally:
            backend.close()


def measure_connected(
    backend: SerialBackend, person: Person, *, clearances_mm: tuple[float, ...] = CLEARANCES_MM
) -> Measurements:
    """Measure the robot of a backend that is not connected yet; the caller closes it."""
    info = backend.connect()
    person.tell(f"This is a {robot_kind(info.kind).title}.")
    found = measure(backend, robot_kind(info.kind), person, clearances_mm=clearances_mm)
    found.turn_round_s = backend.statistics.turn_round_s
    return found
