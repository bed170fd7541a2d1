"""The gripper's moments, decided by shapely on the real outlines.

The tick kernel drives, pushes and lets arm and jaws travel. Where its map shows something near a
moving gripper, it stops and asks, at exactly these moments:

- the arm comes down: is there room for jaws, arm and what they hold?
- the jaws close: what is between them, does it fit, at which gap do they meet it, is there room?
- the jaws open: is there room? And when the arm is up: has what they hold room below?
- the sensors are refreshed: does something break the light barrier between the jaws?

Answers depend on the tables alone. shapely is imported before the run if there is something to
grip, else with the first question; a tick makes fewer than ten calls of it for each gripper that
asks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.world_tables import State, views
from wsusim.kernels.object_map import SQUARE_SHIFT
from wsusim.kernels.outline import HALF_SKIN_MM
from wsusim.kernels.records import (
    BARRIER,
    CLOSING,
    DROPPING,
    FIXED,
    FREE,
    HELD_ON_FLOOR,
    LANDING,
    NO_QUESTION,
    OPENING,
    SKIN_MM,
    Ask,
)
from wsusim.kernels.scene import CONTACTS, Scene
from wsusim.model.elementary import cos, sin
from wsusim.model.fixed_order import lengths
from wsusim.model.geometry import Pose
from wsusim.model.robot_kind import GripperModel, RobotKind
from wsusim.model.world import World

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Floats = NDArray[np.float64]

NEARLY_MM = 1e-9
"""Less than this is rounding."""

ADVANCES = 100
"""Steps in which jaws close on a thing until they touch it; flat ones take one."""


class Gripping:
    """Answers the kernel's questions about the grippers of one world."""

    def __init__(
        self, world: World, kinds: Sequence[RobotKind], scene: Scene, state: State
    ) -> None:
        if world.movables:
            import shapely  # noqa: F401 - so that no tick waits for it
        self._world = world
        self._kinds = kinds
        self._scene = scene
        self._state = state
        self._ask: Ask = views(cast(Any, scene.asks))[0]
        self._answers: dict[int, Callable[[int, GripperModel, Around], bool]] = {
            LANDING: self._has_room_to_land,
            CLOSING: self._can_close,
            OPENING: self._can_open,
            DROPPING: self._has_room_below,
            BARRIER: self._breaks_barrier,
        }

    def answer(self) -> None:
        """Answer the question that the kernel has put, if there is one."""
        ask = self._ask
        if ask.question == NO_QUESTION:
            return
        model = self._kinds[ask.turn].gripper
        assert model is not None, "a robot without a gripper has no question"
        around = look_around(self._scene, self._state, self._kinds, ask.turn)
        ask.answer = self._answers[ask.question](ask.turn, model, around)

    def _has_room_to_land(self, robot: int, model: GripperModel, around: Around) -> bool:
        return is_clear(model, self._state.robots[robot].jaw_gap_mm, self._held(robot), around)

    def _can_close(self, robot: int, model: GripperModel, around: Around) -> bool:
        """Return whether the jaws have room to close, and note which thing they grip, if any."""
        ask, me = self._ask, self._state.robots[robot]
        ask.disc = -1
        for disc, along_mm, radius_mm in things_between(model, me.jaw_gap_mm, around):
            held_x_mm = max(along_mm, me.radius_mm + radius_mm + SKIN_MM)
            meets_mm = meeting_gap_mm(model, held_x_mm, radius_mm)
            if ask.gap_mm <= meets_mm + NEARLY_MM and meets_mm <= me.jaw_gap_mm + 2.0 * SKIN_MM:
                ask.disc, ask.gap_mm = disc, meets_mm
                return is_clear(model, meets_mm, (held_x_mm, radius_mm), around)
        return is_clear(model, ask.gap_mm, None, around)

    def _can_open(self, robot: int, model: GripperModel, around: Around) -> bool:
        return is_clear(model, self._ask.gap_mm, None, around)

    def _has_room_below(self, robot: int, model: GripperModel, around: Around) -> bool:
        """Return whether what a raised gripper holds has room where it would fall."""
        from shapely import Point

        held_x_mm, radius_mm = self._held(robot) or (0.0, 0.0)
        me = self._state.robots[robot]
        c, s = cos(me.heading_rad), sin(me.heading_rad)
        place = Point(me.x_mm + c * held_x_mm, me.y_mm + s * held_x_mm)
        needed_mm = radius_mm + SKIN_MM
        if not floor_of(self._world).contains(place):
            return False
        return around.gap_to_mm((held_x_mm, 0.0), with_loose=True) >= needed_mm - NEARLY_MM

    def _breaks_barrier(self, robot: int, model: GripperModel, around: Around) -> bool:
        return breaks_barrier(model, self._state.robots[robot].jaw_gap_mm, around)

    def _held(self, robot: int) -> tuple[float, float] | None:
        """Return where a held thing is in the robot's frame, and its radius."""
        me = self._state.robots[robot]
        if me.held < 0:
            return None
        return me.held_x_mm, self._state.discs[me.held].radius_mm


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """What is near a robot, in its frame: x forward, y left."""

    edges: NDArray[np.object_]
    """Edges of walls and of the arena's border, as lines."""
    centres_mm: Floats
    """[n, 2] of discs on the floor and of other robots' bodies."""
    radii_mm: Floats
    """[n]."""
    is_loose: NDArray[np.bool_]
    """[n] whether it can be pushed."""
    is_box: NDArray[np.bool_]
    """[n] whether it is a box, which no jaws take."""
    disc: NDArray[np.int64]
    """[n] number of the disc, -1 for a robot."""
    grippers: NDArray[np.object_]
    """Outlines of other robots' lowered grippers, as polygons."""

    def gap_to_mm(self, place_mm: tuple[float, float], *, with_loose: bool) -> float:
        """Return the distance from a point to everything, or to all that can't be pushed."""
        import shapely

        point = shapely.Point(place_mm)
        counts = np.ones_like(self.is_loose) if with_loose else ~self.is_loose
        apart = lengths(*(self.centres_mm[counts] - place_mm).T) - self.radii_mm[counts]
        return min(
            float(np.min(apart, initial=math.inf)),
            float(np.min(shapely.distance(point, self.edges), initial=math.inf)),
            float(np.min(shapely.distance(point, self.grippers), initial=math.inf)),
        )


