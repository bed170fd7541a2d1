"""Both ways of answering are timed, and the quicker one is kept."""

from __future__ import annotations

import os
from collections.abc import Set

import pytest

from wsusim.backends.two_processors import SPAN, TwoProcessors
from wsusim.hosting.pinning import pinned_to_one_processor

OWN, OTHER = 0, 1
TOGETHER_S = 100e-6
"""What an answer takes on one processor."""


class Run:
    """Questions and answers, by a clock that is set."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.apart_s = 25e-6
        """What an answer takes on two."""
        self.moves: list[Set[int]] = []
        self.processors = TwoProcessors(OWN, OTHER, lambda: self.now_s)
        self.processors.add(self.moves.append)

    def answer(self, spans: float) -> None:
        """Let so many times ``SPAN`` answers pass."""
        for _ in range(round(spans * SPAN)):
            self.now_s += self.apart_s if self.processors.are_used else TOGETHER_S
            self.processors.note_answer()

    def answer_until(self, *, are_used: bool) -> None:
        """Let answers pass until two are used, or one again."""
        while self.processors.are_used is not are_used:
            self.answer(1 / SPAN)


@pytest.fixture
def run() -> Run:
    """Return a run that begins."""
    return Run()


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="only Linux says where one is")
def test_there_is_no_choice_without_another_processor() -> None:
    """Or for a thread that is nowhere in particular."""
    with pinned_to_one_processor():
        own = os.sched_getaffinity(0)
        assert TwoProcessors.here(own) is None
        assert TwoProcessors.here({*own, max(own) + 1}) is not None


def test_a_run_begins_on_one(run: Run) -> None:
    """Until it is known how long an answer takes there."""
    run.answer(1)

    assert not run.processors.are_used
    assert run.moves == []


def test_two_are_kept_where_they_are_quicker(run: Run) -> None:
    """The children are moved once, and stay."""
    run.answer(50)

    assert run.processors.are_used
    assert run.moves == [{OTHER}]


@pytest.mark.parametrize("apart_s", [0.8 * TOGETHER_S, TOGETHER_S, 1e-3])
def test_two_are_given_up_where_they_gain_little(run: Run, apart_s: float) -> None:
    """A busy one costs more than it brings: the children come back after one trial."""
    run.apart_s = apart_s

    run.answer(4)

    assert not run.processors.are_used
    assert run.moves == [{OTHER}, {OWN}]


def test_a_trial_that_fails_is_cut_short(run: Run) -> None:
    """It takes hardly longer than the same answers would have taken on one."""
    run.apart_s = 1e-3
    run.answer_until(are_used=True)
    begun_s = run.now_s

    run.answer_until(are_used=False)

    assert run.now_s - begun_s < 1.05 * SPAN * TOGETHER_S + run.apart_s


def test_trials_that_fail_become_rare(run: Run) -> None:
    """On a busy computer they cost next to nothing: six in the first twelve seconds."""
    run.apart_s = 1e-3

    run.answer(12.0 / TOGETHER_S / SPAN)

    assert run.moves.count({OTHER}) == 6


def test_two_are_given_up_when_the_other_one_gets_busy(run: Run) -> None:
    """The computer has other things to do now."""
    run.answer(4)
    run.apart_s = 1e-3

    run.answer(1)

    assert not run.processors.are_used


def test_two_are_tried_again(run: Run) -> None:
    """When it has nothing else to do any more."""
    run.apart_s = 1e-3
    run.answer(4)
    run.apart_s = 25e-6

    run.answer(20)

    assert run.processors.are_used
