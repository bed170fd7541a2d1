"""How one robot differs from its kind: gains, noise, faults. Ratios, 1 = as its kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from wsusim.model.limits import Count, Ratio, Sealed, number
from wsusim.model.robot_kind import MOST_SENSORS

PER_SENSOR = (
    *("proximity_gain", "proximity_noise", "light_gain", "light_noise"),
    *("bearing_deg", "width_deg", "threshold", "additive_noise"),
)
"""What a tuning holds for each sensor: figures beyond a robot's last sensor mean nothing."""

ALIKE = (1.0,) * MOST_SENSORS
"""Every sensor as its kind."""

SILENT = (0.0,) * MOST_SENSORS
"""No sensor has any noise."""

RAYS_MODEL = 1
"""Proximity is what a few rays of each sensor meet; see ``robot_kind.ProximityModel``."""
CONE_MODEL = 2
"""Proximity is weighed by the angle that things cover; see ``robot_kind.ConeModel``."""
SENSOR_MODELS = (RAYS_MODEL, CONE_MODEL)
SENSOR_MODEL = CONE_MODEL
"""Of new runs. Recordings and profiles keep the one that they were made with."""


@dataclass(frozen=True, slots=True)
class SlowMotor(Sealed):
    """A motor that turns too slowly for a while (dust in its gears, says the paper of 2002)."""

    side: Literal["left", "right"]
    from_s: Annotated[float, number(0, 1e6)]
    until_s: Annotated[float, number(0, 1e6)]
    factor: Ratio
    """Speed reached as a ratio of the speed asked for, 0..1."""


@dataclass(frozen=True, slots=True)
class ProximityResponse(Sealed):
    """A measured response to white plastic instead of the kind's own.

    The law and the other figures (directions, threshold, crosstalk) remain those of the kind; see
    ``ProximityModel`` and ``ConeModel``.
    """

    echo_mm: Annotated[tuple[Annotated[float, number(0, 1000)], ...], Count(3, 64)]
    """Distances from the sensor, rising from 0."""
    echo: Annotated[tuple[Annotated[float, number(0, 1e7)], ...], Count(3, 64)]
    """Echoes at these distances, falling to 0."""


NETWORK_ECHO = 100.0
"""Echo at which closeness turns from linear to logarithmic; below it next to nothing is seen."""

NETWORK_GREATEST = 2.0
"""A network's output is cut to 0 and this: far beyond what saturates any sensor."""

MOST_UNITS = 32
"""Of a layer of a network; KiKS had 13 and 7."""
Weight = Annotated[float, number(-1e6, 1e6)]
Weights = Annotated[tuple[Weight, ...], Count(1, MOST_UNITS)]
Layer = Annotated[tuple[Weights, ...], Count(1, MOST_UNITS)]


@dataclass(frozen=True, slots=True)
class ProximityNetwork(Sealed):
    """A small neural network instead of the kind's sum of echoes.

    After the simulator KiKS: one input a ray, a layer of tanh units (KiKS: 13), a layer of linear
    units (7), one linear output. Inputs and output are *closenesses*, the logarithm of an echo::

        closeness = log(1 + reflectivity * echo / NETWORK_ECHO) / log(1 + echo[0] / NETWORK_ECHO)

    with the echoes of the kind's table: 0 where a ray meets nothing, 1 where white plastic touches
    the sensor. The light is the echo whose closeness is the output, and ``reading = gain * light -
    threshold`` with the kind's threshold, so gains and noise per sensor work as with a curve.
    """

    hidden: Layer
    """Weights of the tanh layer, one row a unit, one weight a ray."""
    hidden_bias: Weights
    linear: Layer
    """Weights of the linear layer, one row a unit, one weight a tanh unit."""
    linear_bias: Weights
    output: Weights
    """One weight a linear unit."""
    output_bias: Weight


@dataclass(frozen=True, slots=True)
class RobotTuning:
    """Gains and noise of one robot; ratios to what its kind's table says.

    Tuples hold one figure a sensor, in the order of the kind's sensors.
    """

    left_motor_gain: float = 1.0
    right_motor_gain: float = 1.0
    left_motor_noise: float = 1.0
    right_motor_noise: float = 1.0
    proximity_gain: tuple[float, ...] = ALIKE
    """On top of the kind's spread."""
    proximity_spread: bool = True
    """Whether the measured differences from sensor to sensor are applied."""
    proximity_noise: tuple[float, ...] = ALIKE
    light_gain: tuple[float, ...] = ALIKE
    """Sensitivity to light: a sensor of gain g sees a lamp of power p as one of gain 1 sees a lamp
    of power g p. So the dark stays dark, and the brightest reading is that of the kind."""
    light_noise: tuple[float, ...] = ALIKE
    slow_motors: tuple[SlowMotor, ...] = ()
    response: ProximityResponse | None = None
    network: ProximityNetwork | None = None
    """Not together with a response: it is one or the other. It takes the place of sensor model 1,
    whatever ``sensor_model`` says."""
    sensor_model: int = SENSOR_MODEL
    """Law by which the proximity sensors read: one of ``SENSOR_MODELS``."""
    bearing_deg: tuple[float, ...] | None = None
    """Where each sensor looks. This one and the next three: only with sensor model 2, ``None``: as
    the kind, with its spread or without."""
    width_deg: tuple[float, ...] | None = None
    """Full width of each sensor's field at half of its sensitivity."""
    threshold: tuple[float, ...] | None = None
    """Of each sensor, in units of a reading."""
    additive_noise: tuple[float, ...] | None = None
    """Standard deviation of each sensor's error at any level, in units of a reading. A sensor whose
    ``proximity_noise`` is 0 has none."""

    @classmethod
    def ideal(cls, sensor_model: int = SENSOR_MODEL) -> RobotTuning:
        """Return a robot without noise and without differences between its sensors."""
        return cls(
            left_motor_noise=0.0,
            right_motor_noise=0.0,
            proximity_spread=False,
            proximity_noise=SILENT,
            light_noise=SILENT,
            sensor_model=sensor_model,
        )

    @property
    def uses_cone(self) -> bool:
        """Whether the proximity sensors follow sensor model 2."""
        return self.sensor_model == CONE_MODEL and self.network is None

    @property
    def idealised(self) -> RobotTuning:
        """An ideal robot with this one's sensor model."""
        return RobotTuning.ideal(self.sensor_model)
