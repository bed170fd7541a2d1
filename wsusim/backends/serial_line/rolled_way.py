"""How far the wheels of a robot without counters have rolled, from its measured speeds."""

from __future__ import annotations

from wsusim.model.robot_kind import MotorModel

LONGEST_GAP_S = 2.0
"""After a longer silence what the wheels did is unknown, and nothing is added (guess)."""


class RolledWay:
    """Adds up measured speeds over the time between them.

    Between two measurements a speed changes evenly; but after an order it changes at once, as fast
    as a wheel can.

    It is only as good as the robot's measurements and their rate: a program that needs the counters
    should read them several times a second.

    Args:
        motors: Of the robot's kind; its pulses are what is counted.
    """

    def __init__(self, motors: MotorModel) -> None:
        self._pulses_a_second = motors.speed_unit_mm_s / motors.pulse_mm
        self._change_a_second = motors.acceleration_mm_s2 / motors.speed_unit_mm_s
        self._is_ordered = False
        self._ordered: tuple[int, int] = (0, 0)
        self._way = [0.0, 0.0]
        self._speeds: tuple[int, ...] = (0, 0)
        self._noted_s: float | None = None

    @property
    def counters(self) -> tuple[int, int]:
        """The distances of both wheels in pulses."""
        return round(self._way[0]), round(self._way[1])

    @counters.setter
    def counters(self, values: tuple[int, int]) -> None:
        self._way = [float(value) for value in values]

    @property
    def is_rolling(self) -> bool:
        """Whether the wheels turn, or are about to."""
        return any(self._speeds) or any(self._ordered)

    def expect(self, speeds: tuple[int, int]) -> None:
        """Note the new orders to the wheels."""
        self._is_ordered = True
        self._ordered = speeds

    def note(self, speeds: tuple[int, ...], time_s: float) -> None:
        """Note the measured speeds of both wheels at a time."""
        if self._noted_s is not None and 0.0 < time_s - self._noted_s <= LONGEST_GAP_S:
            for wheel in range(2):
                mean = self._mean(self._speeds[wheel], speeds[wheel], time_s - self._noted_s)
                self._way[wheel] += mean * self._pulses_a_second * (time_s - self._noted_s)
        self._speeds, self._noted_s = speeds, time_s
        self._is_ordered = False

    def _mean(self, before: float, now: float, taken_s: float) -> float:
        """Return a wheel's mean speed between two measurements."""
        share = 1.0
        if self._is_ordered:
            share = min(1.0, abs(now - before) / self._change_a_second / taken_s)
        return now + (before - now) / 2.0 * share
