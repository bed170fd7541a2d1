"""Why does this sensor read 347? Each ray of one sensor, what it meets, and what that adds.

Everything is computed again from a world and, while it moves, a snapshot of it, so it works in the
window, for a recording that is played back, and in tests.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wsusim.engine import world_tables
from wsusim.engine.known_kernels import KnownKernel
from wsusim.engine.occupancy import map_of
from wsusim.engine.sensing import cone_curve, pack_sensing, scratch_of
from wsusim.engine.sensor_network import closeness_of, ray_shares
from wsusim.engine.sensor_reports import (
    Hider,
    LampReport,
    LightReport,
    ProximityReport,
    RayReport,
    Target,
)
from wsusim.engine.static_map import BORDER, StaticMap, build_static_map
from wsusim.kernels import elementwise
from wsusim.kernels import sensor_records as e
from wsusim.kernels.argument_words import placed
from wsusim.kernels.field_of_view import SensedWorld
from wsusim.kernels.inspection import (
    LAMP_VIEW,
    RAY_TRACE,
    LampView,
    RayTrace,
    look_for_lamps,
    trace_cone,
    trace_sensor,
)
from wsusim.kernels.rays import INSIDE, NOTHING, Bodies
from wsusim.kernels.records import ABSENT, Body, Disc
from wsusim.kernels.sense import place_bodies, sense_some
from wsusim.model.elementary import atan2, cos, hypot, sin
from wsusim.model.fixed_order import total_of
from wsusim.model.robot_kind import is_arm_down, meets_arm
from wsusim.model.robot_table import ROBOT, Robot
from wsusim.model.sensor_traits import traits_of
from wsusim.model.snapshot import Snapshot
from wsusim.model.tuning import CONE_MODEL, RAYS_MODEL, RobotTuning
from wsusim.model.world import World, kind_of_movable
from wsusim.robots import robot_kind

_PLACE_BODIES = KnownKernel(place_bodies)
_SENSE_SOME = KnownKernel(sense_some)
_TRACE_SENSOR = KnownKernel(trace_sensor)
_TRACE_CONE = KnownKernel(trace_cone)
_LOOK_FOR_LAMPS = KnownKernel(look_for_lamps)


class SensorView:
    """All that the sensors of a world's robots can see at one moment."""

    def __init__(
        self,
        world: World,
        snapshot: Snapshot | None = None,
        *,
        tunings: Sequence[RobotTuning] | None = None,
        static: StaticMap | None = None,
    ) -> None:
        """Prepare a view; without a snapshot everything is where the world's file puts it.

        ``tunings``, one a robot, take the place of the world's own. ``static`` saves the time to
        build the map (some 10 ms) where it is at hand.
        """
        self._world = world
        self._kinds = [robot_kind(start.kind) for start in world.robots]
        own = [start.tuning or RobotTuning() for start in world.robots]
        self._tunings = own if tunings is None else list(tunings)
        packed = pack_sensing(self._kinds, self._tunings)
        static = build_static_map(world) if static is None else static
        discs, made = world_tables.disc_table(world), world_tables.body_table(world)
        robots = np.zeros(len(world.robots), ROBOT)
        self._robots: tuple[Robot, ...] = world_tables.views(robots)
        for number, start in enumerate(world.robots):
            self.place_robot(number, start.pose.x_mm, start.pose.y_mm, start.pose.heading_rad)
        if snapshot is not None:
            self._take_over(snapshot, world_tables.views(discs), world_tables.views(made))
        self._owner = static.edge_wall
        lamp_power = np.array([light.power for light in world.lights], np.float64)
        self._eyes, self._eye_of = packed.eyes, packed.eye_of
        reach_mm = float(packed.eyes["reach_mm"].max(initial=0.0))
        places = map_of(world, static, self._kinds, reach_mm)
        self._table = robots
        things, edges = len(discs) + len(robots), len(static.edges_mm)
        found = scratch_of(things, edges, len(world.boxes))
        pieces: Any = found.pieces
        self._pieces: NDArray[np.void] = pieces
        bodies = Bodies(discs, made, robots, packed.eyes, packed.eye_of, found)
        self._sensed = placed(SensedWorld(places, bodies, lamp_power, packed.responses))

    def place_robot(self, robot: int, x_mm: float, y_mm: float, heading_rad: float) -> None:
        """Put a robot elsewhere, without checking that there is room."""
        me = self._robots[robot]
        me.x_mm, me.y_mm, me.heading_rad = x_mm, y_mm, heading_rad

    def read(self, noise: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the readings [R, 16] of all robots: eight of proximity, eight of light.

        ``noise`` [R, NOISE_COLUMNS] are uniform random numbers in [0, 1).
        """
        _PLACE_BODIES.call(self._sensed)
        _SENSE_SOME.call(0, len(self._robots), self._sensed, noise)
        return np.hstack([self._table["proximity"], self._table["ambient"]])

    def explain_proximity(self, robot: int, sensor: int) -> ProximityReport:
        """Return what each ray of a sensor meets and how the reading comes about."""
        _PLACE_BODIES.call(self._sensed)
        if self._tunings[robot].uses_cone:
            return self._explain_cone(robot, sensor)
        table = np.zeros(e.MAX_RAYS, RAY_TRACE)
        ideal = _TRACE_SENSOR.call(robot, sensor, self._sensed, table)
        model, network = self._kinds[robot].proximity, self._tunings[robot].network
        x, y, _ = self._sensor_pose(robot, sensor)
        eyes = self._eyes[self._eye_of[robot]]
        weights = eyes["weights"][: len(model.ray_angle_deg)]
        crosstalk = float(eyes["crosstalk"])
        table = table[: len(weights)]
        echoes = table["reflectivity"] * table["echo"]
        closeness = closeness_of(model, echoes)
        contributions = weights * echoes
        if network is not None:
            weights = np.zeros_like(weights)
            contributions = ray_shares(network, model, closeness)
        traces: tuple[RayTrace, ...] = world_tables.views(table)
        rays = [
            replace(
                self._ray(trace, (x, y), angle_deg, float(weights[ray])),
                contribution=float(contributions[ray]),
                closeness=float(closeness[ray]),
            )
            for ray, (angle_deg, trace) in enumerate(zip(model.ray_angle_deg, traces, strict=True))
        ]
        return ProximityReport(
            sensor_model=RAYS_MODEL,
            rays=tuple(rays),
            gain=float(eyes["sensors"][sensor]["gain"]),
            noise=self._tunings[robot].proximity_noise[sensor],
            crosstalk=crosstalk,
            light=crosstalk + float(contributions.sum()),
            has_network=network is not None,
            threshold=model.threshold,
            ideal=float(ideal),
            is_blinded=self._is_blinded(robot, sensor),
        )

    def _ray(
        self, trace: RayTrace, start_mm: tuple[float, float], angle_deg: float, weight: float
    ) -> RayReport:
        """Return what a ray meets, without what that adds to the reading."""
        target, target_id = self._target(trace.edge, trace.body)
        return RayReport(
            angle_deg=angle_deg,
            start_mm=start_mm,
            end_mm=(
                start_mm[0] + trace.distance_mm * trace.cos,
                start_mm[1] + trace.distance_mm * trace.sin,
            ),
            distance_mm=trace.distance_mm,
            weight=weight,
            target=target,
            target_id=target_id,
            reflectivity=trace.reflectivity,
        )

    def _explain_cone(self, robot: int, sensor: int) -> ProximityReport:
        table = np.zeros(e.NODES * len(self._pieces), RAY_TRACE)
        ideal, count = _TRACE_CONE.call(robot, sensor, self._sensed, table)
        model, tuning = self._kinds[robot].cone, self._tunings[robot]
        x, y, _ = self._sensor_pose(robot, sensor)
        traits = traits_of(model, tuning, sensor)
        axis_rad = self._robots[robot].heading_rad + math.radians(traits.bearing_deg)
        rays = []
        table = table[:count]
        traces: tuple[RayTrace, ...] = world_tables.views(table)
        looks_rad = elementwise.atan2(table["sin"], table["cos"]).tolist()
        for trace, look_rad in zip(traces, looks_rad, strict=True):
            angle_rad = math.remainder(look_rad - axis_rad, math.tau)
            ray = self._ray(trace, (x, y), math.degrees(angle_rad), trace.weight)
            if trace.echo > 0.0:
                light = trace.weight * trace.reflectivity * trace.lean * trace.echo
                rays.append(replace(ray, contribution=light))
            else:
                rays.append(replace(ray, target="nothing", target_id=None))
        seen = self._pieces[: count // e.NODES]
        rays += _empty_rays(seen, traits.width_deg, (x, y), axis_rad, model.echo_mm[-1])
        return ProximityReport(
            sensor_model=CONE_MODEL,
            rays=tuple(sorted(rays, key=lambda ray: ray.angle_deg)),
            gain=traits.gain,
            noise=tuning.proximity_noise[sensor],
            crosstalk=model.crosstalk,
            light=model.crosstalk + total_of(ray.contribution for ray in rays),
            has_network=False,
            threshold=traits.threshold,
            ideal=float(ideal),
            is_blinded=self._is_blinded(robot, sensor),
        )

    def explain_light(self, robot: int, sensor: int) -> LightReport:
        """Return how a sensor sees each lamp, the strongest first."""
        _PLACE_BODIES.call(self._sensed)
        table = np.zeros(len(self._world.lights), LAMP_VIEW)
        ideal = _LOOK_FOR_LAMPS.call(robot, sensor, self._sensed, table)
        x, y, axis_rad = self._sensor_pose(robot, sensor)
        lamps = []
        views: tuple[LampView, ...] = world_tables.views(table)
        for light, view in zip(self._world.lights, views, strict=True):
            bearing = atan2(light.y_mm - y, light.x_mm - x)
            lamps.append(
                LampReport(
                    light_id=light.id,
                    distance_mm=hypot(light.x_mm - x, light.y_mm - y),
                    angle_deg=math.degrees(math.remainder(bearing - axis_rad, math.tau)),
                    is_in_view=view.level > 0.0,
                    hidden_by=self._hider(view.edge, view.body),
                    reading=view.reading,
                )
            )
        return LightReport(
            lamps=tuple(sorted(lamps, key=lambda lamp: lamp.reading)),
            gain=self._tunings[robot].light_gain[sensor],
            noise=self._tunings[robot].light_noise[sensor],
            ideal=float(ideal),
        )

    def _is_blinded(self, robot: int, sensor: int) -> bool:
        kind = self._kinds[robot]
        return bool(self._robots[robot].arm_is_down) and meets_arm(kind, kind.sensors[sensor])

    def _take_over(self, snapshot: Snapshot, discs: Sequence[Disc], made: Sequence[Body]) -> None:
        lowered = {}
        for number, robot in enumerate(snapshot.robots):
            pose = robot.pose
            self.place_robot(number, pose.x_mm, pose.y_mm, pose.heading_rad)
            lowered[robot.id] = is_arm_down(self._kinds[number], robot.arm_position)
            self._robots[number].arm_is_down = lowered[robot.id]
        world = self._world
        number_of = {thing.id: len(world.lights) + k for k, thing in enumerate(world.movables)}
        for thing in snapshot.objects:
            number = number_of[thing.id]
            disc = discs[number]
            disc.x_mm, disc.y_mm = thing.x_mm, thing.y_mm
            made[number].heading_rad = thing.heading_rad
            if thing.held_by is not None and not lowered[thing.held_by]:
                disc.state = ABSENT

    def _sensor_pose(self, robot: int, sensor: int) -> tuple[float, float, float]:
        """Return where a sensor is and which way it looks (radians), in the world."""
        mount = self._kinds[robot].sensors[sensor]
        me = self._robots[robot]
        heading = me.heading_rad
        ch, sh = cos(heading), sin(heading)
        return (
            me.x_mm + ch * mount.x_mm - sh * mount.y_mm,
            me.y_mm + sh * mount.x_mm + ch * mount.y_mm,
            heading + math.radians(mount.bearing_deg),
        )

    def _hider(self, edge: int, body: int) -> Hider | None:
        is_in_sight = edge == body == NOTHING
        return None if is_in_sight else self._target(edge, body)

    def _target(self, edge: int, body: int) -> tuple[Target, int | None]:
        world = self._world
        if edge != NOTHING:
            owner = BORDER if edge == INSIDE else int(self._owner[edge])
            return ("border", None) if owner == BORDER else ("wall", owner)
        if body == NOTHING:
            return "nothing", None
        things: list[tuple[Target, int]] = [
            *(("light", light.id) for light in world.lights),
            *((kind_of_movable(thing), thing.id) for thing in world.movables),
            *(("robot", robot.id) for robot in world.robots),
        ]
        return things[body]


EMPTY_DEG = 15.0
"""Under sensor model 2 a ray is shown for so much of a view in which there is nothing."""


def _empty_rays(
    seen: NDArray[np.void],
    width_deg: float,
    start_mm: tuple[float, float],
    axis_rad: float,
    range_mm: float,
) -> list[RayReport]:
    """Return rays for the directions in which a sensor sees nothing."""
    sensitivity = cone_curve(width_deg)
    tangents = np.linspace(0.0, 1.0, len(sensitivity))
    ends = [-1.0, *(float(end) for piece in seen for end in (piece["begin"], piece["end"])), 1.0]
    ends_deg = 2.0 * np.degrees(elementwise.atan2(ends, np.ones(len(ends))))
    borders_deg = []
    for begin_deg, end_deg in zip(ends_deg[::2], ends_deg[1::2], strict=True):
        count = round((end_deg - begin_deg) / EMPTY_DEG)
        borders_deg.append(np.linspace(begin_deg, end_deg, count + 1))
    low = elementwise.tan(np.radians(np.concatenate([at[:-1] for at in borders_deg])) / 2.0)
    high = elementwise.tan(np.radians(np.concatenate([at[1:] for at in borders_deg])) / 2.0)
    ones = np.ones(len(low))
    angle_rad = elementwise.atan2(low, ones) + elementwise.atan2(high, ones)
    end_x_mm = start_mm[0] + range_mm * elementwise.cos(axis_rad + angle_rad)
    end_y_mm = start_mm[1] + range_mm * elementwise.sin(axis_rad + angle_rad)
    at = np.abs(elementwise.tan(0.5 * angle_rad))
    weights = (high - low) * np.interp(at, tangents, sensitivity)
    columns = (np.degrees(angle_rad), end_x_mm, end_y_mm, weights)
    return [
        RayReport(
            angle_deg=angle_deg,
            start_mm=start_mm,
            end_mm=(x_mm, y_mm),
            distance_mm=range_mm,
            weight=weight,
        )
        for angle_deg, x_mm, y_mm, weight in zip(*(c.tolist() for c in columns), strict=True)
    ]
