"""Explains a sensor's reading in numbers.

The engine is imported when the first question is answered, so that a window opens without it.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from wsusim.model.geometry import Point
from wsusim.model.robot_kind import RobotKind
from wsusim.model.sensor_traits import traits_of
from wsusim.model.snapshot import Snapshot
from wsusim.model.tuning import RobotTuning
from wsusim.model.world import World
from wsusim.robots import robot_kind

if TYPE_CHECKING:
    from wsusim.engine.sensor_reports import LampReport, LightReport, ProximityReport, RayReport
    from wsusim.engine.static_map import StaticMap

GREATEST = 1023
CURVE_POINTS = 160
LAMP_CURVE_MM = 400.0
"""The light curve is drawn up to this distance."""

Curve = tuple[tuple[float, float], ...]
"""(distance_mm, reading), distances rising."""

Cell = tuple[int, int]
"""Row and column."""


@dataclass(frozen=True, slots=True)
class Question:
    """The question for a reading of a moment.

    Attributes:
        world: The maze of the run.
        moment: When the reading was taken, as well as it is known.
        seed: Of the run's noise.
        is_ideal: Whether the run has no noise.
        robot: Its number, from 0.
        sensor: 0 to 7.
        is_light: The light reading, not the distance.
        reading: To explain; it may have been taken a tick before ``moment``.
    """

    world: World
    moment: Snapshot
    seed: int
    is_ideal: bool
    robot: int
    sensor: int
    is_light: bool
    reading: int

    @property
    def kind(self) -> RobotKind:
        """The kind of the robot."""
        return robot_kind(self.world.robots[self.robot].kind)

    def is_alike(self, other: Question) -> bool:
        """Return whether two questions differ only in their moment."""
        return self.world is other.world and (self.robot, self.sensor, self.is_light) == (
            other.robot,
            other.sensor,
            other.is_light,
        )


@dataclass(frozen=True, slots=True)
class Spot:
    """A ray or lamp on the response curve; ``share`` says how much it matters, 0..1."""

    distance_mm: float
    reading: float
    share: float
    number: int
    """Place of the ray (from the left) or lamp."""


@dataclass(frozen=True)
class Answer:
    """``reading = ideal + cut + noise``, and where the ideal value comes from.

    Attributes:
        question: What was asked.
        rays: What the rays meet; ``None`` when the light reading was asked for.
        lamps: How the lamps are seen; ``None`` when the distance was asked for.
        ideal: Without noise, not yet cut to 0..1023.
        drawn: The random number from 0 to 1 that made the noise; ``None``: there is no noise.
        expected: The reading as worked out again, noise and all.
        curve: What the sensor reads of a white wall (of a lamp of power 1, straight ahead) at each
            distance, without noise.
    """

    question: Question
    rays: ProximityReport | None
    lamps: LightReport | None
    ideal: float
    drawn: float | None
    expected: int
    curve: Curve

    @property
    def is_exact(self) -> bool:
        """Whether the moment is that of the reading: computing it again gives the same."""
        return self.expected == self.question.reading

    @property
    def cut(self) -> float:
        """What the cut to 0..1023 adds to the ideal value."""
        return min(max(self.ideal, 0.0), float(GREATEST)) - self.ideal

    @property
    def noise(self) -> float:
        """What noise adds (and rounding: up to half a unit)."""
        return self.question.reading - self.ideal - self.cut

    @property
    def noise_ratio(self) -> float | None:
        """The noise as a ratio of the ideal value; ``None`` where that is next to nothing."""
        base = self.ideal + self.cut
        return self.noise / base if base >= 1.0 else None

    @cached_property
    def rays_left_to_right(self) -> tuple[RayReport, ...]:
        """The rays as they are numbered for people: ray 1 is the leftmost one."""
        assert self.rays is not None
        return tuple(sorted(self.rays.rays, key=lambda ray: -ray.angle_deg))

    @cached_property
    def shares(self) -> tuple[float, ...]:
        """How much each ray matters, left to right, -1..1; their sizes make 1, or all are 0.

        Under a network a ray may take away from the reading: its share is below 0.
        """
        rays = self.rays_left_to_right
        whole = sum(abs(ray.contribution) for ray in rays) or 1.0
        return tuple(ray.contribution / whole for ray in rays)

    @cached_property
    def deciding(self) -> int | None:
        """Index of the ray that contributes most, or of the lamp that makes the reading."""
        if self.lamps is not None:
            seen = (k for k, lamp in enumerate(self.lamps.lamps) if _is_seen(lamp))
            return next(seen, None)
        best = max(range(len(self.shares)), key=self.shares.__getitem__)
        return best if self.shares[best] > 0.0 else None

    @cached_property
    def lines_mm(self) -> tuple[tuple[Point, Point], ...]:
        """Start and end of each ray, left to right, or of the line to each lamp."""
        if self.rays is not None:
            return tuple((ray.start_mm, ray.end_mm) for ray in self.rays_left_to_right)
        assert self.lamps is not None
        question = self.question
        mount = question.kind.sensors[question.sensor]
        eye = question.moment.robots[question.robot].pose.place((mount.x_mm, mount.y_mm))
        places = {light.id: (light.x_mm, light.y_mm) for light in question.world.lights}
        return tuple((eye, places[lamp.light_id]) for lamp in self.lamps.lamps)

    @cached_property
    def crossed(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of the object-ID matrix that each line goes through, from the sensor on."""
        from wsusim.engine.occupancy import crossed_cells

        cell_mm = self.question.world.cell_mm
        return tuple(
            tuple((row, column) for row, column in crossed_cells(*line, cell_mm).tolist())
            for line in self.lines_mm
        )

    @cached_property
    def greatest_thing(self) -> tuple[RayReport, float] | None:
        """The thing that contributes most over all its rays: its nearest ray, and its share.

        ``None`` if nothing contributes.
        """
        whole: dict[tuple[str, int | None], float] = {}
        for ray, share in zip(self.rays_left_to_right, self.shares, strict=True):
            thing = (ray.target, ray.target_id)
            whole[thing] = whole.get(thing, 0.0) + share
        best = max(whole, key=whole.__getitem__)
        if whole[best] <= 0.0:
            return None
        own = (ray for ray in self.rays_left_to_right if (ray.target, ray.target_id) == best)
        return min(own, key=lambda ray: ray.distance_mm), whole[best]

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """A point of the curve for each ray that meets something, or for each lamp in view."""
        if self.lamps is not None:
            return tuple(
                Spot(
                    _place(self.curve, lamp.reading),
                    lamp.reading,
                    float(number == self.deciding),
                    number,
                )
                for number, lamp in enumerate(self.lamps.lamps)
                if lamp.is_in_view
            )
        pairs = zip(self.rays_left_to_right, self.shares, strict=True)
        return tuple(
            Spot(ray.distance_mm, _value(self.curve, ray.distance_mm), abs(share), number)
            for number, (ray, share) in enumerate(pairs)
            if ray.target != "nothing"
        )


