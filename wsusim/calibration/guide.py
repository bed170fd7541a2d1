"""The measuring itself, step by step.

A step that a hiccup of the line has spoilt is done again. What a finished step has measured is
handed over at once, to be kept, and another call goes on with the steps that are missing.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy

from wsusim.backends.contract import Backend
from wsusim.calibration.clearances import clearances_of
from wsusim.calibration.measurements import Measurements
from wsusim.calibration.patience import Patience
from wsusim.calibration.person import Person
from wsusim.calibration.turn_steps import TurnSteps, missing_clearances
from wsusim.calibration.wheel_steps import WheelSteps, missing_orders
from wsusim.errors import BadInput, LinkLost
from wsusim.model.commands import SetSpeeds
from wsusim.model.robot_kind import RobotKind
from wsusim.robots import robot_kind


def nowhere(measurements: Measurements) -> None:
    """Keep nothing."""


def measure(
    backend: Backend,
    kind: RobotKind,
    person: Person,
    *,
    clearances_mm: tuple[float, ...] | None = None,
    before: Measurements | None = None,
    keep: Callable[[Measurements], None] = nowhere,
) -> Measurements:
    """Measure a connected robot; its motors are at zero afterwards, whatever happens.

    Args:
        backend: The way to it.
        kind: Of the robot.
        person: Who puts it in its place.
        clearances_mm: At which distances it is turned before the wall; ``None``: as its kind needs.
        before: What was measured earlier: steps that are in it are left out.
        keep: Hears everything measured so far after each step.

    Raises:
        LinkLost: The robot has been silent for longer than ``patience.PATIENCE_S``.
        BadInput: It can't move, or the earlier measurements are of another kind.
    """
    measured = Measurements(kind.name) if before is None else deepcopy(before)
    if measured.kind != kind.name:
        raise BadInput(
            f"What was measured earlier is of a {robot_kind(measured.kind).title}, but this robot "
            f"is a {kind.title}. Give another file after --save-table."
        )
    patience = Patience(backend, person.tell)
    steps = WheelSteps(backend, kind, person, patience), TurnSteps(backend, kind, person, patience)
    try:
        for step in steps[0].missing(measured):
            measured.add(step())
            keep(measured)
        for step in steps[1].missing(measured, clearances_mm or clearances_of(kind)):
            measured.add(step())
            keep(measured)
    finally:
        with suppress(LinkLost):  # it is told to stop as soon as it can be reached
            backend.send(SetSpeeds(0, 0))
    return measured


def is_complete(measured: Measurements) -> bool:
    """Return whether no step is missing in what was measured earlier."""
    kind = robot_kind(measured.kind)
    return bool(
        measured.way_pulses
        and not missing_orders(measured, kind)
        and not missing_clearances(measured, clearances_of(kind))
    )
