"""What a program's try in the simulation says about letting it near the robot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wsusim.lab.job import State
from wsusim.lab.real_run import MOST_CONTACT_S
from wsusim.lab.work import Result

STOPPED = "It was stopped by hand."


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a program may drive the robot, and why not."""

    is_passed: bool
    text: str
    line: int | None = None


def judge(result: Result) -> Verdict:
    """Return the verdict on a try in the simulation."""
    report = result.report
    if report is None:
        return Verdict(False, result.text, result.line)
    error = report.get("error")
    if report["outcome"] in ("error", "unresponsive"):
        text = error["text"] if error else result.text
        return Verdict(False, text or "The program failed.", error["line"] if error else None)
    if result.text:
        return Verdict(False, result.text, result.line)
    if report["contact_time_s"] > MOST_CONTACT_S:
        return Verdict(
            False,
            f"It would push at something for {report['contact_time_s']:.0f} s in all; "
            f"{MOST_CONTACT_S:.0f} s is the most that the robot's motors should bear. Use the "
            "sensors to keep clear of walls.",
        )
    return Verdict(True, f"Will run. In the simulation: {told(report)}")


def outcome(result: Result) -> tuple[State, str, int | None]:
    """Return how a run that was to be one has ended: its state, a text, and a line."""
    if result.was_stopped:
        return "failed", STOPPED, result.line
    if result.report is None or result.breakdown:
        return "failed", result.text, result.line
    error = result.report.get("error")
    if error:
        return "failed", error["text"], error["line"]
    return "failed" if result.text else "done", result.text or told(result.report), result.line


def told(report: dict[str, Any]) -> str:
    """Return what a run came to, in a sentence."""
    way = f"drove {report['distance_mm'] / 1000:.2f} m in {report['sim_time_s']:.0f} s"
    if report.get("goal_time_s") is not None:
        way += f", reached the goal after {report['goal_time_s']:.1f} s"
    count = report["contacts"]
    times = {1: "once", 2: "twice"}.get(count, f"{count} times")
    return f"{way}, touched something {times}." if count else f"{way}, never touched anything."
