"""The teacher's own checks: functions that look at a run and say how well it did."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from wsusim.control.report import report_failure
from wsusim.control.value_text import value_text
from wsusim.errors import BadInput
from wsusim.grading.evidence import Evidence
from wsusim.grading.examiner import OF_THIS_PROCESS, CheckLost

LONGEST_TEXT = 2000
"""Of what a check says; as of a message (``control.report``)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a check: a share of the points from 0 to 1, and why."""

    share: float
    text: str
    is_fault: bool = False


@dataclass(frozen=True, slots=True)
class _Question:
    """Loads a check, and calls it for a run if there is one; a job of the examiner's."""

    predicate: str
    source: str
    run: Evidence | None = None

    @property
    def key(self) -> str:
        return self.predicate

    def do(self) -> Answer:
        if self.run is None:
            _function(self.predicate, self.source)
            return Answer(1.0, "")
        return _asked(self.predicate, self.source, self.run)


@dataclass(frozen=True, slots=True)
class _Measurement:
    """Measures a run by a teacher's function; a job of the examiner's."""

    measure: str
    source: str
    run: Evidence

    @property
    def key(self) -> str:
        return self.measure

    def do(self) -> float | str:
        """Return the number, or why there is none."""
        try:
            return float(_function(self.measure, self.source)(self.run))
        except BadInput as refused:
            return str(refused)
        except BaseException as failure:  # noqa: BLE001 - the teacher's, told to the teacher
            told = report_failure(failure, Path()).summary
            return f"{self.measure} failed ({told}). It must take one run and return a number."


def measured(measure: str, source: str, run: Evidence) -> float:
    """Return what a teacher's function, ``file.py:function``, measures in a run.

    It runs where checks do: one that hangs or exits harms nothing.

    Raises:
        BadInput: It gave no number; the message says why.
    """
    try:
        value: float | str = OF_THIS_PROCESS.do(_Measurement(measure, source, run))
    except CheckLost as lost:
        raise BadInput(f"{measure} failed: it {lost}.") from None
    if isinstance(value, str):
        raise BadInput(value)
    return value


def check_predicate(predicate: str, sources: Mapping[str, str]) -> None:
    """Raise ``BadInput`` unless a check can be loaded; ``predicate`` is ``file.py:function``."""
    file = predicate.partition(":")[0]
    try:
        OF_THIS_PROCESS.do(_Question(predicate, sources[file]))
    except CheckLost as lost:
        raise BadInput(f"The check {file} can't be loaded: it {lost}.") from None


def ask(predicate: str, sources: Mapping[str, str], run: Evidence) -> Answer:
    """Return a check's answer on a run; a failing check is reported, and gives no points."""
    question = _Question(predicate, sources[predicate.partition(":")[0]], run)
    try:
        answer: Answer = OF_THIS_PROCESS.do(question)
    except CheckLost as lost:
        return Answer(0.0, f"The check {predicate} failed: it {lost}.", is_fault=True)
    return answer


def _asked(predicate: str, source: str, run: Evidence) -> Answer:
    try:
        return _answer(predicate, _function(predicate, source)(run))
    except BaseException as failure:  # noqa: BLE001 - the teacher's program, told to the teacher
        report = report_failure(failure, Path())
        return Answer(0.0, f"The check {predicate} failed: {report.summary}", is_fault=True)


def _answer(predicate: str, returned: Any) -> Answer:
    """Return the answer in a check's value; raises whatever an object of the teacher's raises."""
    is_pair = isinstance(returned, tuple) and len(returned) == 2
    share, text = returned if is_pair else (returned, "")
    try:
        number = float(share)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not 0.0 <= number <= 1.0:
        told = (
            f"The check {predicate} returned {value_text(share)}, but it must be True, False or 0 "
            "to 1."
        )
        return Answer(0.0, told, is_fault=True)
    plain = {0.0: "no", 1.0: "yes"}.get(number, f"{100 * number:.0f} %")
    # Not ``[:]``: a text of the teacher's own class must not get into the report as such.
    return Answer(number, str.__getitem__(str(text), slice(LONGEST_TEXT)) or plain)


@lru_cache(32)
def _function(predicate: str, source: str) -> Callable[[Evidence], Any]:
    file, _, name = predicate.partition(":")
    space: dict[str, Any] = {"__name__": "wsusim_predicate", "__file__": file}
    try:
        exec(compile(source, file, "exec"), space)
    except BaseException as failure:
        report = report_failure(failure, Path())
        raise BadInput(f"The check {file} can't be loaded: {report.summary}") from failure
    function = space.get(name)
    if not callable(function):
        raise BadInput(
            f'The file {file} has no function {name!r}. Write predicate = "{Path(file).name}:NAME" '
            "with the name of a function in it that takes one run."
        )
    return function  # type: ignore[no-any-return]
