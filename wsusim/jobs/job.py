"""Jobs for workers, which contain everything that they need and can be repeated anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol


class Job(Protocol):
    """A piece of work. It goes to another process, perhaps on another computer, as plain values.

    The same job gives the same result wherever and however often it is done.
    """

    @property
    def key(self) -> str:
        """A key that distinguishes it from all others."""

    def do(self) -> Any:
        """Do it and return its result, plain values too."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Replaces the result of a job whose worker was lost each time it was tried."""

    why: str


@dataclass(frozen=True, slots=True)
class Done:
    """The result of the job ``key``."""

    key: str
    result: Any


class Workers(Protocol):
    """The workers that do jobs; use it in a ``with`` statement, which ends all that was started."""

    def __enter__(self) -> Workers:
        """Get ready."""

    def __exit__(self, *failure: object) -> None:
        """Drop unfinished jobs, and end all that was started."""

    def results(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """Yield one result for each job, as they come; jobs have different keys."""


TRIES = 3
"""So often a job is begun when its worker is lost each time."""

LOST = Lost(
    f"The process that did this run was killed {TRIES} times. Look whether there is enough memory, "
    "and start it again."
)


def do(job: Job) -> Any:
    """Do a job; what workers call."""
    return job.do()
