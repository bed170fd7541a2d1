"""A job: what somebody wants run, how it stands, and what can be asked for."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Literal

from wsusim.errors import BadInput
from wsusim.model.text import printable

Kind = Literal["robot", "simulation", "remote"]
"""``remote``: a client from outside drives the robot, line by line."""
State = Literal[
    "uploaded", "checking", "refused", "waiting", "running", "done", "failed", "cancelled",
    "interrupted",
]  # fmt: skip

OPEN = ("uploaded", "checking", "waiting", "running")
ENDED = ("refused", "done", "failed", "cancelled", "interrupted")

LONGEST_SOURCE = 200_000


@dataclass(frozen=True, slots=True)
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

    @property
    def report(self) -> dict[str, Any] | None:
        """What its runs have reported: ``simulation`` and ``robot``; ``None``: nothing yet."""
        return None if self.report_json is None else dict(json.loads(self.report_json))

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state in ENDED


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be run, and how."""

    name: str
    source: str
    key: str
    kind: Kind
    maze: str
    seed: int
    time_s: float


@dataclass(frozen=True, slots=True)
class Place:
    """A job's place in the queue; 1 is next. ``wait_s`` is an estimate."""

    number: int
    wait_s: float


def checked_file_name(name: str) -> str:
    """Return the name of a program's file without its folder; raises ``BadInput``."""
    plain = PurePath(name.replace("\\", "/")).name
    stem = plain.removesuffix(".py")
    if not plain.endswith(".py") or not stem.isidentifier() or len(plain) > 60:
        raise BadInput(
            f"{printable(name[:60])!r} can't be the name of a program. Take letters, digits and _, "
            "not a digit first, then .py: my_robot.py"
        )
    return plain


def check_source(source: str) -> None:
    """Raise ``BadInput`` unless a program can be taken in."""
    check_size(source)
    if not source.strip():
        raise BadInput("The program is empty.")


def check_size(source: str) -> None:
    """Raise ``BadInput`` if a text is too long for a program; an empty one may be saved."""
    size = len(source.encode("utf-8", "surrogatepass"))
    if size > LONGEST_SOURCE:
        raise BadInput(f"The program has {size:,} bytes; {LONGEST_SOURCE:,} is the most.")
