"""Gain and unsteadiness of the wheels, from their counters."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.calibration.measurements import (
    SIDES,
    STEP_TICKS,
    SpeedReading,
    StepReading,
)
from wsusim.model.robot_kind import MotorModel

Floats = NDArray[np.float64]

LEAST_STEPS = 10
"""Steps at one order, below which nothing is said of the noise."""

SURE = 2.0
"""Standard errors from which on two wheels are taken to have something in common."""

ROUNDING = 1.0 / 6.0
"""Variance of the difference of two counters that are whole numbers."""

FARTHEST = 6.0
"""Times the median distance from the median: four standard deviations."""


def motor_gain(speeds: list[SpeedReading], side: str) -> float | None:
    """Return counted over ordered speed, by least squares; ``None``: not measured."""
    orders = np.array([reading.order for reading in speeds if reading.side == side])
    counted = np.array([reading.speed for reading in speeds if reading.side == side])
    power = float(orders @ orders)
    return float(orders @ counted) / power if power else None


def motor_noises(steps: list[StepReading], motors: MotorModel) -> tuple[float, float] | None:
    """Return how much unsteadier the left and the right wheel are than their kind's.

    A step's length is not known exactly: when the answer to one reading comes late, both wheels
    seem to be fast for a step. What both do in common is therefore taken away: the variance of one
    less the covariance of both is its own. Steps that are far longer than others (a tick and more)
    are left out.
    ``None``: not measured.
    """
    own = np.zeros(2)
    usual = 0.0
    for order in sorted({reading.order for reading in steps}):
        left, right = (
            np.array([r.pulses for r in steps if r.order == order and r.side == side])
            for side in SIDES
        )
        if order == 0.0 or len(left) < LEAST_STEPS or len(left) != len(right):
            continue
        # In units of each wheel's own way, so that a late answer is the same for both.
        ways = np.array([np.median(left), np.median(right)])
        if not ways.all():
            continue
        mean = float(np.abs(ways).mean())
        turned = np.array([left / ways[0], right / ways[1]]) * mean
        spread = np.cov(turned[:, _usual(turned.sum(axis=0))])
        common = spread[0, 1]
        if common < SURE * math.sqrt(spread[0, 0] * spread[1, 1] / len(left)):
            common = 0.0  # as large as chance makes it
        own += np.maximum(np.diag(spread) - common - ROUNDING, 0.0)
        usual += (mean * motors.speed_noise) ** 2 / STEP_TICKS
    if not usual:
        return None
    left_noise, right_noise = (math.sqrt(variance / usual) for variance in own)
    return left_noise, right_noise


def _usual(values: Floats) -> NDArray[np.bool_]:
    """Tell which values are within reason of their median."""
    distance = np.abs(values - np.median(values))
    usual: NDArray[np.bool_] = distance <= FARTHEST * max(float(np.median(distance)), 1.0)
    return usual
