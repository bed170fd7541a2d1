"""Judges a repeated run independently of the speed of this computer.

Where rounds were counted (``hosting.rounds``), they are counted again. Otherwise only the
clock ends a program, and if it was not ended when it was recorded, its end now says nothing about
the recording: it gets more time than it had then, and a second try with the computer to itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from wsusim.recording.reader import Recording
from wsusim.runs.alone import alone, beside_others

BY_THE_CLOCK = (
    "A program took too long here and was stopped; in the recording it was not. That depends on "
    "the computer, so this says nothing about the recording. It was tried twice, the second time "
    "with nothing else of wsusim running; try it on a faster computer."
)

_Result = TypeVar("_Result")


def fairly(attempt: Callable[[], _Result], is_cut: Callable[[_Result], bool]) -> _Result:
    """Try something beside other runs, and once more alone if the clock has cut it short."""
    with beside_others():
        result = attempt()
    if is_cut(result):
        with alone():
            result = attempt()
    return result


def was_ended_by_clock(recording: Recording) -> bool:
    """Return whether the clock, not a count, ended a program when it was recorded."""
    summary = recording.summary or {}
    if summary.get("is_reproducible") is not False:
        return False
    return "unresponsive" in {robot.get("outcome") for robot in summary.get("robots", ())}
