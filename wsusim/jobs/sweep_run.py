"""The job of a plan: one run, and its line in the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from wsusim.errors import WsusimError
from wsusim.jobs.isolated import Limits, run_isolated
from wsusim.jobs.run_table import Row
from wsusim.recording.header import ControllerSource
from wsusim.runs.observer import RunObserver
from wsusim.runs.request import RunRequest

TRAIL_TICKS = 50
LONGEST_TRAIL = 240
"""Points of a trail in the table; those of longer runs lie farther apart."""


@dataclass(frozen=True, slots=True)
class SweepRun:
    """One run; fulfils ``job.Job``. Its result is (row, bytes of the recording).

    Attributes:
        key: Of everything that decides how it goes.
        figures: Parameters and what else is varied.
        sample_ticks: See ``isolated.run_isolated``.
    """

    key: str
    controller: str
    maze: str
    figures: Mapping[str, Any]
    program: ControllerSource
    request: RunRequest
    limits: Limits
    sample_ticks: int | None

    def do(self) -> tuple[Row, bytes]:
        """Do it."""
        trail = _Trail()
        try:
            done = run_isolated(
                [self.program], self.request, self.limits, [trail], sample_ticks=self.sample_ticks
            )
        except WsusimError as error:
            return self.row("not_run", message=str(error)), b""
        error_message = "" if done.error is None else done.error.message.strip().split("\n")[0]
        line = None if done.error is None else done.error.line
        report = done.report
        if report is None:
            return self.row("not_loaded", message=error_message, line=line), b""
        values = {
            "goal": report.goal_time_s is not None,
            "goal_time_s": report.goal_time_s,
            "sim_time_s": report.sim_time_s,
            "distance_mm": round(report.distance_mm, 3),
            "contacts": report.contacts,
            "contact_time_s": report.contact_time_s,
            "caps_delivered": report.caps_delivered,
            "trace_sha256": report.trace_sha256,
            "trail_mm": trail.text(),
        }
        row = self.row(report.outcome, message=error_message, line=line)
        return row | values, done.recording

    def row(self, outcome: str, *, message: str = "", line: int | None = None) -> Row:
        """Return the line of a run without figures."""
        return {
            "run": self.key,
            "controller": self.controller,
            "maze": self.maze,
            "seed": self.request.seed,
            **self.figures,
            "outcome": outcome,
            "goal": False,
            "goal_time_s": None,
            "sim_time_s": 0.0,
            "distance_mm": 0.0,
            "contacts": 0,
            "contact_time_s": 0.0,
            "caps_delivered": 0,
            "message": message,
            "line": line,
            "trace_sha256": "",
            "trail_mm": "",
        }


@dataclass(slots=True)
class _Trail(RunObserver):
    """Where the first robot was."""

    places: list[Any] = field(default_factory=list)

    def spanned(self, first_tick: int, rows: Any) -> None:
        """Note the place every half second; it is at the beginning of a row."""
        self.places.append(rows[-first_tick % TRAIL_TICKS :: TRAIL_TICKS, :2].copy())

    def text(self) -> str:
        """Return the places as ``x y x y``, whole millimetres."""
        if not self.places:
            return ""
        places = np.concatenate(self.places)
        places = places[:: max(1, -(-len(places) // LONGEST_TRAIL))]
        return " ".join(map(str, places.round().astype(int).ravel().tolist()))
