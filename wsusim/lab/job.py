"""A job: what to run for a person, its state, and what can be requested."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from wsusim.lab.program import Program

Kind = Literal["robot", "simulation", "remote"]
"""``remote``: a client from outside drives the robot, line by line."""
State = Literal[
    "uploaded", "checking", "refused", "waiting", "running", "done", "failed", "cancelled",
    "stopped", "interrupted",
]  # fmt: skip

OPEN = ("uploaded", "checking", "waiting", "running")
ENDED = ("refused", "done", "failed", "stopped", "cancelled", "interrupted")


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A job as it is now; times are seconds since 1970."""

    id: int
    person: int
    owner: str
    program: int
    name: str
    kind: Kind
    state: State
    maze: str
    seed: int
    time_s: float
    robot: str | None
    made_s: float
    started_s: float | None
    ended_s: float | None
    text: str
    line: int | None
    report_json: str | None
    is_live: bool = True
    """Whether it runs at the pace of a robot, to be watched."""
    course: int | None = None
    """For which it was sent; ``None``: by a client of the old lab."""
    partner: str = ""
    """Who shares it with its owner; empty: no one."""
    people: tuple[int, ...] = ()
    """Whose it is: its owner, and who shares it."""

    @property
    def report(self) -> dict[str, Any] | None:
        """The reports of its runs: ``simulation`` and ``robot``; ``None``: none yet."""
        return None if self.report_json is None else dict(json.loads(self.report_json))

    @property
    def is_over(self) -> bool:
        """Whether it has ended, and nothing more will happen to it."""
        return self.state in ENDED


@dataclass(frozen=True, slots=True)
class JobRequest:
    """What to run, and how."""

    program: Program
    key: str
    kind: Kind
    maze: str
    seed: int
    time_s: float
    is_live: bool = True
    """A simulation only: at the pace of a robot, or as fast as it goes."""
    course: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A job's place in the queue; 1 is next. ``wait_s`` is an estimate."""

    number: int
    wait_s: float
