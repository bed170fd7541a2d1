"""Which moment the readings in a snapshot belong to: its tick, or the one before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wsusim.model.geometry import Pose
from wsusim.model.snapshot import ObjectSnapshot, Snapshot
from wsusim.model.units import SENSOR_REFRESH_TICKS

if TYPE_CHECKING:
    from wsusim.engine.simulation import Simulation


class SensedMoments:
    """Follows the snapshots of a run.

    What a hand moves after the sensors have been read, they see only at their next refresh.
    """

    def __init__(self) -> None:
        self._sensed: Snapshot | None = None
        self._first_tick = -1
        self._dragged_tick = -1

    def note_drag(self, tick: int) -> None:
        """Note that something was moved by hand."""
        self._dragged_tick = tick

    def of(self, simulation: Simulation, snapshot: Snapshot) -> Snapshot | None:
        """Return the moment of a snapshot's readings: its tick, or the one before."""
        tick = snapshot.tick - snapshot.tick % SENSOR_REFRESH_TICKS
        if self._first_tick < 0:
            self._first_tick = snapshot.tick
        if self._sensed is not None and self._sensed.tick == tick:
            return self._sensed
        if tick < snapshot.tick:
            is_known = tick > self._first_tick
            return as_before(simulation, snapshot) if is_known else None
        if tick == self._dragged_tick:
            return None
        self._sensed = snapshot
        return snapshot


def as_before(simulation: Simulation, snapshot: Snapshot) -> Snapshot:
    """Return the snapshot of a simulation's current tick with all robots where they were before.

    What they hold comes along. Caps and balls that were pushed in this tick, and arms and jaws,
    stay as they are.
    """
    before = {
        robot.id: simulation.pose_before(number) for number, robot in enumerate(snapshot.robots)
    }
    now = {robot.id: robot.pose for robot in snapshot.robots}

    def held_before(thing: ObjectSnapshot) -> ObjectSnapshot:
        if thing.held_by is None:
            return thing
        x_mm, y_mm = before[thing.held_by].place(_seen_from(now[thing.held_by], thing))
        return replace(thing, x_mm=x_mm, y_mm=y_mm)

    return replace(
        snapshot,
        tick=snapshot.tick - 1,
        robots=tuple(replace(robot, pose=before[robot.id]) for robot in snapshot.robots),
        objects=tuple(map(held_before, snapshot.objects)),
    )


def _seen_from(pose: Pose, thing: ObjectSnapshot) -> tuple[float, float]:
    """Return where a thing is in a robot's own frame."""
    turn = Pose(0.0, 0.0, -pose.heading_rad)
    return turn.place((thing.x_mm - pose.x_mm, thing.y_mm - pose.y_mm))