def look_around(scene: Scene, state: State, kinds: Sequence[RobotKind], robot: int) -> Around:
    """Return what is near the robot whose turn it is, by the map; see ``scene.CONTACTS``."""
    import shapely

    me = state.robots[robot]
    c, s = cos(me.heading_rad), sin(me.heading_rad)

    def local(points_mm: Any) -> Floats:
        """Return points of the world in the robot's frame."""
        dx, dy = np.asarray(points_mm, np.float64).reshape(-1, 2).T - [[me.x_mm], [me.y_mm]]
        return np.stack([c * dx + s * dy, c * dy - s * dx], axis=1)

    discs = len(state.discs)
    near = scene.near[CONTACTS]
    rows: list[tuple[float, float, float, bool, int]] = []
    outlines: list[Floats] = []
    for thing in near[1 : near[0] + 1].tolist():
        if thing < discs:
            disc = state.discs[thing]
            if disc.state in (FIXED, FREE) or (disc.state == HELD_ON_FLOOR and thing != me.held):
                rows.append((disc.x_mm, disc.y_mm, disc.radius_mm, disc.state == FREE, thing))
        elif thing - discs != robot:
            they, gripper = state.robots[thing - discs], kinds[thing - discs].gripper
            rows.append((they.x_mm, they.y_mm, they.radius_mm, False, -1))
            if they.arm_is_down and gripper is not None:
                pose = Pose(they.x_mm, they.y_mm, they.heading_rad)
                outlines += [
                    local([pose.place(corner) for corner in outline])
                    for outline in gripper.outlines_mm(they.jaw_gap_mm)
                ]
    table = np.array(rows, np.float64).reshape(-1, 5)
    edges = local(near_edges_mm(scene, me.x_mm, me.y_mm)).reshape(-1, 2, 2)
    return Around(
        edges=shapely.linestrings(edges) if len(edges) else np.empty(0, np.object_),
        centres_mm=local(table[:, :2]),
        radii_mm=table[:, 2],
        is_loose=table[:, 3] > 0.0,
        is_box=np.array([row >= 0 and state.bodies[int(row)].is_box for row in table[:, 4]], bool),
        disc=table[:, 4].astype(np.int64),
        grippers=np.array([shapely.Polygon(outline) for outline in outlines], np.object_),
    )


def near_edges_mm(scene: Scene, x_mm: float, y_mm: float) -> Floats:
    """Return the edges [n, 4] that the map lists near a point."""
    places = scene.places
    row = math.floor((y_mm - places.origin_y_mm) / places.cell_mm) >> SQUARE_SHIFT
    column = math.floor((x_mm - places.origin_x_mm) / places.cell_mm) >> SQUARE_SHIFT
    square = row * (((places.columns - 1) >> SQUARE_SHIFT) + 1) + column
    start, end = places.edge_start[square : square + 2].tolist()
    edges_mm: Floats = places.edges_mm[places.edge_list[start:end]]
    return edges_mm


