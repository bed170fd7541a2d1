"""What is made only on demand: rays of sensors, pictures of robots' eyes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from wsusim.live.telling import Teller
from wsusim.model.snapshot import Snapshot
from wsusim.model.world import World
from wsusim.runs.pictures import Picture

if TYPE_CHECKING:
    from wsusim.engine.eye import EyeView
    from wsusim.runs.ray_tracer import RayTracer

PERIOD_S = 1 / 12
"""Rays cost 2 ms a robot; an eye's picture 0.5 ms, two thirds of it the PNG of 1 to 2 kB."""

SHARE = 3.0
"""A quarter of a processor at most, however many robots are looked at: so many times as long as the
work took is waited."""

EYE_PX = (160, 120)


class OnDemand:
    """Works in a thread of its own, which may be late; uses the newest picture.

    Args:
        newest: Returns what is shown: the maze, ``None`` if nothing can be made of it (a real
            robot, a match), and the newest picture.
        act: Accepts what to send, for the sending thread.

    Attributes:
        wanted: By topic, of which robots; replaced, never changed.
    """

    def __init__(
        self,
        newest: Callable[[], tuple[World | None, Picture | None]],
        act: Callable[[Callable[[Teller], None]], None],
    ) -> None:
        self._newest = newest
        self._act = act
        self._world: World | None = None
        self._tracer: RayTracer | None = None
        self._view: EyeView | None = None
        self.wanted: Mapping[str, Sequence[int]] = {}

    def work(self, is_closing: threading.Event) -> None:
        """Work until ``is_closing``; the first time takes long, while kernels are compiled."""
        spent_s = 0.0
        last: Picture | None = None
        while not is_closing.wait(max(PERIOD_S, SHARE * spent_s)):
            begun_s = monotonic()
            world, picture = self._newest()
            if world is None or picture is None or not any(self.wanted.values()):
                last = None
                continue
            if picture is not last:
                self.make(world, picture)
                last = picture
            spent_s = min(monotonic() - begun_s, 1.0)

    def make(self, world: World, picture: Picture) -> None:
        """Make what is wanted from a picture."""
        if world is not self._world:
            self._world, self._tracer, self._view = world, None, None
        for robot in self._robots("rays", picture):
            rays = self._trace().of(robot, picture.snapshot)
            self._act(partial(Teller.show_rays, robot=robot, rays=rays))
        for robot in self._robots("eye", picture):
            png = self._png(picture.snapshot, robot)
            self._act(partial(Teller.show_eye, robot=robot, size=EYE_PX, png=png))

    def _robots(self, topic: str, picture: Picture) -> list[int]:
        robots = len(picture.snapshot.robots)
        return [robot for robot in self.wanted.get(topic, ()) if robot < robots]

    def _trace(self) -> RayTracer:
        from wsusim.runs.ray_tracer import RayTracer

        assert self._world is not None
        self._tracer = self._tracer or RayTracer(self._world, period_s=0.0)
        return self._tracer

    def _png(self, moment: Snapshot, robot: int) -> bytes:
        from wsusim.engine.eye import EyeView
        from wsusim.recording.eye_pictures import png_of

        assert self._world is not None
        self._view = self._view or EyeView(self._world)
        return png_of(self._view.eye(moment, robot, EYE_PX))
