"""Shows over the text: proposals with their descriptions, and signatures."""

from __future__ import annotations

import html
from typing import Any

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QListWidget, QListWidgetItem, QPlainTextEdit, QWidget

from wsusim.gui.widgets.layouts import in_row, named
from wsusim.gui.widgets.theme import current_theme, fixed_width_style

ROWS = 9
LIST_EM, ABOUT_EM = 15, 24
"""Widths in heights of the text."""


class Proposals(QFrame):
    """A list over the text; the keyboard stays in the text."""

    taken = Signal(str)
    """The person wants this one."""

    looked_at = Signal(str)
    """This one is chosen in the list: what is it?"""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.Box)
        self.setAutoFillBackground(True)
        self.line = 0
        """For which line it is."""
        self._all: list[dict[str, str]] = []
        self.list = named(QListWidget(), self.tr("Proposals"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setStyleSheet(fixed_width_style())
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        self.about = QLabel(wordWrap=True)
        self.about.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.about.setContentsMargins(6, 4, 6, 4)
        self.setLayout(in_row(self.list, self.about, spacing=0, margins=(1, 1, 1, 1)))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(lambda item: self.taken.emit(item.text()))
        self.list.currentTextChanged.connect(self._follow_choice)

    @property
    def names(self) -> list[str]:
        """The names in the list."""
        return [self.list.item(row).text() for row in range(self.list.count())]

    @property
    def chosen(self) -> str:
        """The name that is chosen in the list; empty: none."""
        item = self.list.currentItem()
        return "" if item is None else item.text()

    def show_at(
        self, edit: QPlainTextEdit, under: QRect, found: list[dict[str, str]], word: str
    ) -> None:
        """Show proposals below (or above) a place of a text."""
        window = edit.window()
        if self.parent() is not window:
            self.setParent(window)
        self._all, self.line = found, edit.textCursor().blockNumber() + 1
        if not self.narrow(word):
            self.hide()
            return
        em = edit.fontMetrics().height()
        rows = min(ROWS, self.list.count())
        height = max(rows * (self.list.sizeHintForRow(0) + 2) + 8, 5 * em)
        self.list.setFixedWidth(LIST_EM * em)
        self.about.setFixedWidth(ABOUT_EM * em)
        self.resize((LIST_EM + ABOUT_EM) * em + 2, height)
        self.move(_free_place(edit, window, under, self.width(), height))
        self.show()
        self.raise_()

    def narrow(self, word: str) -> bool:
        """Keep those that begin with a word; return whether there are any."""
        small = word.lower()
        names = [one["name"] for one in self._all if one["name"].lower().startswith(small)]
        if names == [word]:
            return False
        if names != self.names:
            self.list.blockSignals(True)
            self.list.clear()
            for name in names:
                self.list.addItem(QListWidgetItem(name))
            self.list.blockSignals(False)
            self.list.setCurrentRow(0 if names else -1)
        return bool(names)

    def step(self, rows: int) -> None:
        """Choose another one."""
        last = self.list.count() - 1
        self.list.setCurrentRow(max(0, min(last, self.list.currentRow() + rows)))

    def take_current(self) -> None:
        """Accept the chosen one."""
        if self.chosen:
            self.taken.emit(self.chosen)

    def show_description(self, name: str, text: str) -> None:
        """Show the description of a proposal, if it is still the chosen one."""
        if name == self.chosen:
            self.about.setText(text)

    def _follow_choice(self, name: str) -> None:
        self.about.setText("")
        if name:
            self.looked_at.emit(name)


class SignatureTip(QLabel):
    """The signature of the function whose arguments are being typed."""

    def __init__(self) -> None:
        super().__init__()
        self.line = 0
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setFrameShape(QFrame.Shape.Box)
        self.setAutoFillBackground(True)
        self.setContentsMargins(6, 3, 6, 3)
        self.hide()

    def show_for(self, edit: QPlainTextEdit, signature: dict[str, Any]) -> None:
        """Show a signature above the cursor's line."""
        window = edit.window()
        if self.parent() is not window:
            self.setParent(window)
        self.line = edit.textCursor().blockNumber() + 1
        parts = [
            f"<b>{html.escape(one)}</b>" if place == signature["index"] else html.escape(one)
            for place, one in enumerate(signature["parameters"])
        ]
        text = f"<code>{html.escape(signature['name'])}({', '.join(parts)})</code>"
        if signature["about"]:
            colour = current_theme().dim_text
            text += f"<br/><span style='color:{colour}'>{html.escape(signature['about'])}</span>"
        self.setText(text)
        self.adjustSize()
        under = edit.cursorRect()
        corner = edit.viewport().mapTo(window, under.topLeft())
        x = max(0, min(corner.x(), window.width() - self.width()))
        y = corner.y() - self.height() - 2
        if y < 0:
            y = corner.y() + under.height() + 2
        self.move(x, y)
        self.show()
        self.raise_()


def _free_place(
    edit: QPlainTextEdit, window: QWidget, under: QRect, width: int, height: int
) -> QPoint:
    corner = edit.viewport().mapTo(window, under.bottomLeft())
    x = max(0, min(corner.x(), window.width() - width))
    y = corner.y() + 2
    if y + height > window.height():
        y = max(0, corner.y() - under.height() - height - 2)
    return QPoint(x, y)
