"""Curves as a table: a row a tick, a column a curve, units in the headings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wsusim.gui.features.curves.channels import Scale
from wsusim.gui.features.curves.choice import Curve
from wsusim.gui.features.curves.history import History
from wsusim.model.units import TICKS_PER_SECOND

BATCH_ROWS = 2000

_UNITS = {
    Scale.READING: "",
    Scale.SPEED: "_pulses_per_10ms",
    Scale.PLACE: "_mm",
    Scale.WAY: "_mm",
    Scale.HEADING: "_deg",
    Scale.COUNTER: "_pulses",
    Scale.ARM: "",
    Scale.GAP: "_mm",
    Scale.STATE: "",
}


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A copy of some columns of a history, to be written by another thread."""

    headings: tuple[str, ...]
    ticks: NDArray[np.int64]
    columns: tuple[NDArray[np.float32], ...]

    def text(self, separator: str, report: Callable[[float], None]) -> str:
        """Return all of it; ``report`` hears how much is done, 0 to 1."""
        lines = [separator.join(self.headings)]
        for begin in range(0, len(self.ticks), BATCH_ROWS):
            report(begin / len(self.ticks))
            part = slice(begin, begin + BATCH_ROWS)
            columns = [column[part].tolist() for column in self.columns]
            for tick, *values in zip(self.ticks[part].tolist(), *columns, strict=True):
                cells = (f"{value:.7g}" for value in values)
                lines.append(separator.join((f"{tick / TICKS_PER_SECOND:.2f}", *cells)))
        return "\n".join(lines) + "\n"


def table_of(history: History, curves: Sequence[Curve], rows: slice) -> Table:
    """Return the table of some curves in some rows."""
    known = [curve for curve in curves if curve.robot < history.robots]
    return Table(
        ("time_s", *(curve.name + _UNITS[curve.channel.scale] for curve in known)),
        history.ticks[rows].copy(),
        tuple(history.column(curve.robot, curve.column)[rows].copy() for curve in known),
    )