def is_clear(
    model: GripperModel, gap_mm: float, held: tuple[float, float] | None, around: Around
) -> bool:
    """Return whether a lowered gripper would stand clear of all that can't be pushed.

    Args:
        model: The gripper.
        gap_mm: Between its jaws.
        held: What they hold: how far ahead of the robot's middle, and its radius (mm).
        around: What is near.
    """
    import shapely

    shape, grown = hand(model, gap_mm)
    is_fixed = ~around.is_loose
    centres, radii = around.centres_mm[is_fixed], around.radii_mm[is_fixed]
    if (shapely.distance(shape, shapely.points(centres)) < radii + HALF_SKIN_MM).any():
        return False
    if shapely.intersects(grown, around.edges).any():
        return False
    if shapely.intersects(grown, around.grippers).any():
        return False
    if held is None:
        return True
    return around.gap_to_mm((held[0], 0.0), with_loose=False) >= held[1] + HALF_SKIN_MM


def breaks_barrier(model: GripperModel, gap_mm: float, around: Around) -> bool:
    """Return whether something stands in the light barrier across the gap between the jaws."""
    import shapely

    half, ahead = 0.5 * gap_mm, model.barrier_x_mm
    beam = shapely.LineString([(ahead, -half), (ahead, half)])
    skin_mm = np.where(around.disc < 0, HALF_SKIN_MM, 0.0)
    gaps = shapely.distance(beam, shapely.points(around.centres_mm)) - around.radii_mm
    return bool(
        (gaps < skin_mm).any()
        or shapely.intersects(beam, around.edges).any()
        or (shapely.distance(beam, around.grippers) < HALF_SKIN_MM).any()
    )


def things_between(
    model: GripperModel, gap_mm: float, around: Around
) -> list[tuple[int, float, float]]:
    """Return the loose things whose middles are between the jaws.

    Each with its number, how far ahead of the robot's middle it is, and its radius (mm).
    """
    import shapely

    loose = np.flatnonzero(around.is_loose & ~around.is_box)
    points = shapely.points(around.centres_mm[loose])
    between = loose[shapely.covers(space_between(model, gap_mm), points)]
    return [
        (int(around.disc[k]), float(around.centres_mm[k, 0]), float(around.radii_mm[k]))
        for k in between
    ]


@lru_cache(maxsize=512)
def hand(model: GripperModel, gap_mm: float) -> tuple[BaseGeometry, BaseGeometry]:
    """Return a gripper's outlines at a gap, and the same grown by half a skin, both prepared."""
    import shapely

    shape = shapely.MultiPolygon([shapely.Polygon(part) for part in model.outlines_mm(gap_mm)])
    grown = shapely.union_all(
        [
            shapely.Polygon(part).buffer(HALF_SKIN_MM, join_style="mitre")
            for part in model.outlines_mm(gap_mm)
        ]
    )
    shapely.prepare([shape, grown])
    return shape, grown


@lru_cache(maxsize=512)
def space_between(model: GripperModel, gap_mm: float) -> BaseGeometry:
    """Return the room from one jaw to the other, both jaws included."""
    import shapely

    left, right, _ = model.outlines_mm(gap_mm)
    space = shapely.MultiPoint([*left, *right]).convex_hull
    shapely.prepare(space)
    return space


@lru_cache(maxsize=512)
def meeting_gap_mm(model: GripperModel, along_mm: float, radius_mm: float) -> float:
    """Return the gap at which closing jaws meet a disc that is in their middle.

    The jaw comes nearer by the room that is left, until there is none; a flat one does so at once.
    """
    import shapely

    jaw = shapely.Polygon(model.jaw_outline_mm)
    wanted_mm = radius_mm + SKIN_MM
    half_mm = wanted_mm - min(y for _, y in model.jaw_outline_mm)
    for _ in range(ADVANCES):
        room_mm = shapely.distance(jaw, shapely.Point(along_mm, -half_mm)) - wanted_mm
        if room_mm <= NEARLY_MM or half_mm <= 0.5 * model.closed_gap_mm:
            break
        half_mm -= room_mm
    return 2.0 * half_mm


@lru_cache(maxsize=8)
def floor_of(world: World) -> BaseGeometry:
    """Return the floor of a world's arena without its walls."""
    import shapely

    walls = [
        shapely.LineString([(wall.x0_mm, wall.y0_mm), (wall.x1_mm, wall.y1_mm)]).buffer(
            wall.thickness_mm / 2.0, cap_style="flat"
        )
        for wall in world.walls
    ]
    floor = shapely.Polygon(world.arena.outline_mm).difference(shapely.union_all(walls))
    shapely.prepare(floor)
    return floor
