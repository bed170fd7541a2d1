"""Options of commands that do many runs: the workers, and the progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from wsusim.cli.options import together

if TYPE_CHECKING:
    from wsusim.jobs.job import Workers


WORKERS = together(
    click.option(
        "--workers",
        type=click.IntRange(1, 1000),
        help="Number of processes for the runs. Default: one per processor.",
    ),
    click.option(
        "--cluster",
        metavar="ADDRESS|local",
        help="Do the runs on a Dask cluster: its scheduler's address, or start one here.",
    ),
)


def workers_of(cluster: str | None, count: int | None) -> Workers:
    """Return the workers for the runs; raises ``BadInput`` if there is no cluster.

    A program that calls a command may bring its own, as click's ``obj``.
    """
    brought: Workers | None = click.get_current_context().obj
    if brought is not None:
        return brought
    if cluster is not None:
        from wsusim.jobs.cluster import ClusterWorkers

        return ClusterWorkers(cluster, count)
    from wsusim.engine.cores import usable_cores
    from wsusim.jobs.local import LocalWorkers

    return LocalWorkers(count or usable_cores())


@contextmanager
def progress(total: int, label: str, done: int = 0) -> Iterator[Callable[[int], None]]:
    """Show how many runs are done and how long the rest will take; yield a counter."""
    bar: click._termui_impl.ProgressBar[int]
    with click.progressbar(
        length=total,
        label=label,
        file=sys.stderr,
        show_pos=True,
        show_eta=True,
        width=30,
    ) as bar:
        bar.pos = done  # runs of an earlier time don't count for how long the others take
        yield bar.update
