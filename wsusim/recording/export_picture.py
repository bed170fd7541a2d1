"""The paths of all robots in their maze, as one picture (PNG or SVG)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wsusim.model.snapshot import Snapshot
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.model.world import World
from wsusim.recording.axes_drawing import draw_maze, draw_outline, draw_shape
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.scene.shapes import Robot
from wsusim.scene.walk import moving_shapes, robot_shapes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH_INCHES = 7.0
DOTS_PER_INCH = 150


def export_picture(recording: Recording, file: Path) -> None:
    """Draw the trajectories into ``file``, a PNG or SVG by its suffix.

    A small circle marks each robot's start, its outline the end; the dots of a track are one
    simulated second apart.

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
    first, last = player.at(player.first_tick), player.at(player.last_tick)
    ends = robot_shapes(world, last)
    for track, end in zip(tracks, ends, strict=True):
        _draw_track(axes, ticks, track, end)
    _draw_things(axes, world, first, ":")
    _draw_things(axes, world, last, "-")
    seconds = (player.last_tick - player.first_tick) / TICKS_PER_SECOND
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


def tracks_of(player: Player) -> tuple[NDArray[np.int64], list[NDArray[np.float64]]]:
    """Return the samples' ticks [N] and each robot's (x_mm, y_mm, heading_rad) [N, 3]."""
    ticks: list[int] = []
    parts: list[list[NDArray[np.float64]]] = []
    for block in player.blocks():
        ticks.extend(block.ticks)
        parts.append([robot.track for robot in block.robots])
    return np.array(ticks), [np.concatenate(pieces) for pieces in zip(*parts, strict=True)]


def _draw_track(
    axes: Axes, ticks: NDArray[np.int64], track: NDArray[np.float64], end: Robot
) -> None:
    colour = end.fill
    axes.plot(track[:, 0], track[:, 1], color=colour, linewidth=1.0, zorder=3)
    seconds = track[ticks % TICKS_PER_SECOND == 0]
    axes.plot(seconds[:, 0], seconds[:, 1], ".", color=colour, markersize=3.0, zorder=3)
    axes.plot(*track[0, :2], "o", color=colour, markersize=6.0, fillstyle="none", zorder=4)
    draw_shape(axes, end, zorder=4)


def _draw_things(axes: Axes, world: World, moment: Snapshot, linestyle: str) -> None:
    for shape in moving_shapes(world, moment):
        if not isinstance(shape, Robot):
            draw_outline(axes, shape, linestyle=linestyle, zorder=2)
