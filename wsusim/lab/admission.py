"""Whether a program's trial in the simulation lets it near the robot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wsusim.lab.job import State
from wsusim.lab.real_run import MOST_CONTACT_S
from wsusim.lab.work import TOO_LONG, Result


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a program may drive the robot, and why not."""

    is_passed: bool
    text: str
    line: int | None = None


def judge(result: Result) -> Verdict:
    """Return the verdict on a trial in the simulation."""
    report = result.report
    if result.why_stopped:  # by a person, or since the computer was too busy for it
        return Verdict(False, result.why_stopped, result.line)
    if report is None:
        return Verdict(False, result.text, result.line)
    error = report.get("error")
    if report["outcome"] in ("error", "unresponsive"):
        text = error["text"] if error else result.text
        return Verdict(False, text or "The program failed.", error["line"] if error else None)
    if result.text:
        return Verdict(False, result.text, result.line)
    if result.pushed_s > MOST_CONTACT_S:
        return Verdict(
            False,
            f"It would push at something for {result.pushed_s:.0f} s in all, the first time "
            f"{result.pushed_from_s:.1f} s after its start; {MOST_CONTACT_S:.0f} s is the most "
            "that the robot's motors should bear. Use the sensors to keep clear of walls.",
        )
    return Verdict(True, f"Will run. In the simulation: {told(report)}")


def outcome(result: Result) -> tuple[State, str, int | None]:
    """Return the outcome of a job that could not start: its state, a text, and a line."""
    if result.why_stopped:
        state: State = "failed" if result.why_stopped == TOO_LONG else "stopped"
        return state, result.why_stopped, result.line
    if result.report is None or result.breakdown:
        return "failed", result.text, result.line
    error = result.report.get("error")
    if error:
        return "failed", error["text"], error["line"]
    if result.text:
        return "failed", result.text, result.line
    text = told(result.report)
    return "done", text[:1].upper() + text[1:], result.line


def told(report: dict[str, Any]) -> str:
    """Return what a run came to, in a sentence or two, and wsusim's remarks."""
    way = f"drove {report['distance_mm'] / 1000:.2f} m in {report['sim_time_s']:.0f} s"
    if report.get("goal_time_s") is not None:
        way += f", reached the goal after {report['goal_time_s']:.1f} s"
    if "line" not in report:  # a real robot feels nothing
        count = report["contacts"]
        times = {1: "once", 2: "twice"}.get(count, f"{count} times")
        way += f", touched something {times}" if count else ", never touched anything"
    if report["outcome"] == "time":
        way += ". Then its time was over"
    return "\n".join((f"{way}.", *report.get("notices", ())))
