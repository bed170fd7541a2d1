"""Who drives in a maze besides a student's first robot, as the maze's assignment says."""

from __future__ import annotations

from dataclasses import dataclass

from wsusim.recording.header import ControllerSource


@dataclass(frozen=True, slots=True)
class Drivers:
    """The robots of an assignment.

    Attributes:
        robots: So many, from the first, have the student's program.
        others: The programs of those after them.
    """

    robots: int = 1
    others: tuple[ControllerSource, ...] = ()


ALONE = Drivers()
