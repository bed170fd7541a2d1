"""Draws the picture of processes and threads: ``python manual/developer/draw_processes.py``."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

PICTURES = Path(__file__).parents[1] / "pictures"
INK, OURS, THREAD = "#26323f", "#eef2f7", "#ffffff"
STUDENT, SIDE, MANY = "#fbe3d6", "#e3f1e4", "#e6e3f6"


class Box(NamedTuple):
    """A process or a thread."""

    x: float
    y: float
    width: float
    title: str
    remark: str
    fill: str = THREAD
    height: float = 0.72

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


RUN = Box(4.4, 4.65, 2.9, "run", "begins, watches, finishes")
ENGINE = Box(4.4, 3.45, 2.9, "engine", "the only one to touch the world")
LINK = Box(4.4, 2.25, 2.9, "link", "answers all controllers")
MAIN = Box(4.4, 5.85, 2.9, "main", "window (Qt) or command line")
WORK = Box(8.6, 5.85, 1.9, "work", "what takes long")
RECORDER = Box(8.6, 4.65, 1.9, "observers", "recorder, pictures")
LIVE = Box(8.6, 3.45, 1.9, "live", "what has changed")

FORK_SERVER = Box(0.2, 3.45, 2.6, "fork server", "loaded; is forked", OURS)
CHILD = Box(0.2, 2.25, 2.6, "controller", "a student's program", STUDENT)
ANOTHER = Box(0.2, 1.05, 2.6, "controller", "another one", STUDENT)
WRITER = Box(12.1, 4.65, 2.6, "writer", "of the recording", SIDE)
GUARD = Box(4.4, 0.2, 2.9, "guard", "stops the real robot's motors", SIDE)
SERVER = Box(12.1, 3.45, 2.6, "live server", "page and stream", OURS)
VIEWERS = Box(12.1, 2.25, 2.6, "browsers", "any number of viewers", OURS)
WORKERS = Box(0.2, 5.85, 2.6, "workers of jobs", "a run each, a fork server each", MANY)
LAB = Box(12.1, 5.85, 2.6, "lab's job process", "the same run, for a class", MANY)
ROBOT = Box(8.6, 0.2, 1.9, "Khepera", "serial line", OURS)

BOXES = (
    *(MAIN, WORK, RUN, RECORDER, ENGINE, LIVE, LINK, FORK_SERVER, CHILD, ANOTHER, WRITER, GUARD),
    *(SERVER, VIEWERS, WORKERS, LAB, ROBOT),
)

ARROWS = (
    (MAIN, RUN, "starts, steers"),
    (RUN, ENGINE, "starts"),
    (RUN, RECORDER, "tells"),
    (MAIN, WORK, "asks"),
    (ENGINE, LINK, "readings, orders"),
    (ENGINE, LIVE, "snapshots"),
    (FORK_SERVER, CHILD, "fork"),
    (CHILD, LINK, "socket"),
    (ANOTHER, LINK, ""),
    (RECORDER, WRITER, "samples, inputs"),
    (LIVE, SERVER, "changes"),
    (SERVER, VIEWERS, "WebSocket"),
    (WORKERS, MAIN, "results"),
    (GUARD, ROBOT, "if all is gone"),
)


def draw_processes(axes: Axes) -> None:
    """Draw every process, and the threads within wsusim's own."""
    axes.set_xlim(0.0, 14.9)
    axes.set_ylim(0.0, 7.3)
    axes.set_aspect("equal")
    axes.axis("off")
    whole = FancyBboxPatch((4.05, 1.95), 6.8, 5.1, "round,pad=0.08", fc=OURS, ec=INK, lw=1.4)
    axes.add_patch(whole)
    words = "wsusim's process, and its threads"
    axes.text(7.45, 6.82, words, color=INK, fontsize=10.5, ha="center", weight="bold")
    for box in BOXES:
        shape = FancyBboxPatch(
            (box.x, box.y), box.width, box.height, "round,pad=0.04", fc=box.fill, ec=INK, lw=1.1
        )
        axes.add_patch(shape)
        x, y = box.middle
        axes.text(x, y + 0.15, box.title, color=INK, fontsize=9.5, ha="center", va="center",
                  weight="bold")  # fmt: skip
        axes.text(x, y - 0.17, box.remark, color=INK, fontsize=7.6, ha="center", va="center")
    for first, second, remark in ARROWS:
        _connect(axes, first, second, remark)
    notes = (
        (STUDENT, "a student's code"), (SIDE, "goes on when wsusim is killed"),
        (MANY, "wsusim itself, many times"),
    )  # fmt: skip
    for number, (fill, text) in enumerate(notes):
        y = 1.25 - 0.42 * number
        axes.add_patch(FancyBboxPatch((12.1, y), 0.3, 0.18, "round,pad=0.03", fc=fill, ec=INK))
        axes.text(12.6, y + 0.09, text, color=INK, fontsize=8, va="center")


def _connect(axes: Axes, first: Box, second: Box, remark: str) -> None:
    """Draw an arrow from side to side, or from above to below."""
    (x0, y0), (x1, y1) = first.middle, second.middle
    if abs(y0 - y1) < 0.1 or first in (CHILD, ANOTHER):
        sign = 1.0 if x1 > x0 else -1.0
        tail = (x0 + sign * (first.width / 2 + 0.06), y0)
        head = (x1 - sign * (second.width / 2 + 0.06), y1)
    else:
        sign = 1.0 if y1 > y0 else -1.0
        tail = (x0, y0 + sign * (first.height / 2 + 0.06))
        head = (x1, y1 - sign * (second.height / 2 + 0.06))
    axes.add_patch(
        FancyArrowPatch(tail, head, arrowstyle="-|>", mutation_scale=11, color="#1f6fb4")
    )
    x, y = (tail[0] + head[0]) / 2, (tail[1] + head[1]) / 2
    is_level = abs(tail[1] - head[1]) < 0.1
    axes.text(
        x if is_level else x + 0.1, y + (0.13 if is_level else 0.0), remark, color="#1f6fb4",
        fontsize=7.4, ha="center" if is_level else "left", va="center",
    )  # fmt: skip


def draw_all(folder: Path) -> None:
    """Write the picture of the page."""
    mpl.rcParams["font.family"] = "DejaVu Sans"
    figure = Figure(figsize=(11.8, 5.8), dpi=110)
    draw_processes(figure.add_axes((0.0, 0.0, 1.0, 1.0)))
    figure.savefig(folder / "processes.png")


if __name__ == "__main__":
    draw_all(PICTURES)
