"""Calibration from the robot's address to the finished profile, without a face."""

from __future__ import annotations

from collections.abc import Callable

from wsusim.backends.serial_line.backend import SerialBackend
from wsusim.backends.serial_line.languages import language_of
from wsusim.backends.serial_line.port import Port, open_port
from wsusim.backends.serial_line.robot_address import SerialAddress
from wsusim.backends.serial_line.search import find_robot
from wsusim.calibration.guide import measure, nowhere
from wsusim.calibration.measurements import Measurements
from wsusim.calibration.person import Person
from wsusim.robots import robot_kind
from wsusim.runs.sources.robot_guard import guarded


def measure_robot(
    address: SerialAddress,
    person: Person,
    *,
    clearances_mm: tuple[float, ...] | None = None,
    before: Measurements | None = None,
    keep: Callable[[Measurements], None] = nowhere,
    open_address: Callable[[SerialAddress], Port] = open_port,
) -> Measurements:
    """Measure the robot at an address with the help of a person; it stands still afterwards.

    Args:
        address: Of the robot.
        person: Who puts it in its place.
        clearances_mm: At which distances from the wall it is turned; ``None``: as its kind needs.
        before: What was measured earlier: those steps are left out.
        keep: Hears everything measured so far after each step.
        open_address: Opens the port.

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
            return measure_connected(
                backend, person, clearances_mm=clearances_mm, before=before, keep=keep
            )
        finally:
            backend.close()


def measure_connected(
    backend: SerialBackend,
    person: Person,
    *,
    clearances_mm: tuple[float, ...] | None = None,
    before: Measurements | None = None,
    keep: Callable[[Measurements], None] = nowhere,
) -> Measurements:
    """Measure the robot of a backend that is not connected yet; the caller closes it."""
    info = backend.connect()
    kind = robot_kind(info.kind)
    person.tell(f"This is a {kind.title}.")

    def keep_with_line(measured: Measurements) -> None:
        measured.turn_round_s = backend.statistics.turn_round_s
        keep(measured)

    return measure(
        backend, kind, person, clearances_mm=clearances_mm, before=before, keep=keep_with_line
    )