def _is_seen(lamp: LampReport) -> bool:
    return lamp.is_in_view and not lamp.is_hidden


def _value(curve: Curve, distance_mm: float) -> float:
    """Return the curve's reading at a distance."""
    k = min(max(bisect_left(curve, (distance_mm, 0.0)), 1), len(curve) - 1)
    (x0, y0), (x1, y1) = curve[k - 1], curve[k]
    return y0 + (y1 - y0) * min(max((distance_mm - x0) / (x1 - x0), 0.0), 1.0)


def _place(rising: Curve, reading: float) -> float:
    """Return the distance at which a rising curve has a reading."""
    for (x0, y0), (x1, y1) in pairwise(rising):
        if y0 <= reading <= y1:
            return x0 if y1 == y0 else x0 + (x1 - x0) * (reading - y0) / (y1 - y0)
    return rising[0][0] if reading < rising[0][1] else LAMP_CURVE_MM


class Answerer:
    """Answers questions; keeps the map of the last world, which takes some 10 ms to build."""

    def __init__(self) -> None:
        self._world: World | None = None
        self._static: StaticMap | None = None

    def answer(self, question: Question) -> Answer:
        """Compute the answer, in some milliseconds; in seconds if kernels must be compiled."""
        import numpy as np

        from wsusim.engine.drawn import drawn_uniforms
        from wsusim.engine.explain import SensorView
        from wsusim.engine.static_map import build_static_map
        from wsusim.kernels.sensor_records import NOISE_COLUMNS, SENSORS

        world, moment = question.world, question.moment
        if self._static is None or self._world is not world:
            self._world, self._static = world, build_static_map(world)
        own = [start.tuning or RobotTuning() for start in world.robots]
        tunings = [tuning.idealised if question.is_ideal else tuning for tuning in own]
        view = SensorView(world, moment, tunings=tunings, static=self._static)
        robot, sensor = question.robot, question.sensor
        column = sensor + (SENSORS if question.is_light else 0)
        noise = np.zeros((len(world.robots), NOISE_COLUMNS))
        if not question.is_ideal:
            ids = [start.id for start in world.robots]
            noise = drawn_uniforms(question.seed, ids, moment.tick)
        expected = int(view.read(noise)[robot, column])
        drawn = None if question.is_ideal else float(noise[robot, column])
        if question.is_light:
            lamps = view.explain_light(robot, sensor)
            curve = _lamp_curve(question.kind)
            return Answer(question, None, lamps, lamps.ideal, drawn, expected, curve)
        rays = view.explain_proximity(robot, sensor)
        curve = _wall_curve(question.kind, tunings[robot], sensor, rays)
        return Answer(question, rays, None, rays.ideal, drawn, expected, curve)


