"""Converts labs of the contest to mazes and back, so that they can be edited in the window.

A robot's diameter becomes 55 mm, the Khepera's. Walls, targets (goal regions), beacons (lights) and
start positions (robots) are objects of the maze. What a maze has no place for, the heights of walls
and beacons, is in its description by the objects' ids, which no move changes. Lines on the floor
are left out: a maze has none.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator

from shapely.geometry import Polygon

from wsusim.ciber.contest_lab import Beacon, Lab, Place, Points, Target, Wall
from wsusim.model import world as maze
from wsusim.model.elementary import dist, hypot
from wsusim.model.geometry import Pose
from wsusim.model.world import World

MM_A_UM = 55.0
"""The Khepera's diameter."""

USUAL_HEIGHT = 4.0
EDGE_UM = 0.02
"""Thickness of the walls along the outline of what is no rectangle."""

SAME_AREA = 1.001
_HEIGHTS = "Heights in the contest's lab:"
_ENTRY = re.compile(r"(\d+)=([0-9.]+)")


CLEAR_UM = 0.9
"""A robot and a lamp are so far apart at least."""


def world_of(lab: Lab, grid: tuple[Place, ...]) -> World:
    """Return a lab with its start positions as a maze.

    Walls that aren't rectangles become walls along their outlines.
    """
    heights: dict[int, float] = {}
    numbers = iter(range(1, 1_000_000))

    def numbered(height: float) -> int:
        number = next(numbers)
        if height != USUAL_HEIGHT:
            heights[number] = height
        return number

    walls = [
        maze.Wall(
            numbered(wall.height),
            *(MM_A_UM * x0, MM_A_UM * y0, MM_A_UM * x1, MM_A_UM * y1, MM_A_UM * thickness),
        )
        for wall in lab.walls
        if wall.is_solid
        for x0, y0, x1, y1, thickness in _straight(wall.corners)
    ]
    lights = [
        maze.Light(numbered(b.height), MM_A_UM * b.x, MM_A_UM * b.y)
        for b in lab.beacons
        # A lamp is a thing in a maze: none can stand where a robot starts, as in the course's labs.
        if all((b.x - p.x) ** 2 + (b.y - p.y) ** 2 >= CLEAR_UM**2 for p in grid)
    ]
    goals = [
        maze.GoalRegion(
            numbered(USUAL_HEIGHT),
            Pose(MM_A_UM * t.x, MM_A_UM * t.y),
            2.0 * MM_A_UM * t.radius,
            2.0 * MM_A_UM * t.radius,
            "ellipse",
        )
        for t in lab.targets
    ]
    robots = [
        maze.RobotStart(
            numbered(USUAL_HEIGHT),
            Pose(MM_A_UM * p.x, MM_A_UM * p.y, math.radians(p.heading_deg)),
        )
        for p in grid
    ]
    told = ", ".join(f"{number}={height:g}" for number, height in sorted(heights.items()))
    return World(
        lab.name or "lab",
        maze.Arena.rectangle(MM_A_UM * lab.width, MM_A_UM * lab.height),
        walls=tuple(walls),
        lights=tuple(lights),
        goals=tuple(goals),
        robots=tuple(robots),
        next_id=next(numbers),
        description=f"{_HEIGHTS} {told}" if told else "",
    )


def lab_of(world: World) -> tuple[Lab, tuple[Place, ...]]:
    """Return a maze as a lab with its start positions; ``Lab.remarks`` says what was left out."""
    heights = _heights(world.description)
    left_out = {
        "caps, balls and blocks": len(world.movables),
        "notes": len(world.notes),
        "corners of a floor that is no rectangle": max(0, len(world.arena.outline_mm) - 4),
    }
    lab = Lab(
        world.name,
        world.arena.width_mm / MM_A_UM,
        world.arena.height_mm / MM_A_UM,
        beacons=tuple(
            Beacon(b.x_mm / MM_A_UM, b.y_mm / MM_A_UM, heights.get(b.id, USUAL_HEIGHT))
            for b in world.lights
        ),
        targets=tuple(
            Target(
                g.pose.x_mm / MM_A_UM,
                g.pose.y_mm / MM_A_UM,
                min(g.width_mm, g.height_mm) / 2.0 / MM_A_UM,
            )
            for g in world.goals
        ),
        walls=tuple(
            Wall(_corners(wall), heights.get(wall.id, USUAL_HEIGHT)) for wall in world.walls
        ),
        remarks=tuple(
            f"Left out, as a lab has no place for them: {what} ({count})."
            for what, count in left_out.items()
            if count
        ),
    )
    grid = tuple(
        Place(r.pose.x_mm / MM_A_UM, r.pose.y_mm / MM_A_UM, math.degrees(r.pose.heading_rad))
        for r in world.robots
    )
    return lab, grid


def _heights(description: str) -> dict[int, float]:
    _, _, told = description.partition(_HEIGHTS)
    return {int(number): float(height) for number, height in _ENTRY.findall(told)}


def _straight(corners: Points) -> Iterator[tuple[float, float, float, float, float]]:
    """Yield x0, y0, x1, y1 and thickness of straight walls that stand for a polygon."""
    outline = Polygon(corners)
    box = outline.minimum_rotated_rectangle
    if isinstance(box, Polygon) and box.area <= SAME_AREA * outline.area:
        a, b, c = list(box.exterior.coords)[:3]
        if dist(a, b) < dist(b, c):
            a, b, c = b, c, (a[0] + c[0] - b[0], a[1] + c[1] - b[1])
        # Along the longer side a-b, half of the shorter one away.
        dx, dy = (c[0] - b[0]) / 2.0, (c[1] - b[1]) / 2.0
        yield a[0] + dx, a[1] + dy, b[0] + dx, b[1] + dy, 2.0 * hypot(dx, dy)
        return
    for (x0, y0), (x1, y1) in itertools.pairwise(outline.exterior.coords):
        yield x0, y0, x1, y1, EDGE_UM


def _corners(wall: maze.Wall) -> Points:
    """Return the corners of a maze's wall, counter-clockwise, in robot diameters."""
    x0, y0, x1, y1 = (v / MM_A_UM for v in (wall.x0_mm, wall.y0_mm, wall.x1_mm, wall.y1_mm))
    length = dist((x0, y0), (x1, y1))
    half = wall.thickness_mm / MM_A_UM / 2.0
    dx, dy = -(y1 - y0) / length * half, (x1 - x0) / length * half
    return ((x0 - dx, y0 - dy), (x1 - dx, y1 - dy), (x1 + dx, y1 + dy), (x0 + dx, y0 + dy))
