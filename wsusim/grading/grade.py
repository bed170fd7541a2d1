"""Grade submissions: make the jobs, have them done, and put the verdicts together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wsusim.formats.atomic import write_whole
from wsusim.grading.assignment import Assignment
from wsusim.grading.series import Series
from wsusim.grading.submissions import Submission
from wsusim.grading.verdict import CriterionScore, RunVerdict, StudentVerdict
from wsusim.jobs.job import Lost, Workers

OnRuns = Callable[[str, Sequence[RunVerdict]], object]
"""Told of a student's name and verdicts on runs of theirs, as they come."""


@dataclass(frozen=True, slots=True)
class Grades:
    """A graded class."""

    assignment: Assignment
    students: tuple[StudentVerdict, ...]

    @property
    def faults(self) -> tuple[str, ...]:
        """What failed in the teacher's own checks, each once."""
        found = (fault for one in self.students for run in one.runs for fault in run.faults)
        return tuple(dict.fromkeys(found))


def grade(
    assignment: Assignment,
    submissions: Sequence[Submission],
    workers: Workers,
    *,
    recordings: Path | None = None,
    on_runs: OnRuns = lambda student, runs: None,
) -> Grades:
    """Grade submissions.

    Args:
        assignment: What was to be done.
        submissions: What was handed in.
        workers: Who does the runs; entered already.
        recordings: Folder for the recordings; ``None``: none are kept.
        on_runs: Hears of the progress.
    """
    done: dict[str, tuple[RunVerdict, ...]] = {}
    jobs = {job.key: job for one in submissions for job in jobs_of(assignment, one, recordings)}
    for one in submissions:
        if one.program is None:
            on_runs(one.student, _without_program(assignment, one))
    for finished in workers.results(jobs.values()):
        job = jobs[finished.key]
        result = finished.result
        verdicts = _lost(job, result) if isinstance(result, Lost) else result
        student = finished.key.partition("\n")[0]
        done[finished.key] = tuple(_kept(verdict, student, recordings) for verdict in verdicts)
        on_runs(student, done[finished.key])
    return Grades(assignment, tuple(_student(assignment, one, done) for one in submissions))


def jobs_of(
    assignment: Assignment, submission: Submission, recordings: Path | None
) -> Iterable[Series]:
    """Yield a job for each maze; none when there is no program."""
    if submission.program is None:
        return
    entry = assignment.entry
    for maze, request in assignment.requests.items():
        yield Series(
            key=_key(submission, maze),
            maze=maze,
            programs=submission.programs(entry.robots),
            request=request,
            seeds=entry.seeds,
            counts=tuple(entry.counts),
            sources=assignment.sources,
            limits=assignment.limits,
            give_up_after=entry.limits.give_up_after,
            failed_runs_count=entry.failed_runs_count,
            keeps="none" if recordings is None else entry.recordings,
            sample_ticks=None if recordings is None else assignment.sample_ticks,
        )


def recording_name(student: str, run: RunVerdict) -> str:
    """Return where a run's recording lies in the folder of recordings."""
    safe = re.sub(r"[^\w.-]", "_", student)
    return f"{safe}/{run.maze}-{run.seed}.mcap"


def _key(submission: Submission, maze: str) -> str:
    return f"{submission.student}\n{maze}"


def _kept(verdict: RunVerdict, student: str, recordings: Path | None) -> RunVerdict:
    """Write a run's recording into its file."""
    if recordings is not None and verdict.recording:
        file = recordings / recording_name(student, verdict)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, verdict.recording)
    return replace(verdict, recording=b"")


def _lost(job: Series, lost: Lost) -> tuple[RunVerdict, ...]:
    none = tuple(CriterionScore(one.title, 0.0, one.points, "") for one in job.counts)
    return tuple(RunVerdict(job.maze, seed, "lost", lost.why, scores=none) for seed in job.seeds)


def _student(
    assignment: Assignment, submission: Submission, done: dict[str, tuple[RunVerdict, ...]]
) -> StudentVerdict:
    runs = _without_program(assignment, submission)
    if submission.program is not None:
        runs = [run for maze in assignment.requests for run in done[_key(submission, maze)]]
    return StudentVerdict(submission.student, submission.path, tuple(runs))


def _without_program(assignment: Assignment, submission: Submission) -> list[RunVerdict]:
    """Return the verdicts on work in which nothing can be run."""
    none = tuple(CriterionScore(one.title, 0.0, one.points, "") for one in assignment.entry.counts)
    return [
        RunVerdict(maze, seed, "not_loaded", submission.problem, scores=none)
        for maze in assignment.requests
        for seed in assignment.entry.seeds
    ]
