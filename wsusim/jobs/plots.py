"""Plots of many runs: times by controller, trails, success over a figure."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from wsusim.formats.atomic import write_whole
from wsusim.jobs.run_table import Row
from wsusim.model import colours
from wsusim.model.world import World
from wsusim.recording.axes_drawing import draw_maze, draw_shape
from wsusim.scene.shapes import Robot
from wsusim.scene.walk import moving_shapes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_MAZES = 4
"""Mazes whose trails are drawn."""

MOST_TRAILS = 300
"""Trails in one picture; of more, every so-and-so-many-th is drawn."""

PANEL_INCHES = 4.6
DOTS_PER_INCH = 130


def draw_plots(
    file: Path, rows: Sequence[Row], columns: Sequence[str], worlds: Mapping[str, World]
) -> None:
    """Draw a table into a picture.

    Args:
        file: A PNG, SVG or PDF.
        rows: Of the table.
        columns: Its parameters.
        worlds: Mazes by name.
    """
    from matplotlib.figure import Figure

    over = next((name for name in columns if len(_numbers(rows, name)) > 1), None)
    mazes = list(worlds)[:MOST_MAZES]
    panels = 1 + (over is not None) + len(mazes)
    across = min(panels, 3)
    down = -(-panels // across)
    figure = Figure(figsize=(PANEL_INCHES * across, PANEL_INCHES * down), layout="constrained")
    axes = list(np.array(figure.subplots(down, across, squeeze=False)).ravel())
    controllers = list(dict.fromkeys(row["controller"] for row in rows))
    _draw_times(axes[0], rows, controllers)
    if over is not None:
        _draw_success(axes[1], rows, controllers, over)
    place = panels - len(mazes)
    for number, maze in enumerate(mazes):
        _draw_trails(axes[place + number], rows, controllers, maze, worlds[maze])
    for empty in axes[panels:]:
        empty.axis("off")
    picture = io.BytesIO()
    figure.savefig(picture, format=file.suffix[1:], dpi=DOTS_PER_INCH)
    write_whole(file, picture.getvalue())


def _draw_times(axes: Axes, rows: Sequence[Row], controllers: Sequence[str]) -> None:
    """Draw box plots of the time to the goal, or of a run's length if none reaches it.

    These also serve as the legend of the colours.
    """
    has_goals = any(row["goal_time_s"] is not None for row in rows)
    name = "goal_time_s" if has_goals else "sim_time_s"
    times = [
        [row[name] for row in rows if row["controller"] == one and row[name] is not None]
        for one in controllers
    ]
    boxes = axes.boxplot(times, tick_labels=list(controllers), patch_artist=True, widths=0.5)
    for number, box in enumerate(boxes["boxes"]):
        box.set(facecolor=colours.robot_colour(number), alpha=0.45)
    for line in boxes["medians"]:
        line.set(color="black")
    longest_s = max((time_s for one in times for time_s in one), default=0.0)
    axes.set_ylim(0, 1.12 * longest_s or 1.0)  # every run may fail before its first step
    axes.tick_params(axis="x", labelrotation=20 if len(controllers) > 3 else 0)
    axes.set_ylabel("s")
    axes.set_title("Time to the goal" if has_goals else "Length of the runs")
    if has_goals:
        for number, one in enumerate(controllers):
            runs = [row for row in rows if row["controller"] == one]
            share = f"{sum(row['goal'] for row in runs)} of {len(runs)}"
            axes.annotate(
                share, (number + 1, 0.98), xycoords=("data", "axes fraction"), ha="center", va="top"
            )


def _draw_success(axes: Axes, rows: Sequence[Row], controllers: Sequence[str], over: str) -> None:
    """Draw the share of runs that reach the goal over a figure, a line for each controller."""
    values = _numbers(rows, over)
    for number, one in enumerate(controllers):
        shares = [
            float(np.mean([r["goal"] for r in rows if r["controller"] == one and r[over] == value]))
            for value in values
        ]
        axes.plot(
            values, 100 * np.array(shares), "o-", color=colours.robot_colour(number), label=one
        )
    axes.set_ylim(-3, 103)
    axes.set_xlabel(over)
    axes.set_ylabel("%")
    axes.set_title(f"Runs that reach the goal, over {over}")
    axes.legend()


def _draw_trails(
    axes: Axes, rows: Sequence[Row], controllers: Sequence[str], maze: str, world: World
) -> None:
    draw_maze(axes, world)
    for shape in moving_shapes(world):
        if not isinstance(shape, Robot):
            draw_shape(axes, shape, zorder=1.0)
    own = [row for row in rows if row["maze"] == maze and row["trail_mm"]]
    for row in own[:: max(1, -(-len(own) // MOST_TRAILS))]:
        points = np.array(row["trail_mm"].split(), float).reshape(-1, 2)
        colour = colours.robot_colour(controllers.index(row["controller"]))
        axes.plot(*points.T, color=colour, alpha=max(0.08, min(0.6, 8 / len(own))), linewidth=1)
    axes.set(xticks=(), yticks=(), xlabel="", ylabel="", title=f"{maze}: {len(own)} runs")


def _numbers(rows: Sequence[Row], name: str) -> list[Any]:
    """Return the different values of a column of numbers; nothing for other columns."""
    values = {row[name] for row in rows}
    is_number = all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)
    return sorted(values) if is_number else []
