"""How far the wheels of a robot without counters have rolled, from the speeds that it measures."""

from __future__ import annotations

from wsusim.model.robot_kind import MotorModel

LONGEST_GAP_S = 2.0
"""After a longer silence nobody knows what the wheels did, and nothing is added (guess)."""


class RolledWay:
    """Adds up measured speeds over the time between them.

    It is only as good as the robot's measurement, and as frequent as it is asked: a program that
    needs the counters should read them several times a second.

    Args:
        motors: Of the robot's kind; its pulses are what is counted.
    """

    def __init__(self, motors: MotorModel) -> None:
        self._pulses_a_second = motors.speed_unit_mm_s / motors.pulse_mm
        self._way = [0.0, 0.0]
        self._speeds: tuple[int, ...] = (0, 0)
        self._noted_s: float | None = None

    @property
    def counters(self) -> tuple[int, int]:
        """Both ways in pulses."""
        return round(self._way[0]), round(self._way[1])

    @counters.setter
    def counters(self, values: tuple[int, int]) -> None:
        self._way = [float(value) for value in values]

    @property
    def is_rolling(self) -> bool:
        """Whether the wheels turn, or are about to."""
        return any(self._speeds)

    def expect(self, speeds: tuple[int, int]) -> None:
        """Hear that the wheels were ordered to turn like this: they will, within a tenth of a s."""
        self._speeds = speeds

    def note(self, speeds: tuple[int, ...], time_s: float) -> None:
        """Hear what both wheels measure at a time: between two times, their mean."""
        if self._noted_s is not None and 0.0 < time_s - self._noted_s <= LONGEST_GAP_S:
            for wheel in range(2):
                mean = (self._speeds[wheel] + speeds[wheel]) / 2.0
                self._way[wheel] += mean * self._pulses_a_second * (time_s - self._noted_s)
        self._speeds, self._noted_s = speeds, time_s
