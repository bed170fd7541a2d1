"""Does a plan: its missing runs, until its table is complete."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from wsusim.errors import BadInput
from wsusim.formats.atomic import write_whole
from wsusim.jobs.job import Lost, Workers
from wsusim.jobs.journal import Journal
from wsusim.jobs.plan import Plan
from wsusim.jobs.run_table import Row, check_table, read_table, write_table
from wsusim.jobs.sweep_run import SweepRun

LOST_RUN = "lost"
"""Outcome of a run whose worker was lost each time; the next start tries it again."""

PART = ".part"
"""Ending of the journal beside a table."""


def journal_of(plan: Plan) -> Journal:
    """Return where finished runs are kept until the table is complete."""
    return Journal(plan.table.with_name(plan.table.name + PART))


def missing_of(plan: Plan, journal: Journal, *, overwrite: bool = False) -> tuple[SweepRun, ...]:
    """Return the runs still to do; those in an earlier table are done.

    Args:
        plan: The plan.
        journal: Of the plan, entered; takes over the rows of the table.
        overwrite: Begin again, and drop what is there.

    Raises:
        BadInput: There is a table with other contents.
    """
    check_table(plan.table)
    wanted = {run.key for run in plan.runs}
    if overwrite:
        journal.clear()
    elif plan.table.exists():
        rows = {row["run"]: row for row in read_table(plan.table)}
        strange = rows.keys() - wanted
        if strange:
            raise BadInput(
                f"{plan.table.name} holds results that don't belong to this plan ({len(strange)}): "
                "the plan, a controller or a maze has changed. Give the plan's table another "
                "name, or add --overwrite to drop them."
            )
        journal.rows = rows | journal.rows
    known = {key for key, row in journal.rows.items() if row["outcome"] != LOST_RUN}
    return tuple(run for run in plan.runs if run.key not in known)


def locked_in(runs: Sequence[SweepRun], is_sandboxed: bool) -> tuple[SweepRun, ...]:
    """Return the runs with their programs locked in by the system, or not."""
    return tuple(
        replace(run, limits=replace(run.limits, is_sandboxed=is_sandboxed)) for run in runs
    )


def sweep(
    plan: Plan,
    missing: Sequence[SweepRun],
    journal: Journal,
    workers: Workers,
    on_run: Callable[[int], object] = lambda runs: None,
) -> list[Row]:
    """Do the missing runs and write the table; return its rows, in the plan's order."""
    jobs = {run.key: run for run in missing}
    for done in workers.results(jobs.values()):
        job = jobs[done.key]
        row, recording = (
            (job.row(LOST_RUN, message=done.result.why), b"")
            if isinstance(done.result, Lost)
            else done.result
        )
        if recording and plan.recordings is not None:
            _keep(plan.recordings, job, recording)
        journal.add(row)  # last of all: what is in it is done
        on_run(1)
    rows = [journal.rows[run.key] for run in plan.runs]
    write_table(plan.table, rows, plan.columns)
    journal.remove()
    return rows


def _keep(folder: Path, run: SweepRun, recording: bytes) -> None:
    name = re.sub(r"[^\w.-]", "_", f"{run.controller}-{run.maze}-{run.key}")
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / f"{name}.mcap", recording)
