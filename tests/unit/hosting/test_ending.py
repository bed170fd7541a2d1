"""What is said of a controller's process that has ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.hosting.ending import FORGED, UNFINISHED, Cause, Ending, Evidence

REPORT = {"outcome": "finished", "failure": None}


def ending_of(evidence: Evidence, exit_code: int = 0) -> Ending:
    """Return what is said of a process that might keep away for 5 s and compute for 10."""
    return evidence.ending(exit_code, doing="it was running", patience_s=5.0, compute_s=10.0)


@pytest.fixture
def evidence(tmp_path: Path) -> Evidence:
    """Return what is known of a process that has ended by itself, and has said nothing."""
    return Evidence(tmp_path)


def test_the_first_cause_counts(evidence: Evidence) -> None:
    """A process that hangs is still one that hung when a stop is asked for meanwhile."""
    evidence.blame(Cause.SILENT)
    evidence.blame(Cause.STOP)

    assert evidence.cause is Cause.SILENT


def test_what_failed_in_wsusim_comes_first(evidence: Evidence) -> None:
    """Whatever else the process did."""
    evidence.blame(Cause.STOP)
    evidence.report = REPORT
    evidence.broken = ZeroDivisionError("answering")

    ending = ending_of(evidence)

    assert ending.outcome == "error"
    assert ending.failure is not None
    assert "answering" in ending.failure.message


@pytest.mark.parametrize("cause", [None, Cause.STOP, Cause.CUT])
def test_what_it_says_itself_counts(evidence: Evidence, cause: Cause | None) -> None:
    """It came to its end in time, even if it was asked to."""
    evidence.cause = cause
    evidence.report = REPORT

    assert ending_of(evidence) == Ending("finished")


@pytest.mark.parametrize("cause", [Cause.SLOW, Cause.SILENT])
def test_who_is_ended_by_the_clock_is_unresponsive(evidence: Evidence, cause: Cause) -> None:
    """Even if a report has come in at the last moment."""
    evidence.cause = cause
    evidence.report = REPORT

    assert ending_of(evidence).outcome == "unresponsive"


def test_too_much_is_told_as_it_is(evidence: Evidence) -> None:
    """The sentence of the meter is the message."""
    evidence.cause, evidence.excess = Cause.EXCESS, "It filled the disk."

    failure = ending_of(evidence).failure

    assert failure is not None
    assert failure.message == "It filled the disk."


def test_who_does_not_end_when_stopped_is_told(evidence: Evidence) -> None:
    """That is no failure, but worth a remark."""
    evidence.cause = Cause.STOP

    assert ending_of(evidence, exit_code=-9) == Ending("stopped", remark=UNFINISHED)


def test_a_report_that_none_of_ours_makes_is_forged(evidence: Evidence) -> None:
    """An outcome without a reason is an error, not a way out."""
    evidence.report = {"outcome": "won", "failure": None}

    ending = ending_of(evidence)

    assert ending.outcome == "error"
    assert ending.failure is not None
    assert ending.failure.message == FORGED


@pytest.mark.parametrize(("cause", "words"), [(None, "exit code 3"), (Cause.CUT, "connection")])
def test_a_death_is_told_by_its_cause(evidence: Evidence, cause: Cause | None, words: str) -> None:
    """By its exit code, unless it has cut its own link and was ended for that."""
    evidence.cause = cause

    failure = ending_of(evidence, exit_code=3).failure

    assert failure is not None
    assert words in failure.message
