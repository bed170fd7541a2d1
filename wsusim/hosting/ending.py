"""Why a controller's process has ended, and what people are told about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from wsusim.control.report import FailureReport, report_failure
from wsusim.errors import LinkLost
from wsusim.hosting.death import LastWords, report_of_death
from wsusim.hosting.failure import (
    ControllerDied,
    report_from_json,
    too_slow,
    unresponsive,
)
from wsusim.hosting.host import Outcome
from wsusim.hosting.untrusted_reports import believable

FORGED = (
    "The controller's process reported its end in a way that wsusim never does. Look for code that "
    "writes to files it did not open itself, or that changes wsusim."
)

UNFINISHED = "The controller didn't finish when it was stopped, so its process was killed."


class Cause(Enum):
    """Why a process was ended from outside."""

    STOP = "a stop was asked for"
    CUT = "its link had ended, and it went on"
    BROKEN = "answering it failed"
    SLOW = "it had computed for too long in all"
    SILENT = "it had not used its robot for too long"
    EXCESS = "it used too much of something"


BY_CLOCK = (Cause.SLOW, Cause.SILENT, Cause.EXCESS)
"""With these the moment of the end depends on how fast things went."""


class Ending(NamedTuple):
    """How it ended: what ``Host`` shows."""

    outcome: Outcome
    failure: FailureReport | None = None
    remark: str | None = None


@dataclass(slots=True)
class Evidence:
    """What is known about a process that has ended.

    Attributes:
        folder: Where the student's own files are.
        words: What its fault handler wrote.
        cause: Why it was ended from outside; ``None``: it ended by itself. The first one counts.
        broken: The failure in answering it.
        excess: What it used too much of, a sentence.
        report: Its own report on its end.
        place: Where the program was when it was last asked, since it stayed away.
    """

    folder: Path
    words: LastWords = field(default_factory=LastWords)
    cause: Cause | None = None
    broken: BaseException | None = None
    excess: str = ""
    report: dict[str, Any] | None = None
    place: FailureReport | None = None

    def blame(self, cause: Cause) -> None:
        """Note why it is being ended, unless that is known already."""
        if self.cause is None:
            self.cause = cause

    def ending(
        self, exit_code: int, *, doing: str, patience_s: float, compute_s: float | None
    ) -> Ending:
        """Return what to tell people about its end.

        Args:
            exit_code: As ``subprocess`` gives it.
            doing: What it was doing last, half a sentence.
            patience_s: How long it was allowed to stay away from its robot.
            compute_s: How long it was allowed to compute in all.
        """
        if self.broken is not None:
            return Ending("error", report_failure(self.broken, self.folder))
        match self.cause:
            case Cause.SLOW:
                frames = () if self.place is None else self.place.frames
                return Ending("unresponsive", FailureReport.at(too_slow(compute_s or 0.0), frames))
            case Cause.SILENT:
                hanging = self.place or report_failure(unresponsive(patience_s, doing), self.folder)
                return Ending("unresponsive", hanging)
            case Cause.EXCESS:
                return Ending("error", FailureReport.at(ControllerDied(self.excess), ()))
        if self.report is not None:
            return self._as_reported(self.report)
        if self.cause is Cause.STOP:
            return Ending("stopped", remark=UNFINISHED)
        was_cut = self.cause is Cause.CUT
        death = report_of_death(exit_code, self.words, self.folder, was_cut=was_cut)
        return Ending("error", death)

    def _as_reported(self, report: dict[str, Any]) -> Ending:
        try:
            failure = believable(report_from_json(report["failure"]))
            outcome = report["outcome"]
        except (KeyError, ValueError, TypeError) as error:
            return Ending("error", report_failure(LinkLost(f"{FORGED} ({error})"), self.folder))
        if outcome in ("finished", "stopped"):
            return Ending(outcome, failure)
        if failure is None or not failure.message.strip():
            failure = FailureReport.at(LinkLost(FORGED), ())
        return Ending("error", failure)
