"""Curves by name, the points of one to draw, and several as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wsusim.analysis.curve_channels import CHANNELS, COLUMN, Channel
from wsusim.analysis.sample_history import History
from wsusim.model.units import TICKS_PER_SECOND

BATCH_ROWS = 2000

_OLD_NAMES = {
    "left_counter": "left_position",
    "right_counter": "right_position",
    "x": "x_mm",
    "y": "y_mm",
    "heading": "heading_deg",
    "way": "distance_mm",
    "arm": "arm_position",
    "gap": "jaw_gap_mm",
}
_OLD_ENDINGS = {"distance": "proximity", "light": "ambient"}
"""How channels were called in the settings of earlier versions."""


@dataclass(frozen=True, slots=True, order=True)
class Curve:
    """One channel of one robot; robots are counted from 0."""

    robot: int
    column: int

    @property
    def channel(self) -> Channel:
        """What it shows."""
        return CHANNELS[self.column]

    @property
    def name(self) -> str:
        """Its name in settings, with the robot counted from 1."""
        return f"robot{self.robot + 1}_{self.channel.key}"

    @property
    def heading(self) -> str:
        """Its name at the head of a column of numbers, unit included."""
        return f"robot{self.robot + 1}_{self.channel.heading}"


def curve_named(name: str) -> Curve | None:
    """Return the curve of this name; ``None`` if there is none (any more)."""
    robot, _, key = name.removeprefix("robot").partition("_")
    stem, _, ending = key.rpartition("_")
    key = _OLD_NAMES.get(key, key)
    if ending in _OLD_ENDINGS:
        key = f"{stem}_{_OLD_ENDINGS[ending]}"
    if key not in COLUMN or not robot.isdecimal() or int(robot) < 1:
        return None
    return Curve(int(robot) - 1, COLUMN[key])


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A copy of some columns of a history, a row for each tick, to be written by another thread."""

    headings: tuple[str, ...]
    ticks: NDArray[np.int64]
    columns: tuple[NDArray[np.float32], ...]

    def text(self, separator: str, report: Callable[[float], None]) -> str:
        """Return the whole text; ``report`` is called with how much is done, 0 to 1."""
        lines = [separator.join(self.headings)]
        for begin in range(0, len(self.ticks), BATCH_ROWS):
            report(begin / len(self.ticks))
            part = slice(begin, begin + BATCH_ROWS)
            columns = [column[part].tolist() for column in self.columns]
            for tick, *values in zip(self.ticks[part].tolist(), *columns, strict=True):
                cells = (f"{value:.7g}" for value in values)
                lines.append(separator.join((f"{tick / TICKS_PER_SECOND:.2f}", *cells)))
        return "\n".join(lines) + "\n"


def table_of(history: History, curves: Sequence[Curve], rows: slice = slice(None)) -> Table:
    """Return the table of some curves in some rows, units in the headings."""
    known = [curve for curve in curves if curve.robot < history.robots]
    return Table(
        ("time_s", *(curve.heading for curve in known)),
        history.ticks[rows].copy(),
        tuple(history.column(curve.robot, curve.column)[rows].copy() for curve in known),
    )


def drawn_rows(
    column: NDArray[np.float32], begin: int, end: int, most: int
) -> NDArray[np.intp] | slice:
    """Return which of the rows ``begin`` to ``end`` to draw: at most ``most`` and 6 more.

    Of the many rows that fall into one column of pixels, the lowest and the highest look like all.
    Rows are taken in groups that begin at the same rows whatever ``begin`` is, so that a curve does
    not flicker while it moves along. The first and the last row are always there, and so are the
    lowest and the highest value. A row may be there twice.
    """
    count = end - begin
    if count <= max(4, most):
        return slice(begin, end)
    size = 2
    while count > size * max(2, most // 2):
        size *= 2
    inner_begin, inner_end = -(-begin // size) * size, end // size * size
    groups = column[inner_begin:inner_end].reshape(-1, size)
    starts = np.arange(inner_begin, inner_end, size)
    lowest = starts + groups.argmin(axis=1)
    highest = starts + groups.argmax(axis=1)
    rest = [begin, end - 1]
    for first, last in ((begin, inner_begin), (inner_end, end)):
        if first < last:
            part = column[first:last]
            rest += [first + int(part.argmin()), first + int(part.argmax())]
    return np.sort(np.concatenate((lowest, highest, np.array(rest, dtype=np.intp))))
