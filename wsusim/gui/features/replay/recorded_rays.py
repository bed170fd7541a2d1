"""The rays of a robot in a recording: traced anew for the moment that is shown, in a thread."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from wsusim.gui.arena.scene import ArenaScene
from wsusim.gui.features.replay.film import Film
from wsusim.gui.features.run.bridge import RunBridge, to_draw
from wsusim.gui.widgets.newest_first import NewestFirst
from wsusim.model.snapshot import Snapshot
from wsusim.model.world import World
from wsusim.runs.live_events import Picture

if TYPE_CHECKING:
    from wsusim.engine.explain import RayReport
    from wsusim.runs.live_rays import LiveRays

Traced = tuple[World, int, "tuple[RayReport, ...]"]
"""The maze, the number of the robot, its rays."""


class RecordedRays(QObject):
    """Draws the rays for each picture that is shown, a moment later; what comes too late is left.

    However fast somebody scrubs, one trace is done at a time (some 2 ms), the newest one last.
    """

    def __init__(self, scene: ArenaScene, bridge: RunBridge) -> None:
        super().__init__(bridge)
        self._scene = scene
        self._bridge = bridge
        self._world: World | None = None
        self._picture: Picture | None = None
        self._tracer: LiveRays | None = None
        self.worker = NewestFirst("wsusim-rays", self)
        self.worker.done.connect(self._draw)
        bridge.rays_watched.connect(self._trace)

    def take(self, film: Film | None) -> None:
        """Show the rays of another film; of a real robot nobody knows any."""
        is_known = film is not None and film.header.real_robot is None
        self._world = film.header.world if film is not None and is_known else None
        self._picture = None
        self._tracer = None
        self.worker.forget()

    def show(self, picture: Picture) -> None:
        """Show the rays of this moment, if any are to be shown."""
        self._picture = picture
        self._trace()

    def close(self) -> None:
        """End the thread."""
        self.worker.close()

    def _trace(self) -> None:
        robot, picture = self._bridge.rays_robot, self._picture
        if robot is None or picture is None or self._world is None:
            self.worker.forget()
        elif robot < len(picture.snapshot.robots):
            self.worker.ask(partial(self._work, self._world, robot, picture.snapshot))

    def _work(self, world: World, robot: int, snapshot: Snapshot) -> Traced:
        """Trace; in the worker's thread, where the engine may be imported and compiled."""
        from wsusim.runs.live_rays import LiveRays

        tracer = self._tracer
        if tracer is None or tracer.world is not world:
            tracer = LiveRays(world, period_s=0.0)
            self._tracer = tracer
        return world, robot, tracer.of(robot, snapshot)

    def _draw(self, traced: Traced) -> None:
        world, robot, rays = traced
        if world is self._world and robot == self._bridge.rays_robot:
            self._scene.set_rays(world.robots[robot].id, to_draw(rays))
