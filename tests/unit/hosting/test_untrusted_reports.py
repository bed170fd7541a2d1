"""What a controller's process may say, and what is believed of it."""

from __future__ import annotations

import math
from typing import Any

import pytest

from wsusim.control.report import FailureReport, Frame
from wsusim.hosting.untrusted_reports import (
    MOST_ASIDES,
    UntrustedReports,
    believable,
    load_error,
)


@pytest.fixture
def reports() -> UntrustedReports:
    """Return what hears a process whose robot is at tick 250."""
    return UntrustedReports(lambda: 250)


def test_a_print_comes_through_as_it_is(reports: UntrustedReports) -> None:
    """Of ours, each fits."""
    assert reports.printed({"tick": 17, "text": "hello\n"}) == (17, "hello\n")


@pytest.mark.parametrize(("claimed", "believed"), [(10**30, 250), (-5, 0), (True, 1), ("9", 9)])
def test_a_moment_lies_between_the_start_and_now(
    reports: UntrustedReports, claimed: Any, believed: int
) -> None:
    """A recording has no others."""
    assert reports.printed({"tick": claimed, "text": ""}) == (believed, "")


@pytest.mark.parametrize("tick", [math.inf, math.nan, None, [], "x"])
def test_a_moment_that_is_none_is_not_heard(reports: UntrustedReports, tick: Any) -> None:
    """A report without a valid tick is dropped."""
    assert reports.printed({"tick": tick, "text": "x"}) is None
    assert reports.aside({"tick": tick, "text": "x"}) is None


def test_a_flood_of_prints_is_cut(reports: UntrustedReports) -> None:
    """Whatever moments it claims."""
    heard = [reports.printed({"tick": n % 300, "text": "x" * 9000}) for n in range(3000)]

    assert sum(len(said[1]) for said in heard if said) < 700_000


def test_remarks_are_few_and_short(reports: UntrustedReports) -> None:
    """A run needs one or two."""
    heard = [reports.aside({"tick": 1, "text": "x" * 10**6}) for _ in range(100)]

    assert sum(said is not None for said in heard) == MOST_ASIDES
    assert max(len(said[1]) for said in heard if said) < 10_000


def test_a_report_is_cut_to_what_a_store_takes() -> None:
    """Neither zeros, halves of characters nor numbers that no file has as lines."""
    frames = (Frame("/etc/passwd\0", 10**30, "f" * 10**6, "\ud800"),) * 100
    wild = FailureReport("K" * 10**6, "\0", "f\0", -1, frames, ("h" * 10**6,) * 100)
    report = believable(wild)

    assert report is not None
    assert (report.message, report.file, report.line) == ("\\0", "f\\0", None)
    assert (report.frames[0].line, report.frames[0].text) == (1, "\\ud800")
    assert len(repr(report)) < 100_000


def test_reports_are_nested_a_few_deep() -> None:
    """As ours are."""
    report = FailureReport("K", "m", None, None)
    for _ in range(50):
        report = FailureReport("K", "m", None, None, earlier=report)

    assert repr(believable(report)).count("FailureReport") == 3


@pytest.mark.parametrize("line", [{"b": 1}, 10**30, "3", None, -1])
def test_why_a_file_cannot_be_loaded_names_a_line_or_none(line: Any) -> None:
    """The lab keeps it in a column of numbers."""
    error = load_error({"message": "no\0", "file": {"a": 1}, "line": line})

    assert (str(error), error.file, error.line) == ("no\\0", "{'a': 1}", None)


def test_a_load_error_always_has_a_reason() -> None:
    """A process that gives none is told to have given none."""
    assert "gave no reason" in str(load_error({"message": "  "}))
    assert "gave no reason" in str(load_error({}))
