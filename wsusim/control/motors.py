"""The two wheels: their speeds, and the counters that say how far they turned."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from wsusim.control.misuse import real_number, shown, whole_number, with_article
from wsusim.control.part import Part
from wsusim.control.travel import turn_wheels
from wsusim.errors import MisuseAttribute, MisuseValue
from wsusim.model.commands import SetCounters, SetProfile, SetSpeeds, SetTargets
from wsusim.model.readings import Quantity

if TYPE_CHECKING:
    from wsusim.control.calls import Calls

MAX_TARGET_PULSES = 2**23 - 2
"""Farthest target (Khepera manual, command C)."""

MAX_TRAVEL_PULSES = 1_000_000
"""80 m; more at once is a mistake in the unit."""

MAX_ACCELERATION = 255
"""Greatest acceleration order (guess: the manual names no limit; 255 is 0.8 m/s2)."""

BLOCKED_TICKS = 30
"""So old an order must be before a slow wheel is a blocked one: the motor needs time (guess)."""

LEAST_ORDER = 2
"""Slower orders than this can't be told from standing still (guess)."""

_COUNTER_LOW, _COUNTER_HIGH = -(2**31), 2**31 - 1

_USE_SET_SPEEDS = (
    "It tells you what the wheel is doing now. To drive, call `set_speeds(left, right)`."
)
_USE_SET_POSITIONS = "It is a counter. Set both with `set_positions(left, right)`."


