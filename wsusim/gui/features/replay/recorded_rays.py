"""The rays of a robot in a recording: traced again for the moment that is shown, in a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from wsusim.analysis.film import Film
from wsusim.gui.shell.shell import Shell
from wsusim.gui.widgets.worker import Report, Worker
from wsusim.model.snapshot import Snapshot

if TYPE_CHECKING:
    from wsusim.engine.sensor_reports import RayReport
    from wsusim.runs.ray_tracer import RayTracer


class RecordedRays(QObject):
    """Draws the rays for each picture that is shown, a moment later; late ones are dropped.

    However fast a person scrubs, one trace is done at a time (some 2 ms), the newest one last.
    """

    def __init__(self, shell: Shell, film: Film) -> None:
        super().__init__()
        self._scene, self._attention = shell.scene, shell.attention
        self._world = film.header.world
        self._is_known = film.header.real_robot is None
        self._snapshot: Snapshot | None = None
        self._tracer: RayTracer | None = None
        self._drawn: int | None = None
        self.worker = Worker(self, newest_only=True)
        shell.attention.rays_changed.connect(self._trace)

    def show(self, snapshot: Snapshot) -> None:
        """Show the rays of this moment, if any are wanted."""
        self._snapshot = snapshot
        self._trace()

    def close(self) -> None:
        """End the thread."""
        self._attention.rays_changed.disconnect(self._trace)
        self.worker.close()
        self._draw_of(self._drawn, ())

    def _trace(self) -> None:
        robot, snapshot = self._attention.rays_robot, self._snapshot
        if robot != self._drawn:
            self._draw_of(self._drawn, ())
        if robot is None or snapshot is None or not self._is_known:
            self.worker.forget()
            return
        if robot < len(snapshot.robots):
            self.worker.ask(
                lambda report: self._work(robot, snapshot, report),
                lambda rays: self._draw(robot, rays),
                lambda _error: None,  # the worker has logged why there are no rays
            )

    def _work(self, robot: int, snapshot: Snapshot, _report: Report) -> tuple[RayReport, ...]:
        """Trace; in the worker's thread, where the engine may be imported and compiled."""
        from wsusim.runs.ray_tracer import RayTracer

        if self._tracer is None:
            self._tracer = RayTracer(self._world, period_s=0.0)
        return self._tracer.of(robot, snapshot)

    def _draw(self, robot: int, rays: tuple[RayReport, ...]) -> None:
        if robot == self._attention.rays_robot:
            self._draw_of(robot, rays)

    def _draw_of(self, robot: int | None, rays: tuple[RayReport, ...]) -> None:
        if robot is not None:
            self._drawn = robot if rays else None
            self._scene.set_rays(self._world.robots[robot].id, rays)
