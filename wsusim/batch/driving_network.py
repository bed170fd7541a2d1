"""A small neural network that drives robots: ``Network``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wsusim.errors import BadInput
from wsusim.kernels.policy import DARK, LIGHT_SCALE, PROXIMITY_SCALE, Policy
from wsusim.kernels.sensor_records import SENSORS
from wsusim.model.elementary import tanh
from wsusim.model.fixed_order import total_of

WHEELS = 2

FASTEST = 127
"""Greatest speed that can be ordered, in pulses a tick."""


class Network:
    """Networks of one shape that drive robots by their readings, one for all worlds or one each.

    The inputs are the eight proximities over 1023, and with ``light`` the eight light readings as
    (500 - reading) / 450: 0 in the dark, 1 in bright light. Each unit gives tanh of the weighted
    sum of its inputs and its bias. The two units of the last layer, times ``top_speed`` and
    rounded, are the orders to the wheels.

    Args:
        weights: [K], or [worlds, K]: layer after layer, unit after unit, the weights of its inputs
            and then its bias. ``Network.size`` tells K.
        hidden: Units of the hidden layers; without any, the readings lead straight to the wheels.
        light: Whether it gets the light readings, too.
        top_speed: Greatest speed, in pulses a tick (1 is 8 mm/s), 1 to 127.

    Raises:
        BadInput: There are not as many weights as the shape needs, or a figure is out of its range.

    Example:
        >>> import numpy as np
        >>> from wsusim.batch import Network, Worlds
        >>> worlds = Worlds("rooms", 20)
        >>> weights = np.random.default_rng(1).normal(size=(20, Network.size()))
        >>> log = worlds.drive(Network(weights), seconds=5.0, period_s=0.1, keep=True)
        >>> log["orders"].shape
        (50, 20, 1, 2)
    """

    def __init__(
        self,
        weights: ArrayLike,
        hidden: Sequence[int] = (),
        *,
        light: bool = False,
        top_speed: float = 10.0,
    ) -> None:
        if not all(isinstance(units, int) and units >= 1 for units in hidden):
            raise BadInput(f"`hidden` is {hidden}, but each hidden layer has 1 unit or more.")
        if not 1.0 <= top_speed <= FASTEST:
            raise BadInput(f"`top_speed` is {top_speed}, but it must be 1 to {FASTEST}.")
        self.sizes = shape_of(hidden, light)
        self.weights: NDArray[np.float64] = np.array(weights, np.float64, ndmin=2, order="C")
        self.hidden, self.light, self.top_speed = tuple(hidden), light, float(top_speed)
        needed = self.size(hidden, light)
        if self.weights.shape[1] != needed:
            raise BadInput(
                f"A network of this shape has {needed} weights, but there are "
                f"{self.weights.shape[1]}. `Network.size({tuple(hidden)}, {light})` says how many."
            )
        if not np.isfinite(self.weights).all():
            raise BadInput("Some weights are no numbers (nan or infinite).")

    @staticmethod
    def size(hidden: Sequence[int] = (), light: bool = False) -> int:
        """Return how many weights a network of a shape has."""
        return sum((before + 1) * units for before, units in pairwise(shape_of(hidden, light)))

    def speeds(self, proximity: Sequence[int], ambient: Sequence[int] = ()) -> tuple[int, int]:
        """Return the orders that the first network gives for readings, as the kernel does."""
        values = [reading / PROXIMITY_SCALE for reading in proximity]
        if self.light:
            values += [(DARK - reading) / LIGHT_SCALE for reading in ambient]
        weights, at = self.weights[0].tolist(), 0
        for before, units in pairwise(self.sizes):
            inputs, values = values, []
            for _ in range(units):
                unit = weights[at : at + before + 1]
                at += before + 1
                total = total_of(w * v for w, v in zip(unit[:-1], inputs, strict=True))
                values.append(tanh(total + unit[-1]))
        left, right = (math.floor(value * self.top_speed + 0.5) for value in values)
        return left, right

    def policy(self) -> Policy:
        """Return the networks for the kernel."""
        return Policy(np.array(self.sizes, np.int64), self.weights, self.top_speed)

    def scratch(self) -> NDArray[np.float64]:
        """Return the kernel's scratch for it."""
        return np.zeros((2, max(self.sizes)))


def shape_of(hidden: Sequence[int], light: bool) -> tuple[int, ...]:
    """Return inputs, units of each hidden layer, outputs."""
    return ((2 if light else 1) * SENSORS, *hidden, WHEELS)


NOBODY = Network(np.zeros(Network.size()))
"""For calls in which nothing decides."""
