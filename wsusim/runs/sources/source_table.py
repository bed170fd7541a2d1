"""The sources of robots: a row for each one that a request can ask for.

Another package adds a row by the entry point ``wsusim.sources``; the entry point's name begins the
addresses of its robots: ``webots`` makes ``run --robot webots:...`` a run with such a request.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wsusim.entry_points import added_rows
from wsusim.runs.request import RunRequest
from wsusim.runs.sources.real import RealRobot
from wsusim.runs.sources.simulated import SimulatedRobots
from wsusim.runs.sources.source import Source

GROUP = "wsusim.sources"


@dataclass(frozen=True, slots=True)
class SourceRow:
    """One source of robots.

    Attributes:
        name: For people who look for it in the code or in a package.
        takes: Whether a request asks for it; ``real_robot`` is the given address.
        make: Makes the source for one run. Another package's source may raise anything until the
            run ends: people read one sentence.
    """

    name: str
    takes: Callable[[RunRequest], bool]
    make: Callable[[RunRequest], Source]


ROWS = (
    SourceRow("simulated", lambda request: request.real_robot is None, SimulatedRobots),
    SourceRow("real", lambda request: request.real_robot is not None, RealRobot),
)


def source_row(request: RunRequest) -> SourceRow:
    """Return the source that a request asks for; those of other packages are asked first."""
    return next(row for row in (*added_rows(GROUP, SourceRow), *ROWS) if row.takes(request))
