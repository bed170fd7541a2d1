"""The recording of a match, to be shared. Only this needs the contest's package."""

from __future__ import annotations

from functools import partial

from wsusim.ciber.match_inputs import Came
from wsusim.ciber.recorded.match_reader import MatchRecording
from wsusim.live.match_telling import MatchFrame, scene_of_match, tell_match, trail_of
from wsusim.live.publisher import Publisher
from wsusim.live.replaying import WINDING
from wsusim.model.units import seconds_to_ticks

TRAIL_POINTS = 2000
"""So many points of each trail are told at most when a match is wound on."""


class MatchReel:
    """The recording of a match; fulfils ``Reel``."""

    def __init__(self, recording: MatchRecording) -> None:
        self._recording = recording
        self._beacons = frozenset(
            came.number
            for _, came in recording.inputs()
            if isinstance(came, Came) and came.beacon_height is not None
        )
        self.step_ticks = seconds_to_ticks(recording.head.parameters.cycle_ms / 1000.0)
        self.first_tick = self.step_ticks * recording.at(0).time
        self.last_tick = self.step_ticks * recording.last_time

    def begin(self, publisher: Publisher) -> None:
        """Show its scene."""
        span_ticks = (self.first_tick, self.last_tick)
        head = self._recording.head
        publisher.begin(scene_of_match(head, abilities=WINDING, span_ticks=span_ticks))

    def show(self, publisher: Publisher, after_tick: int, tick: int) -> None:
        """Show a moment, and extend the trails to it."""
        first, time = after_tick // self.step_ticks + 1, tick // self.step_ticks
        step = max(1, (time - first) // TRAIL_POINTS)
        for between in range(first, time + 1, step):
            for robot, place_mm in trail_of(self._recording.at(between)).items():
                publisher.lead(robot, [place_mm])
        picture = self._recording.at(time)
        frame = MatchFrame(picture, self._beacons, self._recording.thoughts_at(time))
        publisher.show_as(tick, partial(tell_match, frame=frame))
