"""A maze from a picture: what is floor by its grey value, the rest as walls.

The border between floor and wall is found at the threshold by marching squares (contourpy), cleaned
and simplified (shapely), and then turned into walls (``formats.traced_walls``).
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal

import numpy as np
from contourpy import FillType, contour_generator
from shapely import LineString, Polygon, STRtree, get_num_coordinates, make_valid, points
from shapely.geometry.base import BaseGeometry

from wsusim.errors import MazeError
from wsusim.formats.entries import MM_PER_PX_MIN, OBJECTS_MAX
from wsusim.formats.free_places import Floor
from wsusim.formats.grey_pictures import PIXELS_MAX, Grey
from wsusim.formats.thin_lines import Line, ThinLines, find_thin_lines
from wsusim.formats.traced_walls import THINNEST_MM, Strip, strips_of
from wsusim.model.elementary import dist
from wsusim.model.geometry import Pose
from wsusim.model.limits import SIDE_MAX_MM
from wsusim.model.text import counted, plain
from wsusim.model.world import SIDE_MIN_MM as SIDE_MIN
from wsusim.model.world import Arena, RobotStart, Wall, World
from wsusim.robots import robot_kind

TOLERANCE_MAX_MM = 100.0
SCALE_MAX_MM = 1000.0
"""Of a pixel, which may be a whole passage (guess)."""

SPECK = 4.0
"""A spot of wall smaller than so many squares of the tolerance is taken for dirt (guess)."""

THIN = 2.5
"""Lines thinner than twice so many tolerances have no two sides (guess: 10 mm, as pens draw)."""

SHORTEST_MM = 0.1
"""Of a wall (guess); the hundredths to which walls are rounded must not make it a point."""

MOST_LOST = 0.02
"""Share of what is drawn that may lie farther from every wall than the tolerance (guess)."""

MOST_LOOKED_AT = 5000
"""Points of what is drawn: a sample of them."""

LEAST_FLOOR = 0.01
"""Share of a picture that must be floor (guess)."""

MOST_COVERED = 0.02
"""Share of the floor that may lie under walls; more: passages are hardly a pixel wide (guess)."""

FINER = 4
"""Points a side into which a pixel of a picture is split whose passages are a pixel wide."""

LEAST_TOLERANCE_PX = 1.1
"""Marching squares cut each corner by half a pixel, so a straight side may lean by a whole one."""

MOST_CORNERS = 4 * OBJECTS_MAX["walls"]
"""Of one solid: with more it would be too many walls in any case."""

MOST_HOLES = 1500
"""In one solid (guess): hardly a maze has so many; simplifying many takes minutes."""

OTHER_TONE = "Move the threshold, or choose whether the floor is light or dark."

FloorTone = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """How a picture is read as a maze.

    Attributes:
        threshold: Grey value (1 to 255) from which on a point counts as light.
        mm_per_px: Scale; KiKS: a pixel is a millimetre.
        tolerance_mm: How far walls may depart from the picture to be fewer (guess); it counts as
            at least ``LEAST_TOLERANCE_PX``.
        floor: Whether light points are floor and dark ones wall, or the other way round (KiKS:
            black is floor).
        is_surface: Whether walls reflect in proportion to their brightness in the picture (KiKS);
            if not, they are white to the sensors.
    """

    threshold: int = 128
    mm_per_px: float = 1.0
    tolerance_mm: float = 2.0
    floor: FloorTone = "light"
    is_surface: bool = False

    @property
    def slack_mm(self) -> float:
        """The effective tolerance."""
        return max(self.tolerance_mm, LEAST_TOLERANCE_PX * self.mm_per_px)

    def problem(self) -> str:
        """Return what is wrong with the figures, a sentence; empty if they are valid."""
        for name, value, low, high in (
            ("The threshold", self.threshold, 1, 255),
            ("The scale", self.mm_per_px, MM_PER_PX_MIN, SCALE_MAX_MM),
            ("The tolerance", self.tolerance_mm, 0.0, TOLERANCE_MAX_MM),
        ):
            if not low <= value <= high:
                return f"{name} is {plain(value)}, but it must be {plain(low)} to {plain(high)}."
        return ""


@dataclass(frozen=True, slots=True)
class PictureArena:
    """The maze of a picture.

    Attributes:
        world: The maze.
        remark: What the maze lacks of the picture, and what can be done; empty: nothing.
    """

    world: World
    remark: str


def world_of_picture(grey: Grey, name: str, settings: PictureSettings | None = None) -> World:
    """Return the maze of a picture without the remark; see ``arena_of_picture``."""
    return arena_of_picture(grey, name, settings).world


def arena_of_picture(
    grey: Grey, name: str, settings: PictureSettings | None = None
) -> PictureArena:
    """Return the maze of a picture: its walls, and a robot where there is room for one.

    A picture whose walls and passages are a pixel wide is read with finer points.

    Args:
        grey: The picture, as ``formats.grey_pictures.read_grey`` returns it.
        name: Of the new maze.
        settings: How it is read.

    Raises:
        MazeError: A figure is out of range, the maze would be too small or too large, all is wall,
            or there would be too many walls.
    """
    settings = settings or PictureSettings()
    if problem := settings.problem():
        raise MazeError(problem)
    height_mm, width_mm = (side * settings.mm_per_px for side in grey.shape)
    if not (min(width_mm, height_mm) >= SIDE_MIN and max(width_mm, height_mm) <= SIDE_MAX_MM):
        raise MazeError(
            f"At {plain(settings.mm_per_px)} mm per pixel the arena would be {plain(width_mm)} x "
            f"{plain(height_mm)} mm, but each side must be {plain(SIDE_MIN)} to "
            f"{plain(SIDE_MAX_MM)} mm. Change the millimetres per pixel."
        )
    is_coarse = LEAST_TOLERANCE_PX * settings.mm_per_px > settings.tolerance_mm
    if not is_coarse:
        return _arena(grey, name, settings)
    can_be_finer = grey.size * FINER**2 <= PIXELS_MAX
    try:
        found = _arena(grey, name, settings)
    except MazeError:
        if can_be_finer:
            return _finer(grey, name, settings)
        raise
    share = _covered(grey, found.world.walls, settings)
    if share <= MOST_COVERED:
        return found
    if can_be_finer:
        with suppress(MazeError):
            return _finer(grey, name, settings)
    told = f"{100.0 * share:.0f} % of the floor lies under walls: draw the passages wider."
    return replace(found, remark=" ".join(filter(None, (found.remark, told))))


def _finer(grey: Grey, name: str, settings: PictureSettings) -> PictureArena:
    """Return the maze with each pixel as several points, so that none of its corners is cut."""
    fine = grey.repeat(FINER, axis=0).repeat(FINER, axis=1)
    finer = replace(settings, mm_per_px=settings.mm_per_px / FINER)
    return _arena(fine, name, finer, settings.mm_per_px)


def _arena(
    grey: Grey, name: str, settings: PictureSettings, given_mm: float | None = None
) -> PictureArena:
    """Return the maze; ``given_mm`` is the scale to tell, if it is another."""
    height_mm, width_mm = (side * settings.mm_per_px for side in grey.shape)
    thin = _thin_lines(grey, settings)
    bare = np.where(thin.mask, np.uint8(255 if settings.floor == "light" else 0), grey)
    solid, specks_mm2 = _traced(bare, settings)
    arena = Arena.rectangle(width_mm, height_mm)
    if sum(part.area for part in solid) > (1.0 - LEAST_FLOOR) * width_mm * height_mm:
        raise MazeError(
            f"With a threshold of {settings.threshold}, the whole picture is wall. Change the "
            "threshold, or choose whether the floor is light or dark."
        )
    strips = [_strip(line, grey.shape, settings) for line in thin.lines]
    for part in solid:
        is_too_much = get_num_coordinates(part) > MOST_CORNERS
        strips += [] if is_too_much else strips_of(part, settings.slack_mm)
        if is_too_much or len(strips) > OBJECTS_MAX["walls"]:
            raise MazeError(
                f"The picture has more than {OBJECTS_MAX['walls']:,} walls, and a maze can't have "
                "so many. Raise the tolerance, or clean the picture."
            )
    drawn = [strip for strip in strips if dist(strip.start_mm, strip.end_mm) >= SHORTEST_MM]
    walls = tuple(_wall(number, strip, grey, settings) for number, strip in enumerate(drawn, 1))
    world = World(
        name,
        arena,
        walls=walls,
        next_id=len(walls) + 1,
        description=f"Made from a picture, {plain(given_mm or settings.mm_per_px)} mm per pixel.",
    )
    remark = _remark(len(walls), specks_mm2, settings)
    if walls and not remark:
        remark = _lost(grey, walls, settings)
    return PictureArena(_with_robot(world), remark)


def _remark(walls: int, specks_mm2: list[float], settings: PictureSettings) -> str:
    """Return what was left out, and what would keep it."""
    if not specks_mm2:
        return "" if walls else f"Nothing in the picture is wall. {OTHER_TONE}"
    largest_mm2 = max(specks_mm2)
    spots = counted(len(specks_mm2), "spot")
    told = f"{spots} of at most {largest_mm2:.0f} square mm left out as dirt: "
    kept_mm = math.floor(math.sqrt(largest_mm2 / SPECK) * 10.0 - 1e-6) / 10.0
    if kept_mm >= max(0.1, LEAST_TOLERANCE_PX * settings.mm_per_px):
        return f"{told}a tolerance of {plain(kept_mm)} mm keeps the largest."
    return f"{told}draw them larger if they should be walls."


def _lost(grey: Grey, walls: tuple[Wall, ...], settings: PictureSettings) -> str:
    """Return the share of the drawn borders that has no wall near it, and what would keep it."""
    is_light = grey >= settings.threshold
    drawn = np.pad(is_light if settings.floor == "dark" else ~is_light, 1)
    inside = drawn[:-2, 1:-1] & drawn[2:, 1:-1] & drawn[1:-1, :-2] & drawn[1:-1, 2:]
    rows, columns = np.nonzero(drawn[1:-1, 1:-1] & ~inside)
    every = max(1, len(rows) // MOST_LOOKED_AT)
    x_mm = (columns[::every] + 0.5) * settings.mm_per_px
    y_mm = (len(grey) - rows[::every] - 0.5) * settings.mm_per_px
    _, distances_mm = STRtree(_bodies(walls, "round")).query_nearest(
        points(x_mm, y_mm), all_matches=False, return_distance=True
    )
    far_mm = settings.slack_mm + 2.0 * settings.mm_per_px
    share = float((distances_mm > far_mm).mean())
    if share <= MOST_LOST:
        return ""
    least_mm = LEAST_TOLERANCE_PX * settings.mm_per_px
    finer_mm = round(max(least_mm, settings.tolerance_mm / 2.0), 2)
    advice = (
        f"a tolerance of {plain(finer_mm)} mm keeps more"
        if settings.tolerance_mm > least_mm
        else "draw it larger, or with fewer millimetres per pixel"
    )
    lost = f"{100.0 * share:.0f} % of what is drawn"
    return f"{lost} is more than {far_mm:.0f} mm from any wall: {advice}."


def _covered(grey: Grey, walls: tuple[Wall, ...], settings: PictureSettings) -> float:
    """Return the share of the drawn floor, taken in the middle of its pixels, under walls."""
    is_light = grey >= settings.threshold
    rows, columns = np.nonzero(is_light if settings.floor == "light" else ~is_light)
    every = max(1, len(rows) // MOST_LOOKED_AT)
    x_mm = (columns[::every] + 0.5) * settings.mm_per_px
    y_mm = (len(grey) - rows[::every] - 0.5) * settings.mm_per_px
    tree = STRtree(_bodies(walls, "flat"))
    under, _ = tree.query(points(x_mm, y_mm), predicate="within")
    return len(set(under.tolist())) / max(1, len(x_mm))


def _bodies(walls: tuple[Wall, ...], ends: Literal["round", "flat"]) -> list[Polygon]:
    """Return what walls cover; with round ends it is half their thickness longer at both."""
    return [
        LineString([(wall.x0_mm, wall.y0_mm), (wall.x1_mm, wall.y1_mm)]).buffer(
            wall.thickness_mm / 2.0, cap_style=ends
        )
        for wall in walls
    ]


def solids(grey: Grey, settings: PictureSettings) -> list[Polygon]:
    """Return what is wall, as clean polygons with holes (mm, y up), the largest first."""
    return _traced(grey, settings)[0]


def _traced(grey: Grey, settings: PictureSettings) -> tuple[list[Polygon], list[float]]:
    """Return what is wall, as ``solids`` does, and the areas of the spots that were left out."""
    solid = grey.astype(np.float64) if settings.floor == "dark" else 255.0 - grey
    level = settings.threshold - 0.5 if settings.floor == "dark" else 255.5 - settings.threshold
    padded = np.pad(solid, 1)  # nothing beyond the picture, so that every border is closed
    tracer = contour_generator(z=padded, fill_type=FillType.OuterOffset)
    traced: Any = tracer.filled(level, 1e9)
    outlines, offsets = traced
    height_px = grey.shape[0]
    speck_mm2 = SPECK * settings.slack_mm**2
    found: list[Polygon] = []
    specks_mm2: list[float] = []
    for line, marks in zip(outlines, offsets, strict=True):
        rings = [
            _to_mm(line[first:last], height_px, settings.mm_per_px)
            for first, last in pairwise(marks)
            if last - first >= 4
        ]
        area_mm2 = _area_mm2(rings[0]) if rings else 0.0
        if area_mm2 <= speck_mm2:
            specks_mm2.append(area_mm2)
        else:
            holes = [ring for ring in rings[1:] if _area_mm2(ring) > speck_mm2]
            if len(holes) > MOST_HOLES:
                raise MazeError(
                    f"A wall of the picture has {len(holes):,} holes: it looks like a photo or "
                    "noise. Move the threshold, raise the tolerance, or draw clean lines over it."
                )
            shape = make_valid(Polygon(rings[0], holes))
            parts = _polygons(shape.simplify(settings.slack_mm))
            kept = [part for part in parts if part.area > speck_mm2]
            found += kept or _polygons(shape)  # what is hardly larger has no side to spare
    found = [_without_specks(part, speck_mm2) for part in found]
    return sorted(found, key=lambda part: -part.area), specks_mm2


def _thin_lines(grey: Grey, settings: PictureSettings) -> ThinLines:
    """Return the lines that have no two sides within the tolerance."""
    is_light = grey >= settings.threshold
    slack_px = settings.slack_mm / settings.mm_per_px
    return find_thin_lines(
        is_light if settings.floor == "dark" else ~is_light, THIN * slack_px, SPECK * slack_px**2
    )


def _strip(line: Line, size_px: tuple[int, ...], settings: PictureSettings) -> Strip:
    """Return a line in the arena, which it does not leave."""
    height_px, width_px = size_px
    ends_px = np.clip([line.start_px, line.end_px], 0.0, (width_px, height_px))
    (x0, y0), (x1, y1) = (ends_px * settings.mm_per_px).tolist()
    height_mm = height_px * settings.mm_per_px
    return Strip((x0, height_mm - y0), (x1, height_mm - y1), line.width_px * settings.mm_per_px)


def _to_mm(line: Any, height_px: int, mm_per_px: float) -> Any:
    """Return points of the padded picture in the arena: half a pixel and the padding taken off."""
    x, y = line[:, 0] - 0.5, line[:, 1] - 0.5
    return np.column_stack([x, height_px - y]) * mm_per_px


def _area_mm2(ring: Any) -> float:
    """Return the area within a closed line; quick, as most rings of a photo are specks."""
    x, y = ring[:, 0], ring[:, 1]
    return abs(float(np.sum(x[:-1] * y[1:]) - np.sum(x[1:] * y[:-1]))) / 2.0


def _polygons(shape: BaseGeometry) -> list[Polygon]:
    parts = getattr(shape, "geoms", [shape])
    return [part for part in parts if isinstance(part, Polygon) and not part.is_empty]


def _without_specks(part: Polygon, least_mm2: float) -> Polygon:
    """Return the polygon without holes too small to matter."""
    holes = [hole for hole in part.interiors if Polygon(hole).area > least_mm2]
    return Polygon(part.exterior, holes)


def _wall(number: int, strip: Strip, grey: Grey, settings: PictureSettings) -> Wall:
    (x0, y0), (x1, y1) = strip.start_mm, strip.end_mm
    thickness_mm = max(THINNEST_MM, round(strip.thickness_mm, 2))
    wall = Wall(number, round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2), thickness_mm)
    if not settings.is_surface:
        return wall
    return replace(wall, reflectivity=_brightness(wall, grey, settings))


def _brightness(wall: Wall, grey: Grey, settings: PictureSettings) -> float:
    """Return the brightness of a wall in the picture: the mean along its middle, 0 to 1."""
    count = max(2, math.ceil(dist((wall.x0_mm, wall.y0_mm), (wall.x1_mm, wall.y1_mm))))
    share = (np.arange(count) + 0.5) / count
    x_px = (wall.x0_mm + share * (wall.x1_mm - wall.x0_mm)) / settings.mm_per_px
    y_px = grey.shape[0] - (wall.y0_mm + share * (wall.y1_mm - wall.y0_mm)) / settings.mm_per_px
    columns = np.clip(np.floor(x_px).astype(int), 0, grey.shape[1] - 1)
    rows = np.clip(np.floor(y_px).astype(int), 0, grey.shape[0] - 1)
    return round(float(grey[rows, columns].mean()) / 255.0, 2)


def _with_robot(world: World) -> World:
    """Return the maze with a robot at the free place nearest to the middle, if there is room."""
    place = Floor(world.arena, world.walls).put_robot(robot_kind("khepera1"))
    if place is not None:
        robot = RobotStart(world.next_id, Pose(*place, math.pi / 2.0))
        return replace(world, robots=(robot,), next_id=world.next_id + 1)
    text = f"{world.description} There is no room for a robot."
    return replace(world, description=text)
