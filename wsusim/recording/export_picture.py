"""The way of every robot over its maze, as one picture (PNG or SVG)."""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.static_map import wall_corners_mm
from wsusim.model import colours
from wsusim.model.geometry import Pose
from wsusim.model.world import Box, World
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.robots import robot_kind

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH_INCHES = 7.0
DOTS_PER_INCH = 150


def export_picture(recording: Recording, file: Path) -> None:
    """Draw the trajectories into ``file``; its ending says PNG or SVG.

    A small circle marks each robot's start, its outline the end; from dot to dot of a track it is
    one simulated second.

    Raises:
        OSError: The file can't be written.
    """
    from matplotlib.figure import Figure

    player = Player(recording)
    world = recording.header.world
    aspect = world.arena.height_mm / world.arena.width_mm
    figure = Figure(figsize=(WIDTH_INCHES, WIDTH_INCHES * aspect + 0.6), layout="constrained")
    axes = figure.subplots()
    draw_maze(axes, world)
    ticks, tracks = tracks_of(player)
    for number, track in enumerate(tracks):
        _draw_track(axes, number, ticks, track, _radius_mm(world, number))
    _draw_objects(axes, player)
    seconds = (player.last_tick - player.first_tick) / 100
    real = recording.header.real_robot
    origin = f"seed {recording.header.seed}" if real is None else "real robot, dead reckoning"
    axes.set_title(f"{world.name}, {origin}, {seconds:.1f} s")
    save_figure(figure, file)


def save_figure(figure: Figure, file: Path) -> None:
    """Write a picture whose bytes are the same for the same recordings."""
    from matplotlib import rc_context

    # A fixed salt and no date.
    with rc_context({"svg.hashsalt": "wsusim"}):
        kind = file.suffix.lower().removeprefix(".")
        metadata: dict[str, Any] = {"Date": None} if kind == "svg" else {}
        figure.savefig(file, format=kind, dpi=DOTS_PER_INCH, metadata=metadata)


def _radius_mm(world: World, number: int) -> float:
    return robot_kind(world.robots[number].kind).radius_mm


def tracks_of(player: Player) -> tuple[NDArray[np.int64], list[NDArray[np.float64]]]:
    """Return the samples' ticks [N] and each robot's (x_mm, y_mm, heading_rad) [N, 3]."""
    ticks: list[int] = []
    parts: list[list[NDArray[np.float64]]] = []
    for block in player.blocks():
        ticks.extend(block.ticks)
        parts.append([robot.track for robot in block.robots])
    return np.array(ticks), [np.concatenate(pieces) for pieces in zip(*parts, strict=True)]


def draw_maze(axes: Axes, world: World) -> None:
    """Draw what stands still, and the axes in millimetres."""
    from matplotlib.patches import Circle, Ellipse, Polygon, Rectangle

    for goal in world.goals:
        degrees = math.degrees(goal.pose.heading_rad)
        centre = (goal.pose.x_mm, goal.pose.y_mm)
        if goal.shape == "ellipse":
            shape: Any = Ellipse(centre, goal.width_mm, goal.height_mm, angle=degrees)
        else:
            corner = (centre[0] - goal.width_mm / 2, centre[1] - goal.height_mm / 2)
            shape = Rectangle(
                corner, goal.width_mm, goal.height_mm, angle=degrees, rotation_point="center"
            )
        shape.set(facecolor=colours.GOAL_FLOOR, edgecolor="none", zorder=0)
        axes.add_patch(shape)
    axes.add_patch(
        Polygon(
            world.arena.outline_mm,
            facecolor=colours.FLOOR,
            edgecolor=colours.WALL_EDGE,
            linewidth=1.5,
            zorder=-1,
        )
    )
    _lay_pictures(axes, world)
    for wall in world.walls:
        axes.add_patch(Polygon(wall_corners_mm(wall), facecolor=colours.WALL, edgecolor="none"))
    for light in world.lights:
        axes.add_patch(
            Circle((light.x_mm, light.y_mm), light.diameter_mm / 2, facecolor=colours.LIGHT)
        )
    axes.set_xlim(-10, world.arena.width_mm + 10)
    axes.set_ylim(-10, world.arena.height_mm + 10)
    axes.set_xlabel("x (mm)")
    axes.set_ylabel("y (mm)")
    axes.set_aspect("equal")


def _lay_pictures(axes: Axes, world: World) -> None:
    """Draw the ink of the pictures on the floor, under everything else."""
    from PIL import Image

    for picture in world.floor_pictures:
        with Image.open(io.BytesIO(picture.content)) as image:
            grey = np.asarray(image.convert("L"))
        ink = np.zeros((*grey.shape, 4), np.uint8)
        ink[..., 3] = 255 - grey
        width_mm, height_mm = picture.size_mm
        x, y = picture.x_mm - width_mm / 2, picture.y_mm - height_mm / 2
        axes.imshow(ink, extent=(x, x + width_mm, y, y + height_mm), zorder=-0.5, aspect="equal")


def _draw_track(
    axes: Axes,
    number: int,
    ticks: NDArray[np.int64],
    track: NDArray[np.float64],
    radius_mm: float,
) -> None:
    from matplotlib.patches import Circle

    colour = colours.robot_colour(number)
    axes.plot(track[:, 0], track[:, 1], color=colour, linewidth=1.0, zorder=3)
    seconds = track[ticks % 100 == 0]
    axes.plot(seconds[:, 0], seconds[:, 1], ".", color=colour, markersize=3.0, zorder=3)
    axes.plot(*track[0, :2], "o", color=colour, markersize=6.0, fillstyle="none", zorder=4)
    x_mm, y_mm, heading_rad = track[-1]
    axes.add_patch(
        Circle((x_mm, y_mm), radius_mm, facecolor=colour, alpha=0.35, edgecolor=colour, zorder=4)
    )
    nose = (x_mm + radius_mm * math.cos(heading_rad), y_mm + radius_mm * math.sin(heading_rad))
    axes.plot([x_mm, nose[0]], [y_mm, nose[1]], color=colour, linewidth=1.5, zorder=4)


def _draw_objects(axes: Axes, player: Player) -> None:
    """Draw loose things where they were at the end, and dotted where they began."""
    from matplotlib.patches import Circle, Polygon

    usual = {"cap": colours.CAP, "ball": colours.BALL_EDGE}
    things = player.recording.header.world.movables
    for tick, style in ((player.first_tick, ":"), (player.last_tick, "-")):
        for item, thing in zip(player.at(tick).objects, things, strict=True):
            edge = colours.shown_colour(thing.colour, usual.get(item.kind, colours.BLOCK_EDGE))
            look: dict[str, Any] = {
                "fill": False,
                "edgecolor": edge,
                "linestyle": style,
                "zorder": 2,
            }
            place = (item.x_mm, item.y_mm)
            if isinstance(thing, Box):
                corners = thing.corners_mm(Pose(*place, item.heading_rad))
                axes.add_patch(Polygon(corners, **look))
            else:
                axes.add_patch(Circle(place, thing.diameter_mm / 2, **look))
