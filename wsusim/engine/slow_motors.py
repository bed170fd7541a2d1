"""Motors that are slower for a while, as a robot's tuning says."""

from __future__ import annotations

from collections.abc import Sequence

from wsusim.model.robot_table import Robot
from wsusim.model.tuning import RobotTuning
from wsusim.model.units import seconds_to_ticks


class SlowMotors:
    """All slow motors of a world; immutable."""

    def __init__(self, tunings: Sequence[RobotTuning]) -> None:
        self._all = [
            (robot, slow, seconds_to_ticks(slow.from_s), seconds_to_ticks(slow.until_s))
            for robot, tuning in enumerate(tunings)
            for slow in tuning.slow_motors
        ]

    def turn(self, robots: Sequence[Robot], tick: int) -> list[int]:
        """Set how slow each motor is at a tick; return the later ticks when that changes."""
        later = []
        for robot, slow, begin, end in self._all:
            me = robots[robot]
            wheel = me.right if slow.side == "right" else me.left
            wheel.slowness = slow.factor if begin <= tick < end else 1.0
            later += [change for change in (begin, end) if change > tick]
        return later
