"""Compares two runs of a robot in one maze: how far apart they were, in figures and a picture.

What a student wants to know after the first run on a real robot: where did it leave the path of the
simulation? A real robot's path is computed from its wheels (see ``real_track``), so part of a
distance may be due to slipping wheels.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wsusim.errors import BadInput
from wsusim.model import colours
from wsusim.model.fixed_order import lengths
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.recording.axes_drawing import draw_maze
from wsusim.recording.export_picture import save_figure, tracks_of
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.scene.palette import LIGHT

SIZE_INCHES = (7.0, 8.5)


@dataclass(frozen=True, slots=True)
class TwoWays:
    """One robot of two runs, at the moments that both have.

    Attributes:
        time_s: The moments [N].
        first_mm, second_mm: Where it was in either run [N, 2].
        distance_mm: How far apart [N].
    """

    time_s: NDArray[np.float64]
    first_mm: NDArray[np.float64]
    second_mm: NDArray[np.float64]
    distance_mm: NDArray[np.float64]

    def apart_from_s(self, limit_mm: float) -> float | None:
        """Return when they were first further apart than a limit; ``None``: never."""
        beyond = np.flatnonzero(self.distance_mm > limit_mm)
        return float(self.time_s[beyond[0]]) if len(beyond) else None


def compare_ways(first: Recording, second: Recording, robot: int = 0) -> TwoWays:
    """Compare where a robot was in two runs.

    Raises:
        BadInput: One of them has no such robot, or they have no moment in common.
    """
    ticks, ways = [], []
    for recording in (first, second):
        at, tracks = tracks_of(Player(recording))
        if robot >= len(tracks):
            raise BadInput(
                f"There is no robot {robot + 1} in {recording.name}. Choose one from 1 to "
                f"{len(tracks)}."
            )
        way = tracks[robot][:, :2]
        if recording.header.real_robot is not None:
            at, way = _when_told(at, way)
        ticks.append(at)
        ways.append(way)
    common = ticks[0][(ticks[0] >= ticks[1][0]) & (ticks[0] <= ticks[1][-1])]
    if not len(common):
        raise BadInput(f"{first.name} and {second.name} have no moment in common.")
    places = [
        np.column_stack([np.interp(common, at, way[:, axis]) for axis in (0, 1)])
        for at, way in zip(ticks, ways, strict=True)
    ]
    distance_mm = lengths(*(places[0] - places[1]).T)
    return TwoWays(common / TICKS_PER_SECOND, places[0], places[1], distance_mm)


def _when_told(
    ticks: NDArray[np.int64], way_mm: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the samples at which a real robot had reported something new, and the last one.

    Until its next answer a recording shows where it was at the last one; between them it went on.
    """
    is_new = np.any(np.diff(way_mm, axis=0) != 0.0, axis=1)
    kept = np.concatenate(([True], is_new))
    kept[-1] = True
    return ticks[kept], way_mm[kept]


def export_comparison(first: Recording, second: Recording, file: Path, robot: int = 0) -> None:
    """Draw both paths over the first run's maze, and their distance over time.

    Args:
        first: Solid, in the first robot's colour.
        second: Dashed, in the second's.
        file: A PNG or SVG, by its suffix.
        robot: Its number, from 0.

    Raises:
        BadInput: They can't be compared.
        OSError: The file can't be written.
    """
    from matplotlib.figure import Figure

    compared = compare_ways(first, second, robot)
    figure = Figure(figsize=SIZE_INCHES, layout="constrained")
    maze, apart = figure.subplots(2, 1, height_ratios=(3, 1))
    draw_maze(maze, first.header.world)
    for number, (recording, way_mm) in enumerate(
        ((first, compared.first_mm), (second, compared.second_mm))
    ):
        maze.plot(
            way_mm[:, 0], way_mm[:, 1],
            linestyle=("-", "--")[number], color=colours.robot_colour(number),
            linewidth=1.4, label=title_of(recording),
        )  # fmt: skip
    maze.legend(loc="upper right", fontsize="small")
    maze.set_title(first.header.world.name)
    apart.plot(compared.time_s, compared.distance_mm, color=LIGHT.wall_edge, linewidth=1.2)
    apart.set_xlabel("time (s)")
    apart.set_ylabel("distance (mm)")
    apart.set_ylim(bottom=0.0)
    apart.grid(alpha=0.3)
    save_figure(figure, file)


def title_of(recording: Recording) -> str:
    """Return the title of a run beside another one."""
    header = recording.header
    return "real robot" if header.real_robot is not None else f"simulation, seed {header.seed}"
