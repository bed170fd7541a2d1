"""The panel of the debugger: where the program has stopped, its variables, and expressions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QListWidget, QWidget

from wsusim.control.debugging.debugger import StackFrame, Stop
from wsusim.gui.features.debugging.expressions_list import ExpressionsList
from wsusim.gui.features.debugging.session import DebugSession
from wsusim.gui.features.debugging.variables_tree import VariablesTree
from wsusim.gui.widgets.layouts import (
    in_column,
    in_row,
    named,
    push_button,
    side_by_side,
    words,
)
from wsusim.gui.widgets.shortened_label import ShortenedLabel

LEAST_LINES = 2
"""Each part can be made so low."""


class DebugPanel(QWidget):
    """Shows one stop."""

    frame_chosen = Signal(object)
    """Asks to show the line of this ``StackFrame``."""

    origin_wanted = Signal(str)
    """When did this variable get its value?"""

    def __init__(self, session: DebugSession, robots: QWidget) -> None:
        """``robots`` chooses one if there are several."""
        super().__init__()
        self._session = session
        self._stack: tuple[StackFrame, ...] = ()
        self.where = words("heading", wraps=False)
        self.where.setAccessibleName(self.tr("Where the program stands"))
        self.hint = ShortenedLabel()
        self.hint.setProperty("role", "dim")
        self.stack = named(QListWidget(), self.tr("Functions that are being done"))
        self.stack.setToolTip(
            self.tr("The functions that are being done; the first one is at work")
        )
        self.stack.currentRowChanged.connect(self._choose_frame)
        self.variables = VariablesTree(self._get_children)
        self.variables.change_wanted.connect(self._change)
        self.variables.origin_wanted.connect(self.origin_wanted)
        self.expressions = ExpressionsList(self._evaluate)
        self.variables.watch_wanted.connect(self.expressions.add)
        self.origin = push_button(
            self.tr("When did it get this value?"),
            self._ask_origin,
            self.tr("Find the line that gave the chosen variable its value"),
        )
        parts_of_head = (robots, self.where, self.hint, None, self.origin)
        head = in_row(*parts_of_head, spacing=8, grows=self.hint)
        parts = side_by_side(self.stack, self.variables, self.expressions)
        for part in (self.stack, self.variables, self.expressions.list):
            part.setMinimumHeight(LEAST_LINES * self.fontMetrics().lineSpacing())
        parts.setStretchFactor(0, 2)
        parts.setStretchFactor(1, 4)
        parts.setStretchFactor(2, 3)
        self.setLayout(in_column(head, parts, spacing=4, margins=(6, 4, 6, 4), grows=parts))
        self.setAccessibleName(self.tr("Debugger"))
        self.show_idle("")

    @property
    def frame(self) -> int:
        """The number of the function that is looked at."""
        return max(0, self.stack.currentRow())

    @property
    def chosen_frame(self) -> StackFrame | None:
        """The function that is looked at."""
        return self._stack[self.frame] if self._stack else None

    def show_stop(self, stop: Stop, where: str, hint: str) -> None:
        """Show where the program has stopped; ``where`` and ``hint`` say it in words."""
        self.stack.clear()
        self.show_where(stop, where, hint)
        self.setEnabled(True)
        self._refresh()

    def show_where(self, stop: Stop, where: str, hint: str) -> None:
        """Show that the stack has other line numbers, because lines were moved."""
        self.where.setText(where)
        self.hint.show_text(hint)
        self.hint.setVisible(bool(hint))
        self._stack = stop.stack
        row = max(0, self.stack.currentRow()) if stop.stack else -1
        self.stack.blockSignals(True)
        self.stack.clear()
        for frame in stop.stack:
            self.stack.addItem(
                self.tr("{function}(), line {line} of {file}").format(
                    function=frame.function, line=frame.line, file=Path(frame.file).name
                )
            )
        self.stack.setCurrentRow(row)
        self.stack.blockSignals(False)

    def show_going(self, where: str) -> None:
        """Show that the program goes on."""
        self.where.setText(where)
        self.hint.hide()
        self.variables.show_nothing()
        self.expressions.show_nothing()

    def show_idle(self, hint: str) -> None:
        """Show that no program is stopped."""
        self.where.setText("")
        self.hint.show_text(hint)
        self.hint.setVisible(bool(hint))
        self._stack = ()
        self.stack.clear()
        self.variables.show_variables(())

    # Inside

    def _choose_frame(self, row: int) -> None:
        if 0 <= row < len(self._stack):
            self.frame_chosen.emit(self._stack[row])
            self._refresh()

    def _refresh(self) -> None:
        def show(answer: dict[str, Any]) -> None:
            self.variables.show_variables(answer.get("variables", []))
            self.expressions.refresh()  # one after the other is worked out: these may take long

        if self._stack:
            self._session.request(show, what="variables", frame=self.frame)
        else:
            self.variables.show_variables(())

    def _get_children(self, of: int, start: int, show: Any) -> None:
        self._session.request(show, what="children", of=of, start=start)

    def _evaluate(self, text: str, show: Any) -> None:
        if self._stack:
            self._session.request(show, what="evaluate", text=text, frame=self.frame)

    def _change(self, path: str, text: str) -> None:
        def follow(answer: dict[str, Any]) -> None:
            if "failure" in answer:
                self._session.failed.emit(answer["failure"])
            self._refresh()

        self._session.request(follow, what="change", path=path, text=text, frame=self.frame)

    def _ask_origin(self) -> None:
        if self.variables.chosen:
            self.origin_wanted.emit(self.variables.chosen)
        else:
            self._session.failed.emit(self.tr("Choose a variable first."))
