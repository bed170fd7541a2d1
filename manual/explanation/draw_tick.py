"""Draws the picture of the page on one tick: ``python manual/explanation/draw_tick.py``."""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

sys.path.insert(0, str(Path(__file__).parents[2]))

from wsusim.engine.simulation import Simulation
from wsusim.engine.static_map import RING_CELLS
from wsusim.kernels.object_map import SQUARE_CELLS
from wsusim.model.commands import SetArm
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, Light, RobotStart, Wall, World
from wsusim.scene.matrix_picture import matrix_picture

PICTURES = Path(__file__).parents[1] / "pictures"
INK = "#26323f"
BOX = "#eef2f7"
ASKS, TELLS = "#1f6fb4", "#c8453c"

PHASES = (
    ("1  Orders", "what controllers want", None),
    ("2  Arm and jaws", "near something: shapely decides", ASKS),
    ("3  Motors and way", "contacts, pushing", ASKS),
    ("", "where everything is now", TELLS),
    ("4  Sensors", "every second tick", ASKS),
    ("5  Mission, recording", "", None),
    ("6  Picture", "a snapshot, when the window wants one", None),
)


def scene() -> Simulation:
    """Return a small arena in which a robot has lowered its gripper round a cap."""
    world = World(
        "tick",
        Arena.rectangle(260.0, 260.0),
        walls=(Wall(1, 30.0, 200.0, 150.0, 230.0, 14.0),),
        lights=(Light(2, 225.0, 40.0),),
        caps=(Cap(3, 130.0, 113.0), Cap(4, 205.0, 190.0), Cap(5, 232.0, 196.0)),
        robots=(RobotStart(6, Pose(85.0, 92.0, 0.43)),),
        next_id=7,
    )
    simulation = Simulation(world, ideal=True)
    simulation.apply(0, SetArm(255))
    simulation.advance(150)
    return simulation


def draw_phases(axes: Axes) -> None:
    """Draw the phases from top to bottom, with what each has to do with the map."""
    axes.set_xlim(0.0, 10.0)
    axes.set_ylim(-0.2, 7.1)
    axes.axis("off")
    for k, (title, remark, colour) in enumerate(PHASES):
        y = 6.2 - 0.98 * k
        if title:
            box = FancyBboxPatch((0.3, y), 5.6, 0.66, "round,pad=0.06", fc=BOX, ec=INK, lw=1.1)
            axes.add_patch(box)
            height = y + (0.47 if remark else 0.33)
            axes.text(0.55, height, title, color=INK, fontsize=11, va="center", weight="bold")
            axes.text(0.55, y + 0.17, remark, color=INK, fontsize=8.5, va="center")
        else:
            axes.text(3.1, y + 0.3, remark, color=TELLS, fontsize=9, ha="center", va="center")
        if colour is not None:
            tail, head = (6.1, y + 0.33), (9.7, y + 0.33)
            style = "<|-|>" if colour == ASKS else "-|>"
            axes.add_patch(
                FancyArrowPatch(tail, head, arrowstyle=style, mutation_scale=13, color=colour)
            )
            word = "is anything near?" if colour == ASKS else "tells the map"
            axes.text(7.9, y + 0.47, word, color=colour, fontsize=8.5, ha="center")
    axes.annotate(
        "",
        (0.05, 6.5),
        (0.05, 0.6),
        arrowprops={"arrowstyle": "-|>", "color": INK, "connectionstyle": "bar,fraction=-0.03"},
        annotation_clip=False,
    )


def draw_map(axes: Axes) -> None:
    """Draw a real matrix, with the corner of it as numbers."""
    occupancy = scene().occupancy
    axes.imshow(matrix_picture(occupancy.matrix), interpolation="nearest")
    first = SQUARE_CELLS - RING_CELLS  # squares begin outside of the arena
    axes.set_xticks(np.arange(first, occupancy.columns, SQUARE_CELLS) - 0.5, [])
    axes.set_yticks(np.arange(occupancy.rows - first, 0, -SQUARE_CELLS) - 0.5, [])
    axes.grid(color=INK, lw=0.5, alpha=0.5)
    axes.tick_params(length=0)
    axes.set_title("the object-ID matrix", color=INK, fontsize=11, weight="bold")
    axes.set_xlabel(
        "a pixel is a cell of 2.4384 mm; grid lines: squares of 32 by 32 cells",
        color=INK,
        fontsize=8.5,
    )
    for code in range(3, 3 + 4):
        rows, columns = np.nonzero(occupancy.matrix == code)
        axes.text(
            float(columns.mean()),
            occupancy.rows - 1 - float(rows.mean()),
            str(code),
            color="white",
            ha="center",
            va="center",
            fontsize=9,
            weight="bold",
        )


def draw_all(folder: Path) -> None:
    """Write the picture of the page."""
    mpl.rcParams["font.family"] = "DejaVu Sans"
    figure = Figure(figsize=(9.6, 4.9), dpi=110)
    left, right = figure.subplots(1, 2, width_ratios=(1.15, 1.0))
    draw_phases(left)
    draw_map(right)
    figure.tight_layout()
    figure.savefig(folder / "one-tick.png")


if __name__ == "__main__":
    draw_all(PICTURES)