def _wall_curve(
    kind: RobotKind, tuning: RobotTuning, sensor: int, report: ProximityReport
) -> Curve:
    """Return what a sensor with this gain reads from a white wall that all its rays meet."""
    import numpy as np

    from wsusim.engine.facing import light_of_wall
    from wsusim.engine.sensing import measured_kind, smooth_curve
    from wsusim.engine.sensor_network import closeness_of, network_light

    measured = measured_kind(kind, tuning)
    if tuning.uses_cone:
        width_deg = traits_of(measured.cone, tuning, sensor).width_deg
        distances = np.linspace(0.0, measured.cone.echo_mm[-1], CURVE_POINTS)
        light = light_of_wall(measured.cone, width_deg, distances, np.zeros(CURVE_POINTS))
        readings = report.gain * light - report.threshold
        return _curve(distances.tolist(), readings.tolist())
    model = measured.proximity
    distances = np.linspace(0.0, model.echo_mm[-1], CURVE_POINTS)
    echoes = smooth_curve(model.echo_mm, model.echo, distances)
    light = report.crosstalk + echoes
    if tuning.network is not None:
        rays = np.repeat(closeness_of(model, echoes)[:, None], len(report.rays), axis=1)
        light = network_light(tuning.network, model, rays)
    readings = report.gain * light - report.threshold
    return _curve(distances.tolist(), readings.tolist())


def _lamp_curve(kind: RobotKind) -> Curve:
    from wsusim.engine.sensing import glow_curve
    from wsusim.kernels.sensor_records import GLOW_SAMPLES, MAX_LEVEL

    levels = [MAX_LEVEL * k / (GLOW_SAMPLES - 1) for k in range(GLOW_SAMPLES)]
    pairs = [
        (1.0 / level, float(reading))
        for level, reading in zip(levels, glow_curve(kind.light), strict=True)
        if level * LAMP_CURVE_MM >= 1.0
    ]
    return _curve([distance for distance, _ in pairs[::-1]], [value for _, value in pairs[::-1]])


def _curve(distances_mm: list[float], readings: list[float]) -> Curve:
    return tuple(
        (distance, min(max(reading, 0.0), float(GREATEST)))
        for distance, reading in zip(distances_mm, readings, strict=True)
    )
