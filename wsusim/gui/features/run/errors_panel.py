"""The errors panel: what went wrong in the student's own lines, each of which can be clicked."""

from __future__ import annotations

import html
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QTime, QUrl, QUrlQuery, Signal
from PySide6.QtWidgets import QTextBrowser, QWidget

from wsusim.control.report import FailureReport
from wsusim.gui.shell.watched import Failure, Subject
from wsusim.gui.widgets.layouts import in_column, named
from wsusim.gui.widgets.phrases import robot_name
from wsusim.gui.widgets.theme import current_theme
from wsusim.gui.widgets.window_words import in_window_words
from wsusim.model.units import ticks_to_seconds

ENTRIES_KEPT = 30

INDENTED = "margin-left:10px"
MOMENT = "moment"
"""Scheme of links to a tick of a recording."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One failure and the wall-clock time, or the moment of the recording, at which it happened."""

    failure: Failure
    clock: str


NOTICE = "Notice"
"""The kind of a remark about a run that is kept with the failures."""


class ErrorsPanel(QWidget):
    """Lists failures, the newest first; those of a recording while one is shown."""

    line_clicked = Signal(object, int)
    """Asks to show a line of a file (``Path``) in an editor."""

    moment_clicked = Signal(int)
    """Asks to show this tick of the recording."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: deque[Entry] = deque(maxlen=ENTRIES_KEPT)
        self._recorded: tuple[Entry, ...] | None = None
        self._locate: Callable[[Path], Path] = lambda path: path
        self.browser = named(QTextBrowser(), self.tr("Controller errors"))
        self.browser.setOpenLinks(False)
        self.browser.anchorClicked.connect(self._follow_link)
        self.setLayout(in_column(self.browser, margins=(4, 4, 4, 4)))
        self.paint()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The failures shown, the newest first."""
        return tuple(self._entries) if self._recorded is None else self._recorded

    def show_subject(self, subject: Subject | None) -> None:
        """Show the failures of a recording, or otherwise those of the runs."""
        self._recorded = None
        if subject is not None:
            self._locate = subject.locate
            if subject.is_recording:
                self._recorded = tuple(
                    Entry(failure, f"{ticks_to_seconds(failure.tick or 0):.2f} s")
                    for failure in reversed(subject.failures)
                )
        self.paint()

    def add(self, failure: Failure) -> None:
        """Show a failure; the same one again is a new entry."""
        clock = QTime.currentTime().toString("HH:mm:ss")
        self._entries.appendleft(Entry(failure, clock))
        self.paint()

    def forget(self) -> None:
        """Forget the failures of the runs, since another maze is open."""
        self._entries.clear()
        self.paint()

    def paint(self) -> None:
        """Write everything again, in the colours that are in use."""
        if self.entries:
            line = "<hr/>"
            self.browser.setHtml(line.join(self._entry_html(entry) for entry in self.entries))
            return
        text = self.tr("If a controller fails, the error appears here, with the line to fix.")
        if self._recorded is not None:
            text = self.tr("No controller failed in this recording.")
        self.browser.setHtml(f"<p style='color:{current_theme().dim_text}'>{text}</p>")

    def _entry_html(self, entry: Entry) -> str:
        clock, failure = html.escape(entry.clock), entry.failure
        if failure.tick is not None:
            clock = f"<a href='{MOMENT}:{failure.tick}'>{clock}</a>"
        who = self.tr("The run") if failure.robot is None else robot_name(failure.robot)
        head = f"<span style='color:{current_theme().dim_text}'>{clock} {html.escape(who)}</span>"
        return _paragraph(head) + self._report_html(failure.report)

    def _report_html(self, report: FailureReport) -> str:
        parts: list[str] = []
        if report.earlier is not None:
            parts.append(self._report_html(report.earlier))
            parts.append(_paragraph(self.tr("While your program dealt with that:")))
        # A remark about the run is no failure; good news would look bad in red.
        colour = current_theme().text if report.kind == NOTICE else current_theme().bad
        parts.append(
            _paragraph(
                _escaped(in_window_words(report.message)), f"color:{colour}; font-weight:600"
            )
        )
        parts += [_paragraph(_escaped(in_window_words(hint))) for hint in report.hints]
        for frame in reversed(report.frames):
            where = self.tr("{file}, line {line}, in {function}").format(
                file=Path(frame.file).name, line=frame.line, function=frame.function
            )
            code = f"<br/><code>&nbsp;&nbsp;{html.escape(frame.text)}</code>"
            if frame is report.frames[-1] and report.values:
                colour = current_theme().dim_text
                values = f"<span style='color:{colour}'>{html.escape(report.values_text)}</span>"
                code += f"<br/>&nbsp;&nbsp;{values}"
            parts.append(_paragraph(_link(frame.file, frame.line, where) + code, INDENTED))
        if not report.frames and report.file is not None:
            where = self.tr("{file}, line {line}").format(
                file=Path(report.file).name, line=report.line or 1
            )
            parts.append(_paragraph(_link(report.file, report.line or 1, where), INDENTED))
        return "".join(parts)

    def _follow_link(self, url: QUrl) -> None:
        if url.scheme() == MOMENT:
            self.moment_clicked.emit(int(url.path()))
            return
        line = QUrlQuery(url).queryItemValue("line")
        path = self._locate(Path(url.toLocalFile()))
        self.line_clicked.emit(path, int(line) if line.isdecimal() else 1)


def _paragraph(content: str, style: str = "") -> str:
    return f"<p style='margin:2px 0; {style}'>{content}</p>"


def _link(file: str, line: int, text: str) -> str:
    url = QUrl.fromLocalFile(file)
    url.setQuery(f"line={line}")
    return (
        f"<a href='{html.escape(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))}'>"
        f"{html.escape(text)}</a>"
    )


def _escaped(text: str) -> str:
    return html.escape(text).replace("\n", "<br/>")
