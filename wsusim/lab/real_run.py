"""What ends a run on a real robot early: it is stuck, or can no longer be steered.

Only the robot's answers show what it does, so those are watched: counters that don't
follow their orders, something in front that doesn't come nearer, a link that is lost, and answers
that come too slowly to steer by. A run in the simulation knows better (see ``verdict``).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from wsusim.model.commands import RobotCommand, SetCounters, SetPwm, SetSpeeds, SetTargets
from wsusim.model.elementary import hypot
from wsusim.model.geometry import Pose
from wsusim.model.inputs import Input
from wsusim.model.readings import Quantity
from wsusim.model.robot_kind import RobotKind
from wsusim.model.units import seconds_to_ticks, ticks_to_seconds
from wsusim.model.world import World
from wsusim.recording.notes import Reading
from wsusim.robots import robot_kind
from wsusim.runs.observer import RunObserver, RunStart
from wsusim.runs.sources.dead_reckoning import DeadReckoning

MOST_CONTACT_S = 5.0
"""Longer in all a program must not push at things: motors and gears aren't made for it. A guess."""

STUCK_TICKS = seconds_to_ticks(MOST_CONTACT_S)

LOOK_TICKS = 10
"""Counters are compared over this stretch at least: wheels need time to follow an order."""

LEAST_TURN = 1 / 3
"""A wheel that turns less than this part of its order is blocked: a guess, between 1 and the
``blocked_counter_ratio`` of a Khepera, about 1/8."""

SATURATED = 1000
"""From this reading on, of 1023, a thing is so near that coming nearer changes nothing: a guess."""

AHEAD_DEG = 20.0
"""Sensors that look ahead or back, and not aside."""

BESIDE_MM = 60.0
"""If a robot's counters say that it is so far on, though what was near is still near, then it has
not moved, or pushes that thing. A guess, about a Khepera's diameter."""

LEAST_ANSWERS_PER_S = 5.0
"""A guess: a healthy line of 9600 baud does 20 at least (its longest exchange takes 50 ms). At
80 mm/s a robot drives 16 mm from one of five to the next, half of what its sensors see."""

SLOW_S = 3.0
"""Answers are counted over so much time spent waiting for them."""

LOST_S = 1.0
"""A link is lost after less than this: what its line and its life signs wait for together."""

LATE_S = 0.2
"""A computer that was late for so long of it has not given the robot time to answer. A guess: an
answer takes 0.05 s at most, and finding back into step about 0.3 s."""

LOST_LINK = "lost link"

BUSY: Literal["busy computer"] = "busy computer"

