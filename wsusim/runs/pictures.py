"""The newest picture of a run, to be drawn by window, browser or camera.

The source of the robots sets their rate; only the newest is kept. What happens between two of them
is not lost: ``take_samples`` gives every refresh of the sensors since the last time, so that trails
and curves can be drawn from the run's own samples at any speed.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wsusim.model.commands import Annotation, Draw, PutBack
from wsusim.model.geometry import Point
from wsusim.model.interventions import RobotMoved
from wsusim.model.readings import CAMERA, Quantity
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import SENSOR_REFRESH_TICKS
from wsusim.runs.observer import RunObserver, RunStart, RunUpdate
from wsusim.runs.remarks import Remarks
from wsusim.runs.value_book import ValueBook

if TYPE_CHECKING:
    from wsusim.engine.sensor_reports import RayReport
    from wsusim.engine.snapshots import RobotStatistics
    from wsusim.model.inputs import Input
    from wsusim.model.world import World
    from wsusim.recording.notes import Reading
    from wsusim.recording.samples import Samples
    from wsusim.runs.ray_tracer import RayTracer

TICKS_KEPT = 20_000
"""Ticks that wait to be taken at most; older ones go."""


WAYS_KEPT = 2000
POINTS_KEPT = 100_000
"""Pieces of trails, and points of them, that wait to be taken at most; older ones go."""

Way = tuple[Mapping[int, Sequence[Point]], bool]
"""Pieces of trails by robot, and whether to forget all earlier ones."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything visible at one tick; tuples are in the robots' order.

    A drawing is the same object as long as nothing was added to it.
    """

    snapshot: Snapshot
    statistics: tuple[RobotStatistics, ...]
    says: tuple[str, ...]
    drawings: tuple[tuple[Draw, ...], ...]
    rays_robot: int | None = None
    """The robot whose rays these are."""
    rays: tuple[RayReport, ...] = ()
    sensed: Snapshot | None = None
    """The moment at which the readings were taken, up to a tick ago; ``None``: unknown."""
    camera: tuple[Reading, ...] = ()
    """What a real robot's camera answered last: pixels, light level; only what was asked for."""


