"""What controllers say and draw, as far as it is shown."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from wsusim.model.commands import Annotation, ClearDrawing, Draw, Say

POINTS_KEPT = 2000
"""Points of what one controller has drawn; older figures go."""

TEXT_POINTS = 10
SQUARES_PER_POINT = 10
"""A text counts as so many points: it takes as long to draw."""


class Remarks:
    """The newest remarks of all robots."""

    def __init__(self, robots: int) -> None:
        self._says = [""] * robots
        self._figures: list[deque[Draw]] = [deque() for _ in range(robots)]
        self._points = [0] * robots
        self._drawings: list[tuple[Draw, ...] | None] = [()] * robots

    @property
    def says(self) -> tuple[str, ...]:
        """What each robot's controller said last."""
        return tuple(self._says)

    @property
    def drawings(self) -> tuple[tuple[Draw, ...], ...]:
        """What each robot's controller has drawn; the same object while nothing is added."""
        for robot, drawing in enumerate(self._drawings):
            if drawing is None:
                self._drawings[robot] = tuple(self._figures[robot])
        return tuple(drawing or () for drawing in self._drawings)

    def hear(self, robot: int, remark: Annotation) -> None:
        """Add a remark."""
        match remark:
            case Say():
                self._says[robot] = remark.text
            case Draw():
                self._keep_figure(robot, remark)
            case ClearDrawing():
                self._figures[robot].clear()
                self._points[robot] = 0
                self._drawings[robot] = ()

    def _keep_figure(self, robot: int, figure: Draw) -> None:
        """Add a figure, and drop the oldest ones when there are too many points."""
        if len(figure.points_mm) > POINTS_KEPT:
            figure = replace(figure, points_mm=figure.points_mm[-POINTS_KEPT:])
        figures = self._figures[robot]
        if figure.shape == "grid":
            self._remove_grids_at(robot, figure)
        figures.append(figure)
        self._points[robot] += _weight(figure)
        while self._points[robot] > POINTS_KEPT:
            self._points[robot] -= _weight(figures.popleft())
        self._drawings[robot] = None

    def _remove_grids_at(self, robot: int, grid: Draw) -> None:
        """Remove earlier grids at the same place."""
        figures = self._figures[robot]
        for old in [one for one in figures if is_same_grid(one, grid)]:
            figures.remove(old)
            self._points[robot] -= _weight(old)


def is_same_grid(one: Draw, other: Draw) -> bool:
    """Return whether two figures are grids at the same place: the later one wins."""
    return one.shape == other.shape == "grid" and one.points_mm == other.points_mm


def _weight(figure: Draw) -> int:
    if figure.shape == "grid":
        return 1 + len(figure.text) // SQUARES_PER_POINT
    return TEXT_POINTS if figure.shape == "text" else max(1, len(figure.points_mm))