class Motors(Part):
    """Both wheels.

    Speeds are whole numbers; negative is backwards. A Khepera counts pulses per 10 ms, -127 to 127,
    and 1 is 8 mm/s. Other robots have units of their own; ``set_speeds_mm_s`` is the same on all.
    Positions are in pulses, on a Khepera of 0.08 mm. Other numbers are rounded to the nearest whole
    number (halves to the even one, like Python's ``round``).

    Example:
        >>> from wsusim.backends.fake import FakeBackend
        >>> from wsusim.control.robot import Robot
        >>> fake = FakeBackend()
        >>> Robot(fake).motors.set_speeds(5, -5)
        >>> fake.speeds
        (5, -5)
    """

    __slots__ = ("_model", "_most")
    _title: ClassVar[str] = "`motors`"
    _advice: ClassVar[dict[str, str]] = {
        "set_speeds": "Call it: `set_speeds(3, 3)`.",
        "left_speed": _USE_SET_SPEEDS,
        "right_speed": _USE_SET_SPEEDS,
        "left_position": _USE_SET_POSITIONS,
        "right_position": _USE_SET_POSITIONS,
    }

    def __init__(self, robot: Calls) -> None:
        super().__init__(robot)
        self._model = robot.kind.motors
        self._most = self._model.max_speed

    def set_speeds(self, left: int | float, right: int | float) -> None:
        """Turn the wheels at these speeds until the next command.

        Args:
            left: Speed of the left wheel; a Khepera takes -127 to 127 (1 = 8 mm/s).
            right: Speed of the right wheel.

        Raises:
            Misuse: A speed is not a number or is out of range.
        """
        robot = self._robot
        order = robot.speeds
        # A busy loop gives the same order again and again: it was checked the first time.
        if order.left is left and order.right is right:
            robot.drive(order)
            return
        most = self._most
        if (
            type(left) is int  # as nearly always
            and type(right) is int
            and -most <= left <= most
            and -most <= right <= most
        ):
            robot.drive(_speeds(left, right))
        else:
            robot.drive(_speeds(self._speed("left", left), self._speed("right", right)))

    def set_speeds_mm_s(self, left: float, right: float) -> None:
        """Turn the wheels at these speeds, in millimetres per second, until the next command.

        The same on every kind of robot. Each wheel takes the nearest speed that it can turn at.

        Args:
            left: Speed of the left wheel; negative is backwards.
            right: Speed of the right wheel.

        Raises:
            Misuse: A speed is not a number, or faster than the robot (``top_speed_mm_s``).

        Example:
            >>> from wsusim.backends.fake import FakeBackend
            >>> from wsusim.control.robot import Robot
            >>> fake = FakeBackend()
            >>> Robot(fake).motors.set_speeds_mm_s(40, -40)
            >>> fake.speeds
            (5, -5)
        """
        self._robot.drive(_speeds(self._speed_of("left", left), self._speed_of("right", right)))

    @property
    def top_speed_mm_s(self) -> float:
        """How fast this robot can drive, in millimetres per second."""
        return self._model.top_mm_s

    def _speed(self, name: str, value: float) -> int:
        most = self._most
        taker = f"{with_article(self._robot.kind.title)}'s motor"
        advice = f"1 is {self._model.speed_unit_mm_s:g} mm/s; most programs drive at {self._usual}."
        return whole_number(name, value, -most, most, taker, advice)

    def _speed_of(self, name: str, value: float) -> int:
        taker = f"{with_article(self._robot.kind.title)}'s motor"
        top = self._model.top_mm_s
        number = real_number(name, value, taker, f"{-top:g} to {top:g} mm/s")
        if abs(number) > top * (1.0 + 1e-9):
            raise MisuseValue(
                f"`{name}` is {shown(value)} mm/s, but {taker} takes {-top:g} to {top:g} mm/s. "
                f"Most programs drive at 20 to {min(160.0, top):g}."
            )
        return round(number / self._model.speed_unit_mm_s)

    @property
    def _usual(self) -> str:
        """Return the speeds at which most programs drive: 3 to 20 of a Khepera's units."""
        unit = self._model.speed_unit_mm_s
        return f"{round(24.0 / unit)} to {min(round(160.0 / unit), self._most)}"

    def stop(self) -> None:
        """Stop both wheels."""
        self.set_speeds(0, 0)

    @property
    def left_speed(self) -> int:
        """How fast the left wheel is turning now, in the unit of ``set_speeds``."""
        return self._robot.read(Quantity.SPEEDS)[0]

    @property
    def right_speed(self) -> int:
        """How fast the right wheel is turning now, in the unit of ``set_speeds``."""
        return self._robot.read(Quantity.SPEEDS)[1]

    @property
    def is_blocked(self) -> bool:
        """Whether a wheel can't turn as it was told: the robot pushes against something.

        It is derived from what the wheels measure, so that a real robot can tell, too: a wheel
        that should turn has been slower than half of its order, and the order is older than 0.3 s.

        Raises:
            Misuse: The robot's wheels don't measure how they turn (e-puck).
        """
        if self._model.blocked_counter_ratio >= 1.0:
            title = self._robot.kind.title
            raise MisuseAttribute(
                f"This robot is {with_article(title)}, whose wheels can't tell whether they are "
                "blocked: they count the steps that were ordered. Use the proximity sensors."
            )
        speeds = self._robot.read(Quantity.SPEEDS)
        if self._robot.speeds_age_ticks < BLOCKED_TICKS:
            return False
        ordered = self._robot.speeds.left, self._robot.speeds.right
        return any(
            abs(order) >= LEAST_ORDER and speed * (1 if order > 0 else -1) < abs(order) / 2
            for order, speed in zip(ordered, speeds, strict=True)
        )

    @property
    def left_position(self) -> int:
        """Counter of the left wheel in pulses (a Khepera: 0.08 mm each); backwards counts down."""
        return self._robot.read(Quantity.POSITIONS)[0]

    @property
    def right_position(self) -> int:
        """Counter of the right wheel in pulses (a Khepera: 0.08 mm each); backwards counts down."""
        return self._robot.read(Quantity.POSITIONS)[1]

    def reset_positions(self) -> None:
        """Set both counters to 0; takes one tick (10 ms)."""
        self.set_positions(0, 0)

    def set_positions(self, left: float, right: float) -> None:
        """Set both counters, in pulses; takes one tick (10 ms)."""
        self._robot.send_and_settle(SetCounters(_counter("left", left), _counter("right", right)))

    def move_to(self, left: float, right: float) -> None:
        """Turn the wheels until the counters show these values, then hold.

        Returns after one tick; check ``is_on_target`` to see if it is there. The wheels speed
        up and slow down as ``set_profile`` says.
        """
        self._robot.send_and_settle(SetTargets(_target("left", left), _target("right", right)))

    def set_profile(self, speed: float | None = None, acceleration: float = 64) -> None:
        """Set how fast ``move_to``, ``drive_mm`` and ``turn_deg`` go.

        Args:
            speed: Greatest speed, from 1, in the unit of ``set_speeds``; without it as at the
                start: 20 on a Khepera.
            acceleration: 1 to 255 (1 = 3.125 mm/s2).
        """
        usual = self._model.usual_profile.left_speed
        advice = f"The robot starts with set_profile({usual}, 64)."
        wanted = usual if speed is None else speed
        v = whole_number("speed", wanted, 1, self._most, "set_profile", advice)
        a = whole_number("acceleration", acceleration, 1, MAX_ACCELERATION, "set_profile", advice)
        self._robot.profile = SetProfile(v, a, v, a)
        self._robot.send(self._robot.profile)

    def drive_mm(self, distance: float) -> bool:
        """Drive this many millimetres and wait until done; negative numbers drive backwards.

        The wheels speed up and slow down as ``set_profile`` says.

        Returns:
            ``True`` when the robot got there; ``False`` when something was in its way. Then it
            stands still, and the counters tell you how far it got.
        """
        number = real_number(
            "distance", distance, "drive_mm", "millimetres, negative to go backward"
        )
        pulses = _travel("distance", number, number / self.pulse_mm, "A metre is drive_mm(1000).")
        return turn_wheels(self._robot, self._robot.profile, pulses, pulses)

    def turn_deg(self, angle: float) -> bool:
        """Turn this many degrees on the spot and wait until done.

        Positive is to the left, negative to the right.

        Returns:
            ``True`` when the robot has turned; ``False`` when something was in its way.
        """
        number = real_number("angle", angle, "turn_deg", "degrees, negative to turn right")
        way_mm = math.radians(number) * self.wheel_base_mm / 2.0
        pulses = _travel("angle", number, way_mm / self.pulse_mm, "A quarter turn is turn_deg(90).")
        return turn_wheels(self._robot, self._robot.profile, -pulses, pulses)

    @property
    def pulse_mm(self) -> float:
        """How many millimetres a wheel rolls for one pulse of its counter: about 0.08 (Khepera)."""
        return self._robot.info.pulse_mm

    @property
    def wheel_base_mm(self) -> float:
        """Distance between the two wheels in millimetres."""
        return self._robot.kind.wheel_base_mm

    @property
    def is_on_target(self) -> bool:
        """Whether both wheels have reached what ``move_to`` asked for."""
        motion = self._robot.read(Quantity.MOTION)
        return motion[0] == 1 and motion[3] == 1


_speeds = lru_cache(1024)(SetSpeeds)
"""Orders are values, so the same order again may be the same object: five times as fast."""


def _counter(name: str, value: float) -> int:
    advice = "Counters hold 32 bits. Use smaller numbers."
    return whole_number(name, value, _COUNTER_LOW, _COUNTER_HIGH, "a counter", advice)


def _travel(name: str, asked: float, pulses: float, advice: str) -> int:
    if abs(pulses) > MAX_TRAVEL_PULSES:
        raise MisuseValue(f"`{name}` is {asked:g}, which is farther than a robot can go. {advice}")
    return round(pulses)


def _target(name: str, value: float) -> int:
    advice = "On a Khepera, a metre is 12,500 pulses."
    return whole_number(name, value, -MAX_TARGET_PULSES, MAX_TARGET_PULSES, "move_to", advice)
