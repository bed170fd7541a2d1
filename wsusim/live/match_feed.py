"""Passes a match of the contest to a publisher, in each cycle."""

from __future__ import annotations

from functools import partial

from wsusim.ciber.arena import Arena
from wsusim.ciber.arena_server import ArenaServer
from wsusim.ciber.picture import picture_of
from wsusim.ciber.recorded.head import MatchHead
from wsusim.live.match_telling import MatchFrame, scene_of_match, tell_match, trail_of
from wsusim.live.publisher import Publisher
from wsusim.model.units import seconds_to_ticks


class MatchFeed:
    """Observes an arena in each cycle, and never waits.

    Viewers can only watch. ``note`` is an observer of an ``ArenaServer``.
    """

    def __init__(self, publisher: Publisher) -> None:
        self._publisher = publisher
        self._arena: Arena | None = None
        self._time = -1

    def note(self, server: ArenaServer) -> None:
        """Show a cycle; for a new arena, its scene first."""
        arena, publisher = server.arena, self._publisher
        if arena is not self._arena:
            self._arena, self._time = arena, -1
            publisher.begin(scene_of_match(MatchHead.of(arena, "", ())))
            publisher.note({"phase": "going", "is_paused": False})
        picture = picture_of(arena, server.silent_cycles)
        if picture.time != self._time:
            self._time = picture.time
            for robot, place_mm in trail_of(picture).items():
                publisher.lead(robot, [place_mm])
        tick = seconds_to_ticks(picture.time * arena.parameters.cycle_ms / 1000.0)
        beacons = frozenset(r.number for r in arena.robots.values() if r.beacon_height is not None)
        frame = MatchFrame(picture, beacons, dict(server.thoughts))
        publisher.show_as(tick, partial(tell_match, frame=frame))

    def ended(self) -> None:
        """Show that it is over."""
        self._publisher.note({"phase": "ended", "end": ""})
