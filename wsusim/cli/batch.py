"""``batch``: do many runs of a plan and write one table."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wsusim.cli.options import FILE, MadeFile
from wsusim.cli.output import show, tell
from wsusim.cli.sandbox import SANDBOX, are_locked_in
from wsusim.cli.workers import WORKERS, progress, workers_of
from wsusim.jobs.run_table import Row, check_table, read_table

if TYPE_CHECKING:
    from wsusim.jobs.plan import Plan


@click.command()
@click.argument("plan_file", type=FILE, metavar="PLAN.toml")
@click.option("--plot", is_flag=True, help="Draw a picture of times, trails and success.")
@click.option(
    "--picture",
    type=MadeFile(".png", ".svg", ".pdf"),
    metavar="FILE",
    help="The picture (png, svg, pdf). Default: the table's name with .png.",
)
@click.option("--overwrite", is_flag=True, help="Start again, and drop what is in the table.")
@SANDBOX
@WORKERS
def batch(
    plan_file: Path,
    plot: bool,
    picture: Path | None,
    overwrite: bool,
    is_sandboxed: bool | None,
    workers: int | None,
    cluster: str | None,
) -> int:
    """Do all runs of PLAN.toml and write one table.

    Every controller runs in every maze with every seed and parameter. If the command is stopped or
    killed, or the power fails, run it again: it carries on with the runs that are missing.

    \b
    Examples:
      python main.py batch sweep.toml --plot
      python main.py batch sweep.toml --cluster tcp://192.168.1.5:8786
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.jobs.cluster import ClusterLost
    from wsusim.jobs.plan import load_plan
    from wsusim.jobs.sweep import journal_of, locked_in, missing_of, sweep

    plan = load_plan(plan_file)
    check_table(plan.table)
    with journal_of(plan) as journal:
        missing = missing_of(plan, journal, overwrite=overwrite)
        if not missing and plan.table.exists():
            journal.remove()
            rows = read_table(plan.table)
            tell(f"All {len(rows):,} runs are in {plan.table.name} already.")
        else:
            total, done = len(plan.runs), len(plan.runs) - len(missing)
            tell(f"Runs: {total:,}." + (f" Done before: {done:,}." if done else ""))
            try:
                with workers_of(cluster, workers) as those:
                    missing = locked_in(missing, are_locked_in(is_sandboxed, those))
                    with progress(total, "Runs", done) as advance:
                        rows = sweep(plan, missing, journal, those, advance)
            except (KeyboardInterrupt, ClusterLost):
                tell(
                    f"{len(journal.rows):,} of {total:,} runs are kept. The same command does the "
                    "rest."
                )
                raise
    _tell_outcomes(rows)
    show(f"Table: {plan.table}")
    if plot or picture is not None:
        _plot(plan, rows, picture or plan.table.with_suffix(".png"))
    return 0


def _tell_outcomes(rows: list[Row]) -> None:
    counts = Counter(row["outcome"] for row in rows)
    told = ", ".join(f"{outcome} {count:,}" for outcome, count in counts.most_common())
    show(f"Outcomes: {told}.")
    trouble = next((row for row in rows if row["message"]), None)
    if trouble is not None:
        show(
            f"{trouble['controller']} in {trouble['maze']}, seed {trouble['seed']}: "
            f"{trouble['message']}"
        )


def _plot(plan: Plan, rows: list[Row], file: Path) -> None:
    from wsusim.jobs.plots import draw_plots

    worlds = {run.maze: run.request.world for run in plan.runs}
    draw_plots(file, rows, plan.columns, worlds)
    show(f"Picture: {file}")
