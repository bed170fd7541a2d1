"""What a controller lays over the maze, so that people see what it is thinking."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import ClassVar

from wsusim.control.misuse import real_number, shown
from wsusim.control.part import Part
from wsusim.errors import MisuseType, MisuseValue
from wsusim.model.commands import ClearDrawing, Draw
from wsusim.model.text import nearest, whole_text

LONGEST_TEXT = 1000
"""Characters of what is said or written; the rest is left out."""

MOST_POINTS = 10_000
"""Points of one figure."""

POINTS_PER_CALL = 10
"""So many points cost as much time as a call. Else a loop that only draws would fill the memory
before the robot's time has moved: nothing can be forgotten of what a recording is to hold."""

Point = tuple[float, float]
"""``(x_mm, y_mm)`` in the world: x to the right, y up, from the arena's lower-left corner."""

COLOURS = ("black", "blue", "brown", "cyan", "gray", "green", "magenta", "orange", "purple", "red")
"""Names every window knows; ``#rrggbb`` goes as well."""


class Drawing(Part):
    """Lines, dots and text over the maze. The robots can't see them; in the lab, nor can you.

    Example:
        >>> from wsusim.backends.fake import FakeBackend
        >>> from wsusim.control.robot import Robot
        >>> fake = FakeBackend()
        >>> Robot(fake).draw.line([(100, 100), (200, 100)], colour="red")
        >>> fake.commands[-1].command.points_mm
        ((100.0, 100.0), (200.0, 100.0))
    """

    __slots__ = ()
    _title: ClassVar[str] = "`draw`"

    def line(self, points: Iterable[Point], colour: str = "blue") -> None:
        """Draw a line through points ``(x_mm, y_mm)``."""
        self._send(Draw("line", _points(points), _colour(colour)))

    def dots(self, points: Iterable[Point], colour: str = "blue") -> None:
        """Draw a dot at each of the points ``(x_mm, y_mm)``."""
        self._send(Draw("dots", _points(points), _colour(colour)))

    def text(self, point: Point, text: object, colour: str = "blue") -> None:
        """Write a text at a point ``(x_mm, y_mm)``."""
        words = whole_text(str(text)[:LONGEST_TEXT])
        self._send(Draw("text", _points([point]), _colour(colour), words))

    def clear(self) -> None:
        """Remove everything this controller has drawn."""
        self._robot.send(ClearDrawing())

    def _send(self, figure: Draw) -> None:
        self._robot.send(figure, calls=1 + len(figure.points_mm) // POINTS_PER_CALL)


def _points(points: Iterable[Point]) -> tuple[Point, ...]:
    advice = "`draw` takes points (x, y) in millimetres, for example [(100, 100), (200, 100)]."
    try:
        pairs = [(x, y) for x, y in islice(points, MOST_POINTS + 1)]
    except (TypeError, ValueError):
        raise MisuseType(f"{shown(points)} is not a list of points. {advice}") from None
    if len(pairs) > MOST_POINTS:
        raise MisuseValue(
            f"One drawing can have at most {MOST_POINTS:,} points, and this one has more. Draw "
            "fewer, for instance every tenth: points[::10]."
        )
    return tuple(
        (real_number("x", x, "draw", "millimetres"), real_number("y", y, "draw", "millimetres"))
        for x, y in pairs
    )


def _colour(colour: str) -> str:
    if isinstance(colour, str):
        digits = colour.removeprefix("#").lower()
        if colour in COLOURS:
            return colour
        if len(colour) == 7 and len(digits) == 6 and set(digits) <= set("0123456789abcdef"):
            return colour
        guess = nearest(colour, COLOURS)
        if guess is not None:
            raise MisuseValue(f"There is no colour called {colour!r}. Did you mean {guess!r}?")
    raise MisuseValue(
        f"`colour` is {shown(colour)}. Use one of {', '.join(COLOURS)}, or '#rrggbb'."
    )
