"""The few lines that a person reads at the end of a run."""

from __future__ import annotations

from wsusim.model.text import counted
from wsusim.runs.report import LineReport, Outcome, RunReport

_OUTCOMES: dict[Outcome, str] = {
    "finished": "The controller finished",
    "time": "Time is up",
    "goal": "Goal reached",
    "error": "The controller failed",
    "unresponsive": "The controller stopped answering",
    "stopped": "Stopped",
}


def summary(report: RunReport) -> str:
    """Return the summary of a run, without a final newline."""
    where = "in the maze" if report.line is None else f"on the {report.line.kind}"
    after = f"after {report.sim_time_s:.2f} s {where}."
    failed = [robot for robot in report.robots if robot.outcome == report.outcome]
    if len(report.robots) > 1 and report.outcome in ("error", "unresponsive"):
        # The others may have gone on for long.
        numbers = " and ".join(str(robot.robot) for robot in failed)
        how = _OUTCOMES[report.outcome].removeprefix("The controller")
        who = f"robot {numbers}" if len(failed) == 1 else f"robots {numbers}"
        lines = [f"The controller of {who}{how}. The run ended {after}"]
    else:
        lines = [f"{_OUTCOMES[report.outcome]} {after}"]
    if report.error is not None:
        lines.append(report.error.text)
    lines += _maze_lines(report) if report.line is None else _line_lines(report.line)
    return "\n".join(lines)


def _maze_lines(report: RunReport) -> list[str]:
    """Return the lines about a simulated run."""
    caps = report.caps_delivered
    delivered = f", delivered {counted(caps, 'cap')}" if caps else ""
    blue, yellow = report.score or (0, 0)
    score = [] if report.score is None else [f"blue {blue} : {yellow} yellow"]
    return [
        *score,
        f"drove {report.distance_mm / 1000:.2f} m, {_touches(report)}{delivered}",
        f"seed {report.seed}, {report.speedup:,.0f} times real time, "
        f"trace {report.trace_sha256[:12]}",
    ]


def _line_lines(line: LineReport) -> list[str]:
    """Return the lines about a real robot."""
    return [
        f"{line.port}, {line.baud} baud: {line.text}",
        "The robot has confirmed that its motors are at zero."
        if line.is_stopped
        else "THE ROBOT MAY STILL BE DRIVING: lift it up or switch it off.",
    ]


def _touches(report: RunReport) -> str:
    if report.contacts == 0:
        return "never touched anything"
    times = {1: "once", 2: "twice"}.get(report.contacts, f"{report.contacts} times")
    return f"touched something {times} ({report.contact_time_s:.2f} s in all)"
