"""The dialog "Share this run": who may watch, the address, and its code for a phone's camera."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

QUIET_CELLS = 4
"""White cells around the code (ISO/IEC 18004)."""

CELL_PX = 5
ADDRESS_CHARACTERS = 82
"""So wide that the whole address can be read."""


class CodePicture(QWidget):
    """A QR code, black on white in every theme: so phones read it best."""

    def __init__(self) -> None:
        super().__init__()
        self._cells: list[list[bool]] = []

    def show_text(self, text: str) -> None:
        """Show the code of a text."""
        import segno

        code = segno.make(text, error="m", micro=False)
        self._cells = [[bool(cell) for cell in row] for row in code.matrix]
        self.setFixedSize(self.sizeHint())
        self.setAccessibleName(self.tr("QR code of the address"))
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size of the code with its quiet zone."""
        side = CELL_PX * (len(self._cells) + 2 * QUIET_CELLS)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the code."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("#ffffff"))
        for row, cells in enumerate(self._cells):
            for column, is_dark in enumerate(cells):
                if is_dark:
                    x, y = CELL_PX * (column + QUIET_CELLS), CELL_PX * (row + QUIET_CELLS)
                    painter.fillRect(x, y, CELL_PX, CELL_PX, QColor("#000000"))


class ShareDialog(QDialog):
    """Says where it can be watched; nothing is shared before *Share* is pressed."""

    share_wanted = Signal(bool)
    """Whether other computers may watch."""

    end_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Share this run"))
        self.here = QRadioButton(self.tr("For browsers on &this computer"))
        self.everywhere = QRadioButton(self.tr("For everyone on this &network who has the address"))
        self.everywhere.setChecked(True)
        self.address = QLineEdit()
        self.address.setReadOnly(True)
        self.address.setAccessibleName(self.tr("Address"))
        self.copy = QPushButton(self.tr("&Copy"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.address.text()))
        self.code = CodePicture()
        self.viewers = QLabel()
        self.viewers.setProperty("role", "dim")
        self.share = QPushButton(self.tr("&Share"))
        self.share.setDefault(True)
        self.share.clicked.connect(lambda: self.share_wanted.emit(self.everywhere.isChecked()))
        self.end = QPushButton(self.tr("&End sharing"))
        self.end.clicked.connect(self.end_wanted)
        row = QHBoxLayout()
        row.addWidget(self.address, 1)
        row.addWidget(self.copy)
        self._row = QWidget()
        self._row.setLayout(row)
        row.setContentsMargins(0, 0, 0, 0)
        buttons = QHBoxLayout()
        buttons.addWidget(self.viewers, 1)
        buttons.addWidget(self.end)
        buttons.addWidget(self.share)
        layout = QVBoxLayout(self)
        layout.addWidget(self.here)
        layout.addWidget(self.everywhere)
        layout.addWidget(self._row)
        layout.addWidget(self.code, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addLayout(buttons)
        self.setMinimumWidth(ADDRESS_CHARACTERS * self.fontMetrics().averageCharWidth())
        self.show_address("")

    def show_address(self, address: str) -> None:
        """Show where it is shared; empty: it is not."""
        is_shared = bool(address)
        self.address.setText(address)
        self.address.setCursorPosition(0)
        for part in (self._row, self.code, self.end):
            part.setVisible(is_shared)
        for part in (self.here, self.everywhere):
            part.setEnabled(not is_shared)
        self.share.setVisible(not is_shared)
        if is_shared:
            self.code.show_text(address)
            self.copy.setFocus()
        self.viewers.setText("")
        self.adjustSize()

    def show_viewers(self, viewers: int) -> None:
        """Show how many are watching."""
        text = self.tr("{count} watching").format(count=viewers)
        self.viewers.setText(text if self.address.text() else "")
