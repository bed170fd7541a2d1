"""A moment of a program, described so that the same program reaches it again.

Between two waits a program repeats itself if its readings repeat. So a moment is the number of the
wait before it, and the way from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wsusim.control.debugging.stop_lines import Place


@dataclass(frozen=True, slots=True)
class Stride:
    """A piece of the way: to the ``count``-th time that ``place`` is reached.

    Attributes:
        place: The line; ``None``: any line.
        count: From 1.
    """

    place: Place | None
    count: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment at which a program is about to execute a line.

    Attributes:
        wait: How many waits are over.
        way: The pieces of the way from there. Empty: the program is in its next wait.
        is_exact: Whether it is known how often the lines on the way had run before.
    """

    wait: int
    way: tuple[Stride, ...] = ()
    is_exact: bool = True

    def to_json(self) -> dict[str, Any]:
        """Return plain values for the way to another process."""
        way = [
            [None if s.place is None else [s.place.file, s.place.line], s.count] for s in self.way
        ]
        return {"wait": self.wait, "way": way, "is_exact": self.is_exact}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Moment:
        """Return what ``to_json`` gave; raises ``ValueError`` or the like for anything else."""
        way = tuple(
            Stride(None if place is None else Place(str(place[0]), int(place[1])), int(count))
            for place, count in values["way"]
        )
        return cls(int(values["wait"]), way, bool(values["is_exact"]))


def at_line(wait: int, count: int) -> Moment:
    """Return the moment of the ``count``-th line after a wait."""
    return Moment(wait, (Stride(None, count),))


def joined(strides: Sequence[Stride]) -> tuple[Stride, ...]:
    """Return a way in which successive pieces of any lines are joined."""
    way: list[Stride] = []
    for stride in strides:
        if way and stride.place is None and way[-1].place is None:
            way[-1] = Stride(None, way[-1].count + stride.count)
        else:
            way.append(stride)
    return tuple(way)
