"""A run in a lab, watched in the window while it goes on."""

from __future__ import annotations

from wsusim.errors import BadInput
from wsusim.lab.lab_client import LabClient
from wsusim.live.shared_run import RemoteRobots
from wsusim.runs.run import Run


def watched_run(client: LabClient, number: int) -> Run:
    """Return a run that shows what a run of the lab does; the caller must close it.

    Raises:
        BadInput: It can't be watched now.
    """
    job = client.job(number)
    if not job["can_watch"]:
        when = "It is over." if job["ended_s"] is not None else "It has not begun yet."
        raise BadInput(f"Run {number} can't be watched now. {when} See: lab status {number}")
    source = RemoteRobots(client.watch_address(number), client.token)
    return Run(source.request, source=source)
