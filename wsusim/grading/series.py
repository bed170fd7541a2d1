"""The job of grading: one student's program in one maze, seed after seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

import numpy as np

from wsusim.errors import WsusimError
from wsusim.grading.criteria import CriterionEntry, score
from wsusim.grading.evidence import Collector, Evidence
from wsusim.grading.verdict import CriterionScore, Kind, RunVerdict
from wsusim.hosting.failure import TOO_SLOW
from wsusim.jobs.isolated import IsolatedRun, Limits, run_isolated
from wsusim.recording.header import ControllerSource
from wsusim.refusals import THREAD_REFUSED
from wsusim.runs.alone import alone, beside_others
from wsusim.runs.request import RunRequest

TRAIL_TICKS = 50
"""From one point of a trail to the next."""

LONGEST_TRAIL = 240
"""Points; those of longer runs lie farther apart."""

BY_THE_CLOCK = ("unresponsive", "slow")
"""Ends that depend on how quick the computer is, and on what else it does."""

NOT_THE_COMPUTER = "Nothing else that the computer did was to blame."
"""Is said where that is known: the program had a processor to itself, or was tried again alone."""


@dataclass(frozen=True, slots=True)
class Series:
    """One program in one maze; fulfils ``jobs.job.Job``. Its result is a tuple of verdicts.

    Attributes:
        key: Student and maze.
        give_up_after: See ``assignment.LimitsEntry``.
        keeps: Which recordings are wanted: all, failed or none.
    """

    key: str
    maze: str
    programs: tuple[ControllerSource, ...]
    request: RunRequest
    seeds: tuple[int, ...]
    counts: tuple[CriterionEntry, ...]
    sources: Mapping[str, str]
    limits: Limits
    give_up_after: int
    failed_runs_count: bool
    keeps: str
    sample_ticks: int | None

    def do(self) -> tuple[RunVerdict, ...]:
        """Do all runs; the first in a row that the clock has ended must have been ended fairly.

        A program that waited for a processor is tried again with the computer to itself. Doing that
        for all of them would keep a class waiting for an endless program.
        """
        verdicts: list[RunVerdict] = []
        hung = 0
        for seed in self.seeds:
            if self.give_up_after and hung >= self.give_up_after:
                why = f"Not run, because the program had hung {hung} times in a row in this maze."
                verdicts.append(self._without_run(seed, "not_run", why))
                continue
            verdict, was_held_up = self._run(seed, beside_others)
            if verdict.kind in BY_THE_CLOCK and not hung:
                if was_held_up:
                    verdict, _ = self._run(seed, alone)
                verdict = _fairly_ended(verdict)
            verdicts.append(verdict)
            hung = hung + 1 if verdict.kind in BY_THE_CLOCK else 0
        return tuple(verdicts)

    def _run(
        self, seed: int, company: Callable[[], AbstractContextManager[None]]
    ) -> tuple[RunVerdict, bool]:
        """Return the verdict, and whether the computer may be to blame for it."""
        collector = Collector()
        try:
            with company():
                done = run_isolated(
                    self.programs,
                    replace(self.request, seed=seed),
                    self.limits,
                    [collector],
                    sample_ticks=self.sample_ticks,
                )
        except WsusimError as error:
            return self._without_run(seed, "lost", str(error)), False
        return self._judged(seed, done, collector), done.was_held_up

    def _judged(self, seed: int, done: IsolatedRun, collector: Collector) -> RunVerdict:
        if done.report is None:
            return self._of_error(self._without_run(seed, "not_loaded", ""), done)
        if done.error is not None and done.error.message.startswith(TOO_SLOW):
            # When that was depends on the computer; nothing of it may be in a verdict.
            return self._without_run(seed, "slow", done.error.message)
        if done.error is not None and done.error.message == THREAD_REFUSED:
            return self._without_run(seed, "lost", done.error.message)
        evidence = collector.evidence(done.report)
        kind: Kind = done.report.outcome if done.report.outcome != "stopped" else "finished"
        verdict = RunVerdict(
            self.maze,
            seed,
            kind,
            sim_time_s=done.report.sim_time_s,
            trace_sha256=done.report.trace_sha256,
            prints=_prints(collector),
            trail_mm=() if evidence is None else _trail(evidence),
            scores=self._none(),
        )
        verdict = self._of_error(verdict, done)
        if self.keeps == "all" or (self.keeps == "failed" and verdict.has_failed):
            verdict = replace(verdict, recording=done.recording)
        if evidence is None or (verdict.has_failed and not self.failed_runs_count):
            return verdict
        return self._scored(verdict, evidence)

    def _scored(self, verdict: RunVerdict, evidence: Evidence) -> RunVerdict:
        found = [score(criterion, evidence, self.sources) for criterion in self.counts]
        scores = tuple(
            CriterionScore(criterion.title, one.points, criterion.points, one.text)
            for criterion, one in zip(self.counts, found, strict=True)
        )
        return replace(verdict, scores=scores, faults=tuple(s.text for s in found if s.is_fault))

    def _of_error(self, verdict: RunVerdict, done: IsolatedRun) -> RunVerdict:
        error = done.error
        if error is None:
            return verdict
        where = "" if error.line is None else f"{error.file}, line {error.line}: "
        message = error.message.strip().split("\n")[0]
        told = message if message.startswith(where) else f"{where}{message}"
        return replace(verdict, message=told, file=error.file, line=error.line, details=error.text)

    def _without_run(self, seed: int, kind: Kind, why: str) -> RunVerdict:
        return RunVerdict(self.maze, seed, kind, why, scores=self._none())

    def _none(self) -> tuple[CriterionScore, ...]:
        return tuple(CriterionScore(one.title, 0.0, one.points, "") for one in self.counts)


def _fairly_ended(verdict: RunVerdict) -> RunVerdict:
    """Return the verdict; if the clock has ended the run, it says that this was fair."""
    if verdict.kind not in BY_THE_CLOCK:
        return verdict
    return replace(verdict, message=f"{verdict.message} {NOT_THE_COMPUTER}")


def _prints(collector: Collector) -> tuple[str, ...]:
    left_out = collector.lines_left_out
    more = [f"... {left_out:,} more lines"] if left_out else []
    return (*collector.lines, *more)


def _trail(evidence: Evidence) -> tuple[int, ...]:
    step = max(TRAIL_TICKS, -(-len(evidence.x_mm) // LONGEST_TRAIL))
    points = [*range(0, len(evidence.x_mm), step), len(evidence.x_mm) - 1]
    places = np.column_stack([evidence.x_mm[points], evidence.y_mm[points]])
    trail: list[int] = places.round().astype(int).ravel().tolist()
    return tuple(trail)
