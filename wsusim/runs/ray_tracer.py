"""Traces the rays of one robot, to be drawn during a run."""

from __future__ import annotations

from time import monotonic

from wsusim.engine.explain import SensorView
from wsusim.engine.sensor_reports import RayReport
from wsusim.engine.static_map import build_static_map
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import SENSOR_REFRESH_TICKS
from wsusim.model.world import World
from wsusim.robots import robot_kind

PERIOD_S = 1 / 30
"""Rays are traced at most so often (wall clock): it takes 2 ms."""

FAR_REFRESHES = 4
"""Unless the sensors have read so often since (80 ms): a fast run would leave its rays behind."""


class RayTracer:
    """Traces rays again when the sensors do; between two refreshes the last ones stay."""

    def __init__(self, world: World, period_s: float = PERIOD_S) -> None:
        """``period_s``: the least time between two traces of one robot (wall clock)."""
        self.world = world
        self._period_s = period_s
        self._static = build_static_map(world)
        self._key: tuple[int, int] | None = None
        self._rays: tuple[RayReport, ...] = ()
        self._traced_s = 0.0

    def of(self, robot: int, snapshot: Snapshot) -> tuple[RayReport, ...]:
        """Return all rays of a robot's eight sensors at a snapshot's tick."""
        key = (robot, snapshot.tick // SENSOR_REFRESH_TICKS)
        now_s = monotonic()
        is_far = (
            self._key is None or robot != self._key[0] or abs(key[1] - self._key[1]) > FAR_REFRESHES
        )
        if is_far or (key != self._key and now_s - self._traced_s >= self._period_s):
            view = SensorView(self.world, snapshot, static=self._static)
            sensors = range(len(robot_kind(self.world.robots[robot].kind).sensors))
            reports = [view.explain_proximity(robot, sensor) for sensor in sensors]
            self._key, self._traced_s = key, now_s
            self._rays = tuple(ray for report in reports for ray in report.rays)
        return self._rays
