"""Whether an edit helps: its outcome compared with that without it, in words."""

from __future__ import annotations

from pathlib import Path

from wsusim.gui.widgets.phrases import translate
from wsusim.model.units import ticks_to_seconds
from wsusim.runs.outlook import Outlook
from wsusim.runs.report import RunReport

LEAST_MM = 5.0
"""A difference of distances that is worth a word."""


def verdict(old: Outlook, new: Outlook) -> str:
    """Return a sentence or two on what is better or worse in the new future."""
    failure = new.failure
    if failure is not None:
        first = failure.message.splitlines()[0] if failure.message else failure.kind
        if failure.file is None:
            return first
        words = translate("Outlook", "The program fails in line {line} of {file}: {message}")
        name = Path(failure.file).name
        return words.format(line=failure.line or 1, file=name, message=first)
    if new.report is None or old.report is None:
        return translate("Outlook", "The program runs again.")
    if new.ways == old.ways and not _differences(old.report, new.report):
        words = translate("Outlook", "Your change makes no difference up to {time:.2f} s.")
        return words.format(time=ticks_to_seconds(new.end_tick))
    told = "; ".join(_differences(old.report, new.report))
    return f"{_judged(old.report, new.report)} {told}." if told else _judged(old.report, new.report)


def _judged(old: RunReport, new: RunReport) -> str:
    """Return whether it is better: at the task first, then by contacts."""
    before, after = _merit(old), _merit(new)
    if after > before:
        return translate("Outlook", "Better:")
    if after < before:
        return translate("Outlook", "Worse:")
    return translate("Outlook", "The robot goes another way.")


def _merit(report: RunReport) -> tuple[float, ...]:
    """Return figures for which larger is better, the most important first."""
    goal = 0.0 if report.goal_time_s is None else 1.0 / (1.0 + report.goal_time_s)
    return (goal, report.caps_delivered, -report.contacts)


def _differences(old: RunReport, new: RunReport) -> list[str]:
    found: list[str] = []
    if old.goal_time_s != new.goal_time_s:
        words = translate("Outlook", "goal reached: {new} (before: {old})")
        found.append(words.format(new=_when(new.goal_time_s), old=_when(old.goal_time_s)))
    if old.score != new.score and old.score and new.score:
        words = translate("Outlook", "score {new} (before {old})")
        found.append(words.format(new=_score(new.score), old=_score(old.score)))
    counted = (
        (translate("Outlook", "caps in the goal"), old.caps_delivered, new.caps_delivered),
        (translate("Outlook", "contacts"), old.contacts, new.contacts),
    )
    for name, before, after in counted:
        if before != after:
            words = translate("Outlook", "{name} {new} (before {old})")
            found.append(words.format(name=name, new=after, old=before))
    if abs(old.distance_mm - new.distance_mm) > LEAST_MM:
        words = translate("Outlook", "driven {new:.2f} m (before {old:.2f} m)")
        found.append(words.format(new=new.distance_mm / 1000.0, old=old.distance_mm / 1000.0))
    return found


def _when(time_s: float | None) -> str:
    if time_s is None:
        return translate("Outlook", "not yet")
    return translate("Outlook", "after {time:.2f} s").format(time=time_s)


def _score(score: tuple[int, int]) -> str:
    return f"{score[0]}:{score[1]}"
