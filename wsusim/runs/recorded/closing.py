"""Compares a recording's closing figures and prints with those of the repeated run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from wsusim.engine.simulation import Simulation
from wsusim.model.units import TICK_S
from wsusim.recording.contents import lines
from wsusim.recording.difference import Difference, shown
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.runs.report import RunReport

_FIGURES = (
    "maze", "timing", "sim_time_s", "distance_mm", "contacts", "contact_time_s", "caps_delivered",
    "goal_time_s", "trace_sha256",
)  # fmt: skip
"""Closing figures that are the same in every repetition."""

_OF_SOME_RUNS = {"error", "line", "recording", "score"}
"""Closing figures that a repetition need not have."""

_OF_ROBOTS = ("robot", "distance_mm", "contacts", "contact_time_s")


def closing_difference(
    recording: Recording, report: RunReport, *, is_renamed: bool = False
) -> Difference | None:
    """Return the first closing figure that differs now.

    What a person did (``stopped``), the wall clock and the text of an error may differ.

    Args:
        recording: The run.
        report: Of the repeated run.
        is_renamed: Whether its programs were given, and may have other names.
    """
    summary = recording.summary
    if summary is None:
        return None
    again = report.to_json()
    for name in sorted(summary.keys() - again.keys() - _OF_SOME_RUNS):
        return _difference(recording, summary, {name: None})
    was, now = (_comparable(figures, is_renamed=is_renamed) for figures in (summary, again))
    for later in {"score", "end"} - set(summary):
        del now[later]  # older recordings don't tell it
    if recording.header.first_tick:
        del now["maze"]  # of older recordings that begin midway it is not the maze's name
    return _difference(recording, was, now)


def closing_difference_by_hand(recording: Recording, simulation: Simulation) -> Difference | None:
    """Return the first closing figure that a simulation with the same inputs doesn't have."""
    summary = recording.summary
    if summary is None:
        return None
    each = [simulation.statistics(number - 1) for number in _numbers(summary)]
    now = {
        "trace_sha256": simulation.trace_sha256(),
        "caps_delivered": simulation.mission.caps_delivered,
        "goal_time_s": simulation.mission.goal_time_s,
        "contacts": sum(one.contacts for one in each),
        "contact_time_s": sum(one.contact_ticks * TICK_S for one in each),
    }
    return _difference(recording, {name: summary.get(name) for name in now}, now)


def _numbers(summary: Mapping[str, Any]) -> list[int]:
    return [robot["robot"] for robot in summary.get("robots", ())]


def _difference(
    recording: Recording, was: Mapping[str, Any], now: Mapping[str, Any]
) -> Difference | None:
    for name, value in now.items():
        if was.get(name) != value:
            tick = Player(recording).last_tick
            return Difference(tick, f"closing figure {name}", shown(was.get(name)), shown(value))
    return None


def _comparable(summary: Mapping[str, Any], *, is_renamed: bool) -> dict[str, Any]:
    """Return the figures that are the same in every repetition of a run, by name."""
    figures = {name: summary.get(name) for name in _FIGURES}
    figures["number of robots"] = len(summary.get("robots", ()))
    # Where a program is when the clock ends it is another line of its loop each time.
    knows_place = summary.get("is_reproducible") is not False
    for robot in summary.get("robots", ()):
        where = f"of robot {robot['robot']}"
        figures |= {f"{name} {where}": robot.get(name) for name in _OF_ROBOTS}
        figures[f"outcome {where}"] = _end(robot.get("outcome"))
        if not is_renamed:
            figures[f"controller {where}"] = _program(robot.get("controller"))
        if knows_place or robot.get("outcome") != "unresponsive":
            figures[f"error {where}"] = _place(robot.get("error"), is_renamed=is_renamed)
    figures |= {name: _end(summary.get(name)) for name in ("outcome", "end")}
    figures["score"] = list(summary.get("score") or ())
    if knows_place or summary.get("outcome") != "unresponsive":
        figures["error"] = _place(summary.get("error"), is_renamed=is_renamed)
    return figures


def _place(error: Any, *, is_renamed: bool) -> Any:
    place = place_of_error(error)
    return place if place is None or not is_renamed else place[1]


def _end(outcome: Any) -> Any:
    """Return how a run ended; one that was stopped by hand is repeated up to that time."""
    return "time" if outcome == "stopped" else outcome


def _program(spec: Any) -> str:
    """Return a controller's name without its folder, as it is repeated in another one."""
    name, _, class_name = re.split(r"[\\/]", str(spec))[-1].partition(":")
    return f"{name.removesuffix('.py')}:{class_name}"


def place_of_error(error: Any) -> Any:
    """Return file and line of a recorded error, which are the same in every repetition."""
    return None if error is None else (_program(error.get("file")), error.get("line"))


class PrintsCompared:
    """Collects prints and remarks, to compare them at the end."""

    def __init__(self) -> None:
        self._now: dict[int, list[str]] = {}
        self._notices: set[str] = set()
        self._who: dict[tuple[int, str], set[int]] = {}

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Keep a piece."""
        self._now.setdefault(robot, []).append(text)
        self._who.setdefault((tick, text), set()).add(robot)

    def noticed(self, text: str) -> None:
        """Keep a remark about the run."""
        self._notices.add(text.strip())

    def difference(self, recording: Recording) -> Difference | None:
        """Return the first line that is recorded for one robot, and was printed by another."""
        for line in lines(recording):
            who = self._who.get((line.tick, line.text))
            if line.kind == "print" and who and line.robot not in who:
                other = f"robot_{min(who) + 1}/print"
                return Difference(line.tick, "line of text", line.name, other)
        return None

    def remarks(self, recording: Recording) -> list[str]:
        """Return a sentence for each robot whose prints differ from the recorded ones."""
        was: dict[int, list[str]] = {}
        for line in lines(recording):
            if line.kind == "print" and line.robot is not None:
                was.setdefault(line.robot, []).append(line.text)
        return [
            f"Robot {robot + 1} printed something else this time. That is no difference in the "
            "run (a program may print the date), but don't rely on the recorded text."
            for robot in sorted({*was, *self._now})
            if "".join(was.get(robot, ())) != "".join(self._now.get(robot, ()))
        ]

    def remarks_on_notices(self, recording: Recording) -> list[str]:
        """Return a sentence on the first recorded remark that was missing this time, if any."""
        notices = (line.text.strip() for line in lines(recording) if line.kind == "notice")
        other = next((text for text in notices if text not in self._notices), None)
        if other is None:
            return []
        return [
            f"The recording holds a remark that wsusim did not make this time ({shown(other)}). It "
            "may be about that day or that computer, but don't rely on it."
        ]
