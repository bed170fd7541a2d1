"""What controllers say and draw, as much of it as is shown."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from wsusim.model.commands import Annotation, ClearDrawing, Draw, Say

POINTS_KEPT = 2000
"""Points of what one controller has drawn; older figures go."""

TEXT_POINTS = 10
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
        """Take a remark."""
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
        figures.append(figure)
        self._points[robot] += _weight(figure)
        while self._points[robot] > POINTS_KEPT:
            self._points[robot] -= _weight(figures.popleft())
        self._drawings[robot] = None


def _weight(figure: Draw) -> int:
    return TEXT_POINTS if figure.shape == "text" else len(figure.points_mm)
