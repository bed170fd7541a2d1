"""Where the clock has ended a run that stood in line for a processor, it is done again alone."""

from __future__ import annotations

from typing import Any

import pytest

from wsusim.grading.evidence import Collector
from wsusim.grading.series import NOT_THE_COMPUTER, Series
from wsusim.grading.verdict import RunVerdict
from wsusim.jobs.isolated import IsolatedRun, Limits
from wsusim.refusals import THREAD_REFUSED
from wsusim.runs.alone import alone, beside_others
from wsusim.runs.report import RunError
from wsusim.runs.request import RunRequest


class Foretold(Series):
    """A series whose runs end as is laid down: for each company, kinds seed by seed."""

    kinds: dict
    asked: list
    was_held_up: bool

    def _run(self, seed, company):
        self.asked.append((seed, company))
        verdict = RunVerdict("rooms", seed, self.kinds[company][seed], "It was slow.")
        return verdict, self.was_held_up


def series(beside, by_itself, *, give_up_after=0, was_held_up=True):
    """Return a series of as many seeds as there are kinds."""
    made = Foretold(
        key="anna, rooms",
        maze="rooms",
        programs=(),
        request=RunRequest((), "rooms"),
        seeds=tuple(range(len(beside))),
        counts=(),
        sources={},
        limits=Limits(),
        give_up_after=give_up_after,
        failed_runs_count=False,
        keeps="none",
        sample_ticks=None,
    )
    object.__setattr__(made, "kinds", {beside_others: beside, alone: by_itself})
    object.__setattr__(made, "asked", [])
    object.__setattr__(made, "was_held_up", was_held_up)
    return made


@pytest.mark.parametrize("kind", ["slow", "unresponsive"])
def test_what_a_busy_computer_ended_counts_when_it_is_alone(kind):
    """The second try is the verdict, and says nothing of the first one."""
    (verdict,) = series([kind], ["goal"]).do()

    assert (verdict.kind, verdict.message) == ("goal", "It was slow.")


def test_what_is_too_slow_twice_is_told_so():
    """The student reads that nothing else on the computer was to blame."""
    (verdict,) = series(["slow"], ["slow"]).do()

    assert (verdict.kind, verdict.message) == ("slow", f"It was slow. {NOT_THE_COMPUTER}")


@pytest.mark.parametrize("kind", ["slow", "unresponsive"])
def test_what_had_a_processor_to_itself_is_not_tried_again(kind):
    """A class is graded in half the time, and the student reads the same."""
    made = series([kind], ["goal"], was_held_up=False)

    (verdict,) = made.do()

    assert made.asked == [(0, beside_others)]
    assert (verdict.kind, verdict.message) == (kind, f"It was slow. {NOT_THE_COMPUTER}")


def test_only_the_first_of_a_row_is_tried_again():
    """A program without an end would keep the whole class waiting at each seed."""
    made = series(["slow", "slow", "goal", "slow"], ["slow"] * 4)

    made.do()

    assert [seed for seed, company in made.asked if company is alone] == [0, 3]


@pytest.mark.parametrize("kind", ["goal", "time", "error", "not_loaded"])
def test_other_ends_are_not_tried_again(kind):
    """They are the same on every computer."""
    made = series([kind], ["lost"])

    assert [verdict.kind for verdict in made.do()] == [kind]


def test_a_thread_that_the_computer_refused_is_no_failure_of_the_program():
    """The run could not be done: the teacher is told to grade again."""
    a_report: Any = object()
    error = RunError(None, None, THREAD_REFUSED, (), THREAD_REFUSED, "")

    verdict = series(["error"], [])._judged(0, IsolatedRun(a_report, error), Collector())

    assert (verdict.kind, verdict.message) == ("lost", THREAD_REFUSED)