Kind = Literal["stuck", "lost link", "slow answers", "busy computer"]


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Why a run was ended: in a word, for its student, and for the teacher."""

    kind: Kind
    text: str
    about_robot: str


class RealRunJudge(RunObserver):
    """Watches a run on a real robot; calls ``on_breakdown`` once. Ignores simulated robots.

    Args:
        on_breakdown: Ends the run; called in a thread of the run.
        late_s: Returns for how long, of the last so many seconds, this computer was too busy to let
            us read the line.
        is_emulated: Whether the robot is a program on this computer: then no cable can be at fault.
    """

    def __init__(
        self,
        on_breakdown: Callable[[Breakdown], None],
        late_s: Callable[[float], float] = lambda _: 0.0,
        *,
        is_emulated: bool = False,
    ) -> None:
        self._on_breakdown = on_breakdown
        self._late_s = late_s
        self._is_emulated = is_emulated
        self._wheels: _Wheels | None = None
        self._exchanges_s: deque[tuple[float, float]] = deque()
        """How long each took, and how much of that this computer was late."""
        self._waited_s = 0.0
        self._were_late_s = 0.0

    def started(self, start: RunStart) -> None:
        """Begin to watch, if the robot is a real one."""
        if start.request.real_robot is not None:
            self._wheels = _Wheels(robot_kind(start.world.robots[0].kind), start.world)

    def given(self, tick: int, robot: int, what: Input) -> None:
        """Note an order to the wheels."""
        if self._wheels is not None and isinstance(what, RobotCommand):
            self._wheels.order(tick, what)

    def answered(self, reading: Reading) -> None:
        """Check that the robot does what it was told."""
        wheels = self._wheels
        if wheels is None:
            return
        if reading.quantity is Quantity.POSITIONS:
            wheels.turned(reading.tick, reading.values)
        elif reading.quantity is Quantity.PROXIMITY:
            wheels.looked(reading.tick, reading.values)
        if reason := wheels.why_stuck(reading.tick):
            seconds = ticks_to_seconds(reading.tick)
            self._end(
                "stuck",
                f"The robot got stuck at {seconds:.0f} s: {reason} It was stopped.",
                "It got stuck. Look whether something holds it.",
            )

    def exchanged(self, tick: int, seconds: float) -> None:
        """Check how fast the robot answers."""
        if self._wheels is None:
            return
        late_s = min(seconds, self._late_s(seconds))
        self._exchanges_s.append((seconds, late_s))
        self._waited_s += seconds
        self._were_late_s += late_s
        while self._waited_s - self._exchanges_s[0][0] >= SLOW_S:
            seconds, late_s = self._exchanges_s.popleft()
            self._waited_s -= seconds
            self._were_late_s -= late_s
        answers = len(self._exchanges_s)
        rate = answers / max(self._waited_s, 1e-9)
        if self._waited_s < SLOW_S or rate >= LEAST_ANSWERS_PER_S:
            return
        awake_s = self._waited_s - self._were_late_s
        if self._is_emulated or answers >= LEAST_ANSWERS_PER_S * awake_s:
            self._end_busy(tick)  # the robot alone would have been quick enough
        else:
            self._end(
                "slow answers",
                f"The robot answered too slowly at {ticks_to_seconds(tick):.0f} s: {rate:.1f} "
                f"times a second, and a program needs {LEAST_ANSWERS_PER_S:.0f} answers a second "
                "to steer by. It was stopped. This is not your program's fault: tell your "
                "teacher, who will look at the cable and at the lab's computer.",
                f"It answered too slowly: {rate:.1f} times a second. Look at the cable, and "
                "whether this computer is too busy.",
            )

    def link_lost(self, tick: int, reason: str) -> None:
        """End the run, even if the program would go on."""
        if self._wheels is None:
            return
        if self._is_emulated or self._late_s(LOST_S) >= LATE_S:
            self._end_busy(tick)
        else:
            self._end(
                "lost link",
                f"The link to the robot was lost at {ticks_to_seconds(tick):.0f} s. This is not "
                f"your program's fault: tell your teacher. {reason}",
                reason,
            )

    def _end_busy(self, tick: int) -> None:
        self._end(
            BUSY,
            f"The lab's computer was too busy at {ticks_to_seconds(tick):.0f} s to drive the robot "
            "in time, so the run was stopped. This is not your program's fault: send it again, and "
            "tell your teacher if it happens often.",
            "This computer was too busy to drive it in time. The lab looks whether it answers. If "
            "this happens often, let fewer simulations run at once.",
        )

    def _end(self, kind: Kind, text: str, about_robot: str) -> None:
        self._wheels = None
        self._on_breakdown(Breakdown(kind, text, about_robot))


class _Wheels:
    """What the wheels were told and what they did, in pulses (left, right)."""

    def __init__(self, kind: RobotKind, world: World) -> None:
        self._unit_pulses = kind.motors.unit_pulses
        self._reckoning = DeadReckoning(
            Pose(0.0, 0.0), kind.wheel_base_mm, kind.motors.pulse_mm, kind.axle_x_mm
        )
        bearings = [abs(sensor.bearing_deg) for sensor in kind.sensors]
        self._front = [n for n, deg in enumerate(bearings) if deg <= AHEAD_DEG]
        self._back = [n for n, deg in enumerate(bearings) if deg >= 180.0 - AHEAD_DEG]
        # A thing that gives way can be pushed as far as the arena goes, unseen.
        arena = world.arena
        diagonal_mm = hypot(arena.width_mm, arena.height_mm)
        self._most_mm = diagonal_mm if world.movables else BESIDE_MM
        self._speeds: tuple[int, int] | None = (0, 0)
        """``None``: told something else than speeds."""
        self._ordered_tick = 0
        self._due = [0.0, 0.0]
        self._counters: tuple[int, ...] | None = None
        self._counted_tick = 0
        self._free_tick = [0, 0]
        """Until when each wheel did as it was told."""
        self._direction = 0
        self._near: tuple[int, Pose] | None = None
        """Since when, and where it was then, something is near where it drives to."""

    def order(self, tick: int, command: RobotCommand) -> None:
        """Note an order."""
        match command:
            case SetSpeeds():
                self._add_due(tick)
                self._speeds = (command.left, command.right)
                slower, faster = sorted((command.left, command.right), key=abs)
                is_straight = slower * faster > 0 and 2 * abs(slower) >= abs(faster)
                direction = int(math.copysign(1, faster)) if is_straight else 0
                if direction != self._direction:
                    self._direction, self._near = direction, None
            case SetTargets() | SetPwm():
                self._speeds, self._direction, self._near = None, 0, None
            case SetCounters():
                self._counters = None

    def turned(self, tick: int, counters: tuple[int, ...]) -> None:
        """Note the counters."""
        before, ticks = self._counters, tick - self._counted_tick
        if before is not None and ticks < LOOK_TICKS:
            return
        self._add_due(tick)
        if before is None:
            self._reckoning.begin(*counters)
            if self._counted_tick == 0:
                self._free_tick = [tick, tick]  # of what was before nothing is known
        else:
            self._reckoning.update(*counters)
            moved = [now - then for now, then in zip(counters, before, strict=True)]
            for wheel in (0, 1):
                due, is_told = abs(self._due[wheel]), self._speeds is not None
                is_idle = due < 0.5 * self._unit_pulses * ticks
                if not is_told or is_idle or abs(moved[wheel]) >= LEAST_TURN * due:
                    self._free_tick[wheel] = tick
        self._counters, self._counted_tick, self._due = counters, tick, [0.0, 0.0]

    def looked(self, tick: int, proximities: tuple[int, ...]) -> None:
        """Note what is near."""
        ahead = {1: self._front, -1: self._back}.get(self._direction, [])
        if not any(proximities[sensor] >= SATURATED for sensor in ahead):
            self._near = None
        elif self._near is None:
            self._near = tick, self._reckoning.pose

    def why_stuck(self, tick: int) -> str:
        """Return why it is stuck; empty if it isn't."""
        if self._counted_tick - min(self._free_tick) >= STUCK_TICKS:
            return (
                f"its wheels hardly turned for {MOST_CONTACT_S:.0f} s, though your program told "
                "them to. Something holds it, probably a wall. Use the sensors to keep clear."
            )
        if self._near is None:
            return ""
        near_tick, begun = self._near
        now = self._reckoning.pose
        way_mm = hypot(now.x_mm - begun.x_mm, now.y_mm - begun.y_mm)
        if tick - near_tick < STUCK_TICKS or way_mm < self._most_mm:
            return ""
        return (
            f"it drove towards something close by for {ticks_to_seconds(tick - near_tick):.0f} s, "
            "and its wheels turned, but nothing it sees has changed. It probably pushes at a wall. "
            "Use the sensors to keep clear."
        )

    def _add_due(self, tick: int) -> None:
        """Add up what the wheels should have turned since the last order."""
        ticks, self._ordered_tick = tick - self._ordered_tick, tick
        for wheel, speed in enumerate(self._speeds or (0, 0)):
            self._due[wheel] += speed * self._unit_pulses * ticks
