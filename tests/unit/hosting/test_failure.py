"""Reports on their way, and where threads are."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path

import pytest

from wsusim.control.report import report_failure
from wsusim.hosting.failure import (
    describe,
    is_with_robot,
    report_from_json,
    report_of_thread,
    report_to_json,
    shorten_traceback,
    unresponsive,
)

HERE = Path(__file__).parent


def failing() -> BaseException:
    """Return an exception with a history."""
    try:
        try:
            int("x")
        except ValueError:
            raise KeyError("later") from None
    except KeyError as failure:
        failure.__suppress_context__ = False
        failure.add_note("a hint")
        return failure


def test_reports_survive_the_way() -> None:
    """A report comes out of JSON as it went in, with frames, hints and what was before."""
    report = report_failure(failing(), HERE)
    assert report.earlier is not None
    assert report_from_json(json.loads(json.dumps(report_to_json(report)))) == report
    assert report_from_json(report_to_json(None)) is None


@pytest.mark.parametrize("values", [7, [], {}, {"kind": "x", "message": "y", "frames": 3}])
def test_forged_reports_are_refused(values: object) -> None:
    """What is no report raises ``ValueError`` and nothing else."""
    with pytest.raises(ValueError, match=r"report .* can't be read"):
        report_from_json(values)


def test_what_fails_while_it_is_asked_is_told_without_asking() -> None:
    """Its type and place, and that its message can't be had; no thread of ours says anything."""

    class Odd(Exception):
        @property
        def __traceback__(self) -> None:  # type: ignore[override]
            raise ValueError

    report = describe(Odd(), HERE)

    assert report.message == "Odd: (its message can't be shown because asking for it fails)"


def test_where_a_thread_is() -> None:
    """The report of a hanging thread names the line where it is."""
    may_end = threading.Event()
    thread = threading.Thread(target=may_end.wait)
    thread.start()
    own = report_of_thread(unresponsive(1.0, "it slept"), threading.get_ident(), HERE)
    other = report_of_thread(unresponsive(1.0, "it slept"), thread.ident, HERE)
    may_end.set()
    thread.join()
    assert own.file == __file__
    assert other.file is None
    assert "for 1 s while it slept" in other.message


def test_who_waits_in_a_call_to_the_robot_is_with_it() -> None:
    """By the function that it is in; a thread in any other is not."""

    def wait() -> None:
        may_end.wait()

    may_end = threading.Event()
    thread = threading.Thread(target=wait)
    thread.start()
    answers = [is_with_robot(thread.ident, calls) for calls in ({wait.__code__}, frozenset())]
    may_end.set()
    thread.join()
    assert answers == [True, False]
    assert not is_with_robot(None, {wait.__code__})


def test_endless_recursion_is_shortened() -> None:
    """A traceback of endless recursion keeps both of its ends."""

    def again(depth: int) -> None:
        if depth == 0:
            raise ValueError("bottom")
        again(depth - 1)

    with pytest.raises(ValueError, match="bottom") as caught:
        again(sys.getrecursionlimit() // 2)
    shorten_traceback(caught.value)
    lines = []
    traceback = caught.value.__traceback__
    while traceback is not None:
        lines.append(traceback.tb_frame.f_code.co_name)
        traceback = traceback.tb_next
    assert len(lines) == 100
    assert lines[0] == "test_endless_recursion_is_shortened"
    assert caught.tb is not None