class Pictures(RunObserver):
    """Makes pictures of updates; ``picture`` is the newest: replaced, never changed."""

    def __init__(self) -> None:
        self.picture: Picture | None = None
        self.values = ValueBook()
        """What the controllers' variables hold, and what they plot."""
        self._start: RunStart | None = None
        self._remarks = Remarks(0)
        self._tracer: RayTracer | None = None
        self._can_trace: Callable[[], bool] | None = None
        """Whether tracing needs no compiler any more: the thread of a run doesn't wait for that."""
        self._rays_robot: int | None = None
        self._camera: dict[Quantity, Reading] = {}
        self.is_led = False
        """Whether trails are told, so that they need not be made from samples."""
        self._ways: deque[Way] = deque(maxlen=WAYS_KEPT)
        self._points = 0
        self._lock = threading.Lock()
        self._unseen: deque[RunUpdate] = deque()
        self._ticks = 0
        self._moves: list[tuple[int, int]] = []

    def watch_rays(self, robot: int | None) -> None:
        """Include the rays of one robot in the pictures; ``None``: of none."""
        self._rays_robot = robot

    def take_ways(self) -> list[Way]:
        """Return the new points of the trails of a remote run, oldest first."""
        with self._lock:
            ways, self._ways = list(self._ways), deque(maxlen=WAYS_KEPT)
            self._points = 0
        return ways

    def take_moves(self) -> list[tuple[int, int]]:
        """Return (tick, robot) of each robot that a person has put elsewhere since the last time.

        Called after ``take_samples``, it includes all moves that the samples show.
        """
        with self._lock:
            moves, self._moves = self._moves, []
        return moves

    def take_samples(self) -> list[Samples]:
        """Return blocks of all refreshes of the sensors since the last time, oldest first."""
        from wsusim.recording.rows import RowPlan, samples_of_rows
        from wsusim.recording.samples import from_snapshots

        with self._lock:
            updates, self._unseen, self._ticks = self._unseen, deque(), 0
        if self._start is None:
            return []
        start = self._start
        plan = RowPlan.of(
            start.world, SENSOR_REFRESH_TICKS, seed=start.seed, is_ideal=start.is_ideal
        )
        blocks = (
            from_snapshots([update.snapshot])
            if update.rows is None
            else samples_of_rows(plan, update.first_tick, update.rows)
            for update in updates
        )
        return [block for block in blocks if block is not None]

    # The run

    def placed(self, world: World, update: RunUpdate) -> None:
        """Make a picture of what is there already."""
        self._remarks = Remarks(len(world.robots))
        self._show(update)

    def started(self, start: RunStart) -> None:
        """Make the first picture."""
        self._remarks = Remarks(len(start.world.robots))
        self._start = start
        self.seen(start.update)

    def remarked(self, tick: int, robot: int, remark: Annotation) -> None:
        """Keep what is said and drawn for the next picture."""
        self._remarks.hear(robot, remark)
        self.values.hear(tick, robot, remark)

    def given(self, tick: int, robot: int, what: Input) -> None:
        """Keep that a robot was put elsewhere."""
        if isinstance(what, PutBack):
            assert self._start is not None
            with self._lock:
                self._moves += [(tick, one) for one in range(len(self._start.world.robots))]
        elif isinstance(what, RobotMoved):
            with self._lock:
                self._moves.append((tick, robot))

    def answered(self, reading: Reading) -> None:
        """Keep what a camera answered for the next picture."""
        if reading.quantity in CAMERA:
            self._camera[reading.quantity] = reading

    def led(self, ways: Mapping[int, Sequence[Point]], is_anew: bool) -> None:
        """Keep the trails of a remote run."""
        self.is_led = True
        with self._lock:
            if len(self._ways) == WAYS_KEPT:
                self._points -= _points_of(self._ways.popleft())
            self._ways.append((ways, is_anew))
            self._points += _points_of(self._ways[-1])
            while self._points > POINTS_KEPT and len(self._ways) > 1:
                self._points -= _points_of(self._ways.popleft())

    def seen(self, update: RunUpdate) -> None:
        """Make a picture, and keep what was done since the last one."""
        self._keep(update)
        self._show(update)

    def _show(self, update: RunUpdate) -> None:
        robot = self._rays_robot
        self.picture = Picture(
            snapshot=update.snapshot,
            statistics=update.statistics,
            says=self._remarks.says,
            drawings=self._remarks.drawings,
            rays_robot=robot,
            rays=() if robot is None else self._rays_of(robot, update.snapshot),
            sensed=update.sensed,
            camera=tuple(self._camera.values()),
        )

    def _keep(self, update: RunUpdate) -> None:
        """Keep the ticks of an update."""
        with self._lock:
            if update.rows is not None and not len(update.rows):
                return
            self._ticks += 1 if update.rows is None else len(update.rows)
            self._unseen.append(update)
            while self._ticks > TICKS_KEPT:
                oldest = self._unseen.popleft()
                self._ticks -= 1 if oldest.rows is None else len(oldest.rows)

    def _rays_of(self, robot: int, snapshot: Snapshot) -> tuple[RayReport, ...]:
        if self._start is None or not self._start.abilities.rays:
            return ()
        if self._can_trace is None:
            from wsusim.runs.compiled_beside import compiling_beside
            from wsusim.runs.warm_up import RAY_KERNELS

            self._can_trace = compiling_beside("wsusim.runs.warm_up", "warm_up_rays", *RAY_KERNELS)
        if not self._can_trace():
            return ()
        if self._tracer is None:
            from wsusim.runs.ray_tracer import RayTracer

            self._tracer = RayTracer(self._start.world)
        return self._tracer.of(robot, snapshot)


def _points_of(way: Way) -> int:
    return sum(map(len, way[0].values()))
