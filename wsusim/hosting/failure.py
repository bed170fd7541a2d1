"""Failures other than a student's exceptions: hanging and dying; and how reports travel."""

from __future__ import annotations

import ctypes
import sys
import sysconfig
import threading
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from time import monotonic
from types import CodeType, FrameType, TracebackType
from typing import Any

from wsusim.control.report import FailureReport, report_failure, unasked_report
from wsusim.errors import ControllerStopped, WsusimError

_PACKAGE = str(Path(__file__).parents[1])
_IN_PLACE_OF_PYTHONS = (
    str(Path(_PACKAGE, "model", "elementary")),
    str(Path(__file__).with_name("own_math.py")),
    str(Path(_PACKAGE, "control", "own_powers.py")),
)
"""Of ours, too, but for a program they are Python's ``math``."""
_PYTHON = tuple(filter(None, (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"))))

_TRACEBACK_END = 50

DESCRIBE_S = 1.0
"""A failure's own text, and all else that is asked of it, may take so long."""

THROW_S = 0.3
"""For so long, ``ControllerStopped`` is thrown again and again into a thread that goes on."""

_SHORTEST_WAIT_S = 0.02


class Unresponsive(WsusimError):
    """A controller stays away from its robot for longer than the patience."""


NEVER_DONE = {
    "<module>": "The file's own lines, outside any method, were not finished",
    "__init__": "The controller's __init__ was not finished",
}
"""What to say by the outermost function of the program that does not come to its end."""


class ControllerDied(WsusimError):
    """A controller's process has ended without a report."""


def describe(failure: BaseException, folder: Path) -> FailureReport:
    """Return the report of a failure that may be of a student's class, whose methods may never end.

    They are called in a thread of their own, for at most ``DESCRIBE_S``; after that, and where they
    fail, the report says what is known without calling them.
    """
    found: list[FailureReport] = []

    def ask() -> None:
        try:
            shorten_traceback(failure)
            found.append(report_failure(failure, folder))
        except ControllerStopped:
            return
        except BaseException:  # noqa: BLE001 - whatever the student's own methods raise
            found.append(unasked_report(failure, folder, "asking for it fails"))

    asking = threading.Thread(target=ask, name="describe", daemon=True)
    try:
        asking.start()
    except RuntimeError:  # no memory for one: the failure is most likely about that
        ask()
    else:
        asking.join(DESCRIBE_S)
    if found:
        return found[0]
    throw_until_it_ends(asking)
    return unasked_report(failure, folder, "its __str__ doesn't come to an end")


def throw_until_it_ends(thread: threading.Thread) -> None:
    """Raise ``ControllerStopped`` in a thread, again and again for a while."""
    join, is_alive = threading.Thread.join, threading.Thread.is_alive
    until_s = monotonic() + THROW_S
    with _nothing_said_of_stops():
        while is_alive(thread) and monotonic() < until_s:
            if thread.ident is not None:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread.ident), ctypes.py_object(ControllerStopped)
                )
            join(thread, _SHORTEST_WAIT_S)


@contextmanager
def _nothing_said_of_stops() -> Iterator[None]:
    """Keep Python from reporting a ``ControllerStopped`` that it ignores in a ``__del__``."""
    tell = sys.unraisablehook

    def tell_others(ignored: sys.UnraisableHookArgs) -> None:
        if not isinstance(ignored.exc_value, ControllerStopped):
            tell(ignored)

    sys.unraisablehook = tell_others
    try:
        yield
    finally:
        sys.unraisablehook = tell


def report_of_thread(failure: BaseException, thread_id: int | None, folder: Path) -> FailureReport:
    """Return the report of a failure at the line where a thread is right now."""
    frame = sys._current_frames().get(thread_id or 0)
    traceback = None
    for _ in range(2 * _TRACEBACK_END):
        if frame is None:
            break
        traceback = TracebackType(traceback, frame, frame.f_lasti, frame.f_lineno or 1)
        frame = frame.f_back
    return report_failure(failure.with_traceback(traceback), folder)


def report_of_hanging(
    patience_s: float, doing: str, thread_id: int | None, folder: Path
) -> FailureReport:
    """Return the report of a controller that hangs, with advice for the line where it does."""
    report = report_of_thread(unresponsive(patience_s, doing), thread_id, folder)
    unfinished = NEVER_DONE.get(report.frames[0].function) if report.frames else None
    if unfinished is None:
        return report
    advice = "Is there a loop without an end? Move it into run() or step()."
    return replace(report, message=f"{unfinished} after {patience_s:g} s. {advice}")


def notice_of_thread(failure: BaseException, folders: Iterable[Path]) -> str | None:
    """Return a line on the failure of a student's thread; ``None``: it was only stopped."""
    if issubclass(type(failure), (SystemExit, ControllerStopped)):
        return None
    report = _report_in(failure, folders)
    return f"A thread started by the controller failed. {report.summary}{_hints(report)}"


def notice_of_ignored(failure: BaseException, folders: Iterable[Path]) -> str | None:
    """Return a line on a failure that Python ignores, in a ``__del__`` for example.

    ``None``: it isn't the student's, or is only the end of the program.
    """
    if issubclass(type(failure), ControllerStopped):
        return None
    report = _report_in(failure, folders)
    if not report.frames:
        return None
    where = report.frames[0].function
    return f"Python called {where} by itself, and it failed. {report.summary}{_hints(report)}"


def _report_in(failure: BaseException, folders: Iterable[Path]) -> FailureReport:
    """Return the report on a failure in one of these folders."""
    shorten_traceback(failure)
    reports = [report_failure(failure, folder) for folder in folders]
    return next((report for report in reports if report.frames), reports[0])


def _hints(report: FailureReport) -> str:
    return "".join(f" {hint}" for hint in report.hints)


def shorten_traceback(failure: BaseException) -> None:
    """Keep only both ends of a traceback that endless recursion has made a million lines long."""
    links: list[TracebackType] = []
    traceback = failure.__traceback__
    while traceback is not None:
        links.append(traceback)
        traceback = traceback.tb_next
    if len(links) <= 2 * _TRACEBACK_END:
        return
    shorter = links[-_TRACEBACK_END]
    for link in reversed(links[:_TRACEBACK_END]):
        shorter = TracebackType(shorter, link.tb_frame, link.tb_lasti, link.tb_lineno)
    failure.__traceback__ = shorter


def is_wsusims(file: str) -> bool:
    """Return whether a file is wsusim's own."""
    return _begins(file, _PACKAGE) and not _begins(file, _IN_PLACE_OF_PYTHONS)


def is_pythons(file: str) -> bool:
    """Return whether a file is Python's own, or of a package."""
    is_in_place = _begins(file, _IN_PLACE_OF_PYTHONS)
    return is_in_place or _begins(file, (*_PYTHON, "<")) or str.__contains__(file, "site-packages")


_begins = str.startswith
"""Asked of ``str``: code may be of a file whose name is a student's kind of text."""


def is_with_robot(thread_id: int | None, calls: Container[CodeType]) -> bool:
    """Return whether a thread is inside one of these functions, called by no line of its own.

    Not in any of wsusim's: a loop that only prints is in those, too, and never ends.
    """
    frame: FrameType | None = sys._current_frames().get(thread_id or 0)
    while frame is not None:
        if frame.f_code in calls:
            return True
        file = frame.f_code.co_filename
        if not is_wsusims(file) and not is_pythons(file):
            return False
        frame = frame.f_back
    return False


def is_in_students_line(frame: FrameType | None) -> bool:
    """Return whether the nearest caller outside Python and packages is a student's program."""
    while frame is not None and is_pythons(frame.f_code.co_filename):
        frame = frame.f_back
    return frame is not None and not is_wsusims(frame.f_code.co_filename)


def unresponsive(patience_s: float, doing: str) -> Unresponsive:
    """Return what to say about a controller that hangs."""
    return Unresponsive(
        f"The controller didn't use its robot for {patience_s:g} s while {doing}. Put a "
        "self.sleep(...) into its loops, and let them check self.active."
    )


TOO_SLOW = "The controller used up its computing time"
"""So begins the message on one that never hung, but computed for too long in all."""


def too_slow(compute_s: float) -> Unresponsive:
    """Return what to say about a controller that has used up its computing time."""
    return Unresponsive(
        f"{TOO_SLOW} of {compute_s:g} s before the run was over. Let it compute less between two "
        "waits, or wait longer."
    )


def report_to_json(report: FailureReport | None) -> dict[str, Any] | None:
    """Return plain values for the way to another process."""
    return None if report is None else asdict(report)


def report_from_json(values: Any) -> FailureReport | None:
    """Return what ``report_to_json`` gave; raises ``ValueError`` for anything else."""
    from pydantic import TypeAdapter  # here: most runs have no failure

    try:
        report: FailureReport | None = TypeAdapter(FailureReport | None).validate_python(values)
    except ValueError as error:
        raise ValueError("The report from the controller's process can't be read.") from error
    return report
