"""Plain twin of ``kernels.mission``: everything is counted from scratch at each tick."""

from __future__ import annotations

from dataclasses import dataclass, field

from wsusim.model.geometry import Point
from wsusim.model.world import GoalRegion, Mission


@dataclass
class Recount:
    """A mission under way."""

    mission: Mission
    goals: list[GoalRegion]
    caps: int
    """How many caps the world has."""
    reached_at: dict[int, int] = field(default_factory=dict)
    """Tick at which each robot first was in a goal."""
    delivered: int = 0
    achieved_at: int | None = None

    def look(self, tick: int, robots: list[Point], caps_on_floor: list[Point]) -> None:
        """Take note of where all robots' and lying caps' centres are at a tick."""
        for robot, place in enumerate(robots):
            if self.is_in_goal(place):
                self.reached_at.setdefault(robot, tick)
        self.delivered = sum(self.is_in_goal(place) for place in caps_on_floor)
        if self.achieved_at is None and self._is_achieved(len(robots)):
            self.achieved_at = tick

    def is_in_goal(self, place: Point) -> bool:
        """Return whether a point is in a goal region."""
        return any(goal.contains(*place) for goal in self.goals)

    def _is_achieved(self, robots: int) -> bool:
        if self.mission.kind == "reach_goal":
            needed = robots if self.mission.winner == "all" else 1
            return 0 < needed <= len(self.reached_at)
        if self.mission.kind == "deliver_caps":
            wanted = self.mission.caps_to_deliver
            return self.delivered >= (self.caps if wanted is None else wanted)
        return False
