"""Options of commands that run strangers' programs: whether these are locked in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wsusim.cli.output import tell
from wsusim.errors import BadInput

if TYPE_CHECKING:
    from wsusim.jobs.job import Workers

SANDBOX = click.option(
    "--sandbox/--no-sandbox",
    "is_sandboxed",
    default=None,
    help="Lock the programs in: no network, no files but their own, no other programs. Default: "
    "yes, where there is a sandbox (Linux).",
)

WHAT_IT_COULD_DO = (
    "There is no sandbox here: a program could read, change and delete your files, start other "
    "programs and use the network, as you could yourself. Run only programs of people you trust."
)


def is_locked_in(wanted: bool | None) -> bool:
    """Return whether strangers' programs are locked in; warn what they could do if not.

    Args:
        wanted: What was requested; ``None``: a sandbox if there is one.

    Raises:
        BadInput: A sandbox was requested, and there is none.
    """
    if wanted is False:
        return False
    from wsusim.hosting.sandbox import require_sandbox, trouble

    if wanted:
        require_sandbox()
        return True
    if why := trouble():
        tell(f"{WHAT_IT_COULD_DO} ({why.rstrip('.')}.)")
    return not why


def are_locked_in(wanted: bool | None, workers: Workers) -> bool:
    """Do what ``is_locked_in`` does for workers, which may be on other computers.

    Args:
        wanted: What was requested.
        workers: The workers for the runs; entered already.
    """
    if wanted is False or not hasattr(workers, "ask"):
        return is_locked_in(wanted)
    from wsusim.hosting.sandbox import trouble

    for worker, why in workers.ask(trouble).items():
        if why and wanted:
            raise BadInput(f"The worker {worker} can't lock programs in: {why}")
        if why:
            tell(f"{WHAT_IT_COULD_DO} (Worker {worker}: {why.rstrip('.')}.)")
            return False
    return True
