"""The few lines that a person reads at the end of a run."""

from __future__ import annotations

from wsusim.runs.report import Outcome, RunReport

_OUTCOMES: dict[Outcome, str] = {
    "finished": "The controller came to its end",
    "time": "Time is up",
    "goal": "Goal reached",
    "error": "The controller failed",
    "unresponsive": "The controller stopped answering",
    "stopped": "Stopped",
}


def summary(report: RunReport) -> str:
    """Return the summary of a run, without a final newline."""
    lines = [f"{_OUTCOMES[report.outcome]} after {report.sim_time_s:.2f} s in the maze."]
    if report.error is not None:
        lines.append(report.error.text)
    lines.append(
        f"drove {report.distance_mm / 1000:.2f} m, touched something "
        f"{_times(report.contacts)} ({report.contact_time_s:.2f} s in all)"
        + (f", delivered {report.caps_delivered} caps" if report.caps_delivered else "")
    )
    lines.append(
        f"seed {report.seed}, {report.speedup:,.0f} times real time, "
        f"trace {report.trace_sha256[:12]}"
    )
    return "\n".join(lines)


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")
