"""Which moment the readings in a picture belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsusim.model.snapshot import Snapshot
from wsusim.model.units import SENSOR_REFRESH_TICKS
from wsusim.runs.sensed import as_before

if TYPE_CHECKING:
    from wsusim.engine.simulation import Simulation


class SensedMoments:
    """Follows the snapshots of a run.

    What a hand moves after the sensors have looked, they see with their next look only.
    """

    def __init__(self) -> None:
        self._sensed: Snapshot | None = None
        self._first_tick = -1
        self._dragged_tick = -1

    def note_drag(self, tick: int) -> None:
        """Hear that something was moved by hand."""
        self._dragged_tick = tick

    def of(self, simulation: Simulation, snapshot: Snapshot) -> Snapshot | None:
        """Return the moment of a snapshot's readings: this very tick, or the one before it."""
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
