"""The tick before a snapshot, put together from what the simulation still holds of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wsusim.model.geometry import Pose
from wsusim.model.snapshot import ObjectSnapshot, Snapshot

if TYPE_CHECKING:
    from wsusim.engine.simulation import Simulation


def as_before(simulation: Simulation, snapshot: Snapshot) -> Snapshot:
    """Return the snapshot of a simulation's present tick with all robots where they were before.

    What they hold comes along. Caps and balls that were pushed in this very tick, and arms and
    jaws, stay as they are.
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
