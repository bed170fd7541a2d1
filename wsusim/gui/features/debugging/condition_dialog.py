"""Asks for the condition of a breakpoint."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QWidget

from wsusim.gui.shell.programs import Breakpoint, Programs
from wsusim.gui.widgets.phrases import translate


def ask_condition(
    parent: QWidget,
    programs: Programs,
    path: Path,
    line: int,
    tell: Callable[[str], object],
) -> QInputDialog:
    """Ask for the condition of the breakpoint at a line; set one if there is none."""
    marks = {mark.line: mark for mark in programs.breakpoints_in(path)}
    mark = marks.get(line, Breakpoint(line))
    dialog = QInputDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(translate("Debugger", "Condition of the breakpoint"))
    dialog.setLabelText(
        translate(
            "Debugger", "Stop at line {line} only when this is true, such as near > 200:"
        ).format(line=line)
    )
    dialog.setTextValue(mark.condition)

    def take(text: str) -> None:
        text = text.strip()
        fault = fault_of(text)
        if fault:
            tell(fault)
        programs.put_breakpoint(path, Breakpoint(line, text, mark.is_on))

    dialog.textValueSelected.connect(take)
    dialog.open()
    return dialog


def ask_expression(parent: QWidget, then: Callable[[str], object]) -> QInputDialog:
    """Ask for something that was true at some time."""
    dialog = QInputDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(translate("Debugger", "Find when something was first true"))
    dialog.setLabelText(
        translate(
            "Debugger",
            "Go back to where this was first true, such as self.sensors[2].proximity > 600:",
        )
    )
    dialog.textValueSelected.connect(lambda text: then(text.strip()) if text.strip() else None)
    dialog.open()
    return dialog


def fault_of(text: str) -> str:
    """Return what is wrong with a condition, a sentence; empty: nothing, as far as that shows."""
    if not text:
        return ""
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, ValueError):
        words = translate(
            "Debugger",
            "{text} is no condition that Python can work out. Write one as after `if`: near > 200 "
            "or self.turns == 3 (with two = signs).",
        )
        return words.format(text=text)
    return ""
