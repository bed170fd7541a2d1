"""Grades submissions: makes the jobs, has them done, and assembles the verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from wsusim.formats.atomic import write_whole
from wsusim.formats.folder_names import folder_names
from wsusim.grading.assignment import Assignment
from wsusim.grading.series import Series
from wsusim.grading.submissions import LeftOut, Submission
from wsusim.grading.verdict import CriterionScore, RunVerdict, StudentVerdict
from wsusim.jobs.job import Lost, Workers
from wsusim.model.text import counted

OnRuns = Callable[[str, Sequence[RunVerdict]], object]
"""Told of a student's name and verdicts on runs of theirs, as they come."""


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a class's recordings in their folder, each in a place of its own.

    Attributes:
        folders: Each student's folder.
        mazes: The name of each maze in file names.
    """

    folders: dict[str, str]
    mazes: dict[str, str]

    @classmethod
    def of(cls, assignment: Assignment, students: Iterable[str]) -> Places:
        """Return the places of a class's recordings."""
        students, mazes = list(students), list(assignment.requests)
        return cls(
            dict(zip(students, folder_names(students), strict=True)),
            dict(zip(mazes, folder_names(mazes, "maze"), strict=True)),
        )

    def recording(self, student: str, run: RunVerdict) -> str:
        """Return the place of a run's recording."""
        return f"{self.folders[student]}/{self.mazes[run.maze]}-{run.seed}.mcap"


@dataclass(frozen=True)
class Grades:
    """A graded class.

    Attributes:
        left_out: What was in the class's folder and is not graded.
    """

    assignment: Assignment
    students: tuple[StudentVerdict, ...]
    left_out: tuple[LeftOut, ...] = ()

    @cached_property
    def places(self) -> Places:
        """The places of the recordings."""
        return Places.of(self.assignment, [one.student for one in self.students])

    @property
    def faults(self) -> tuple[str, ...]:
        """What failed in the teacher's own checks, each once."""
        found = (fault for one in self.students for run in one.runs for fault in run.faults)
        return tuple(dict.fromkeys(found))

    @property
    def lost(self) -> tuple[str, ...]:
        """Whose runs the computer could not do, a sentence for each: their points are too low."""
        lost = {
            one.student: [run for run in one.runs if run.kind == "lost"] for one in self.students
        }
        return tuple(
            f"{counted(len(runs), 'run')} of {student} could not be done, so the points are too "
            f"low. Grade again once this is mended: {runs[0].message}"
            for student, runs in lost.items()
            if runs
        )


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
        assignment: The task.
        submissions: What was handed in.
        workers: The workers for the runs; entered already.
        recordings: Folder for the recordings; ``None``: none are kept.
        on_runs: Called with the progress.
    """
    done: dict[str, tuple[RunVerdict, ...]] = {}
    places = Places.of(assignment, [one.student for one in submissions])
    jobs = {job.key: job for one in submissions for job in jobs_of(assignment, one, recordings)}
    for one in submissions:
        if one.program is None:
            on_runs(one.student, _without_program(assignment, one))
    for finished in workers.results(jobs.values()):
        job = jobs[finished.key]
        result = finished.result
        verdicts = _lost(job, result) if isinstance(result, Lost) else result
        student = finished.key.partition("\n")[0]
        if recordings is not None:
            for verdict in verdicts:
                _keep(recordings / places.recording(student, verdict), verdict.recording)
        done[finished.key] = tuple(replace(verdict, recording=b"") for verdict in verdicts)
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
            programs=(*submission.programs(entry.robots), *assignment.companions),
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


def _key(submission: Submission, maze: str) -> str:
    return f"{submission.student}\n{maze}"


def _keep(file: Path, recording: bytes) -> None:
    if recording:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, recording)


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
