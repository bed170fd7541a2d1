"""Draws over the maze, so that people see what a controller is thinking."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import ClassVar

from wsusim.control.misuse import real_number, shown
from wsusim.control.part import Part
from wsusim.control.value_text import exact_text
from wsusim.errors import MisuseType, MisuseValue
from wsusim.model.commands import ClearDrawing, Draw
from wsusim.model.shades import STEPS, shades_to_text
from wsusim.model.text import nearest, whole_text

LONGEST_TEXT = 1000
"""Characters of what is said or written; the rest is left out."""

MOST_POINTS = 10_000
"""Points of one figure."""

POINTS_PER_CALL = 10
"""So many points cost as much time as a call. Else a loop that only draws would fill the memory
before the robot's time has moved: nothing can be forgotten of what a recording is to hold."""

MOST_SQUARES = 9_000
"""Of one grid."""

MOST_ROWS = 1_000

SQUARES_PER_CALL = 100
LARGEST_SQUARE_MM = 10_000

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
        words = whole_text(exact_text(str(text))[:LONGEST_TEXT])
        self._send(Draw("text", _points([point]), _colour(colour), words))

    def grid(
        self,
        values: Iterable[Iterable[float | None]],
        origin: Point = (0.0, 0.0),
        size: float = 100.0,
        colour: str = "blue",
    ) -> None:
        """Draw a map of squares: the larger a value, the darker its square.

        A new grid at the same place replaces the old one.

        Args:
            values: Rows of numbers, the first row at the bottom, as y goes up. 0, ``None`` and
                ``False`` are left open; the largest value is drawn darkest, ``True`` counts as 1.
            origin: Lower-left corner of the first square, ``(x_mm, y_mm)``.
            size: Side of a square in millimetres.
            colour: Of all squares.

        Raises:
            Misuse: The rows are not all alike, there are too many squares, or a value is negative.

        Example:
            >>> from wsusim.backends.fake import FakeBackend
            >>> from wsusim.control.robot import Robot
            >>> fake = FakeBackend()
            >>> Robot(fake).draw.grid([[0, 1], [2, 4]], origin=(100, 100), size=50)
            >>> fake.commands[-1].command.text
            '04/8f'
        """
        rows = _rows(values)
        corner = _points([origin])[0]
        side_mm = real_number("size", size, "draw.grid", "millimetres")
        if not 0.0 < side_mm <= LARGEST_SQUARE_MM:
            raise MisuseValue(
                f"`size` is {side_mm:g}, but a square's side is above 0 and at most "
                f"{LARGEST_SQUARE_MM:,} mm."
            )
        top = max((value for row in rows for value in row), default=0.0) or 1.0
        shades = [[-int(-value * STEPS // top) for value in row] for row in rows]
        far = (corner[0] + side_mm * len(rows[0]), corner[1] + side_mm * len(rows))
        figure = Draw("grid", (corner, far), _colour(colour), shades_to_text(shades))
        self._robot.send(figure, calls=1 + len(rows) * len(rows[0]) // SQUARES_PER_CALL)

    def clear(self) -> None:
        """Remove everything this controller has drawn."""
        self._robot.send(ClearDrawing())

    def _send(self, figure: Draw) -> None:
        self._robot.send(figure, calls=1 + len(figure.points_mm) // POINTS_PER_CALL)


def _rows(values: Iterable[Iterable[float | None]]) -> list[list[float]]:
    advice = "`draw.grid` takes rows of numbers, for example [[0, 1, 0], [1, 1, 0]]."
    try:
        rows = _read(values)
    except TypeError:
        raise MisuseType(f"{shown(values)} is not a list of rows. {advice}") from None
    if sum(map(len, rows)) > MOST_SQUARES or len(rows) > MOST_ROWS:
        raise MisuseValue(
            f"The grid has more than {MOST_SQUARES:,} squares, or more than {MOST_ROWS:,} rows, "
            "and that is the most. Use larger squares."
        )
    if not rows or not rows[0] or len({len(row) for row in rows}) > 1:
        raise MisuseValue(
            f"The rows have {', '.join(str(len(row)) for row in rows[:8]) or 'no'} values, but "
            f"they must have all the same number, 1 or more. {advice}"
        )
    numbers = [[0.0 if value is None else _value(value) for value in row] for row in rows]
    if min(map(min, numbers)) < 0.0:
        raise MisuseValue(
            f"A value is {min(map(min, numbers)):g}, but the values of a grid are 0 or more. Add "
            "something to all of them."
        )
    return numbers


def _read(values: Iterable[Iterable[float | None]]) -> list[list[float | None]]:
    """Return the rows, cut off once there are too many."""
    rows: list[list[float | None]] = []
    room = MOST_SQUARES
    for row in islice(values, MOST_ROWS + 1):
        rows.append(list(islice(row, room + 1)))
        room -= len(rows[-1])
        if room < 0:
            break
    return rows


def _value(value: object) -> float:
    number = getattr(value, "item", lambda: value)()  # numpy's scalars
    return (
        float(number)
        if isinstance(number, bool)
        else real_number("value", number, "draw.grid", "a number, 0 or more")
    )


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
        colour = exact_text(colour)
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
