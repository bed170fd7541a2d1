"""How long a class takes to be graded, and whether the result is right and the same each time.

The class is of 90: all the hostile programs of ``tests.hostile_class`` and students who behave
well, in 6 mazes with 10 seeds and 60 simulated seconds each. It is graded on this computer in the
sandbox, as ``grade`` does, and without it, and on a Dask cluster of two workers of which one is
killed in the middle.

Run it: ``python -m tests.bench.bench_grade [STUDENTS [SEEDS [MAZES [SECONDS [COMPUTE_S]]]]]``
"""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.hostile_class import HOSTILE, write_class
from wsusim.grading.assignment import Assignment, load_assignment
from wsusim.grading.class_results import json_report
from wsusim.grading.grade import Grades, grade
from wsusim.grading.submissions import Submission, find_submissions
from wsusim.hosting.sandbox import lock_here, trouble
from wsusim.jobs.cluster import ClusterWorkers
from wsusim.jobs.local import LocalWorkers

MAZES = ("rooms", "narrow", "island", "caps", "field", "beacons")

ASSIGNMENT = """
title = "A class"
mazes = {mazes}
seeds = "1-{seeds}"
time_limit_s = {seconds}

[limits]
compute_s = {compute_s}

[[counts]]
what = "goal"
points = 5

[[counts]]
what = "coverage"
points = 5
full_percent = 50
"""


def main(
    students: int = 90, seeds: int = 10, mazes: int = 6, seconds: int = 60, compute_s: int = 10
) -> None:
    """Grade the class three times."""
    with tempfile.TemporaryDirectory(prefix="wsusim-bench-") as name:
        folder = Path(name)
        (folder / "class").mkdir()
        (folder / "secret.txt").write_text("the solution")
        right = write_class(
            folder / "class", max(1, students - len(HOSTILE)), folder / "secret.txt"
        )
        text = ASSIGNMENT.format(
            mazes=json.dumps(MAZES[:mazes]), seeds=seeds, seconds=seconds, compute_s=compute_s
        )
        (folder / "a.toml").write_text(text)
        assignment = load_assignment(folder / "a.toml")
        submissions = find_submissions(folder / "class", None, set())
        runs = assignment.runs * len(submissions)
        print(f"{len(submissions)} students, {assignment.runs} runs each: {runs:,} runs")

        locked = replace(assignment, is_sandboxed=not trouble())
        first, locked_s = timed(
            f"here, {lock_here() or 'no sandbox'}",
            runs,
            lambda: here(locked, submissions, folder / "recordings"),
        )
        size_mb = sum(f.stat().st_size for f in (folder / "recordings").rglob("*.mcap")) / 1e6
        print(f"  recordings: {size_mb:,.0f} MB")
        print(f"  wrong verdicts: {wrong(first, right) or 'none'}")
        again, free_s = timed(
            "without the sandbox", runs, lambda: here(assignment, submissions, folder / "again")
        )
        print(f"  the same result: {comparable(first) == comparable(again)}")
        print(f"  the sandbox takes {locked_s / free_s:.2f} times the time")
        if importlib.util.find_spec("distributed") is not None:
            cluster, _ = timed("cluster", runs, lambda: on_cluster(assignment, submissions, runs))
            print(f"  the same result: {comparable(first) == comparable(cluster)}")


def timed(what: str, runs: int, do: Callable[[], Grades]) -> tuple[Grades, float]:
    """Do it and print how long it took, also for each run; return that, too."""
    used_s, began_s = processor_s(), time.perf_counter()
    grades = do()
    wall_s = time.perf_counter() - began_s
    each_s = (processor_s() - used_s) / runs
    print(
        f"{what}: {wall_s:.0f} s, {1000 * wall_s / runs:.0f} ms a run "
        f"({1000 * each_s:.0f} ms of a processor)",
        flush=True,
    )
    return grades, wall_s


def processor_s() -> float:
    """Return the processor time of this program and all that it has started and outlived."""
    own, others = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def here(assignment: Assignment, submissions: list[Submission], recordings: Path | None) -> Grades:
    """Grade in two processes of this computer."""
    with LocalWorkers(2) as workers:
        return grade(assignment, submissions, workers, recordings=recordings)


def on_cluster(assignment: Assignment, submissions: list[Submission], runs: int) -> Grades:
    """Grade on a cluster of two workers, and kill one of them in the middle."""
    done, victims = 0, [0]

    def hear(_student: str, verdicts: Any) -> None:
        nonlocal done
        done += len(verdicts)
        if victims and done > runs / 2:
            os.kill(workers.process_ids()[0], signal.SIGKILL)
            victims.clear()

    with ClusterWorkers("local", 2) as workers:
        return grade(assignment, submissions, workers, on_runs=hear)


def comparable(grades: Grades) -> Any:
    """Return what must be equal; where exactly a program hangs is chance."""
    report = json.loads(json_report(grades))
    for student in report["students"]:
        for run in student["runs"]:
            if run["verdict"] == "unresponsive":
                del run["message"], run["line"]
    return report


def wrong(grades: Grades, right: dict[str, str]) -> dict[str, str]:
    """Return the verdicts that are not what they should be."""
    found = {}
    for student in grades.students:
        allowed = {right[student.student]}
        if allowed & {"unresponsive", "slow"}:
            allowed.add("not_run")  # after two runs in a row that hung
        if allowed & {"time", "finished"}:
            allowed.add("goal")  # in some mazes one comes by
        for run in student.runs:
            if run.kind not in allowed:
                found[f"{student.student} in {run.maze}, seed {run.seed}"] = run.kind
    return found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
