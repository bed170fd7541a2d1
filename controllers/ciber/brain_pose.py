"""Where am I? An extended Kalman filter over the motors, the GPS and the compass.

The state is x, y (robot diameters, as the GPS counts them) and the heading (radians).
"""

import math
from collections import deque

import numpy as np

MOTOR_NOISE = 0.03  # of each cycle's way; the arena's is 0.015, and the rest is the unknown
STEP_NOISE_UM = 0.003
TURN_NOISE_RAD = 0.002
LONGEST_AGO = 20  # cycles


class Pose:
    """What is believed of the robot's place."""

    def __init__(self, gps_noise_um, compass_noise_deg, compass_latency):
        self.state = np.zeros(3)
        self.covariance = np.diag([0.3, 0.3, 0.1])
        self._outputs = np.zeros(2)
        self._gps_variance = max(gps_noise_um, 0.05) ** 2
        self._compass_variance = math.radians(max(compass_noise_deg, 0.5)) ** 2
        self._headings = deque(maxlen=compass_latency + 1)
        self._past = deque(maxlen=LONGEST_AGO)

    @property
    def place(self):
        """The believed x and y."""
        return self.state[:2]

    @property
    def heading(self):
        """The believed heading in radians."""
        return self.state[2]

    @property
    def pace(self):
        """How far the motors drive in this cycle, backwards below 0."""
        return self._outputs.mean()

    def begin(self, gps, compass_deg):
        """Begin where the first readings say."""
        self.state[:] = (*gps, math.radians(compass_deg or 0.0))
        self._headings.clear()

    def ago(self, cycles):
        """Return place and heading of some cycles ago, for a sensor that is late."""
        past = [*self._past, self.state]
        x, y, heading = past[max(0, len(past) - 1 - cycles)]
        return np.array([x, y]), heading

    def drive(self, left, right, has_hit):
        """Follow one cycle of the motors: inertia first, then a step, then a turn."""
        self._past.append(self.state.copy())
        self._outputs = 0.5 * (np.array([left, right]) + self._outputs)
        way, turn = self._outputs.mean(), self._outputs[1] - self._outputs[0]
        if has_hit:
            way = 0.0
        x, y, heading = self.state
        cos, sin = math.cos(heading), math.sin(heading)
        self.state[:] = (x + way * cos, y + way * sin, wrapped(heading + turn))
        change = np.array([[1.0, 0.0, -way * sin], [0.0, 1.0, way * cos], [0.0, 0.0, 1.0]])
        along = (MOTOR_NOISE * way) ** 2 + STEP_NOISE_UM**2
        around = (MOTOR_NOISE * turn) ** 2 + TURN_NOISE_RAD**2
        self.covariance = change @ self.covariance @ change.T + np.diag([along, along, around])
        self._headings.append(self.state[2])

    def see_gps(self, gps):
        """Correct by a GPS reading."""
        self._correct(np.eye(2, 3), np.array(gps) - self.state[:2], np.eye(2) * self._gps_variance)

    def see_compass(self, compass_deg):
        """Correct by the compass, which tells the heading of some cycles ago."""
        if len(self._headings) < self._headings.maxlen:
            return
        off = wrapped(math.radians(compass_deg) - self._headings[0])
        self._correct(
            np.array([[0.0, 0.0, 1.0]]), np.array([off]), np.eye(1) * self._compass_variance
        )
        self._headings = deque(
            (wrapped(h + 0.1 * off) for h in self._headings), self._headings.maxlen
        )

    def _correct(self, seen, off, variance):
        gain = self.covariance @ seen.T @ np.linalg.inv(seen @ self.covariance @ seen.T + variance)
        self.state += gain @ off
        self.state[2] = wrapped(self.state[2])
        self.covariance = (np.eye(3) - gain @ seen) @ self.covariance


def wrapped(angle):
    """Return an angle within -pi to pi."""
    return (angle + math.pi) % (2.0 * math.pi) - math.pi
