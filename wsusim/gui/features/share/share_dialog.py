"""The dialog "Share this run": who may do what, addresses, and their codes for a phone's camera."""

from __future__ import annotations

from io import BytesIO

from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QLabel,
    QLineEdit,
    QRadioButton,
    QWidget,
)

from wsusim.gui.widgets.layouts import held, in_column, in_row, named, push_button, words

QUIET_CELLS = 4
"""White cells around the code (ISO/IEC 18004)."""

CELL_PX = 5
ADDRESS_CHARACTERS = 82
"""So wide that the whole address can be read."""


class CodePicture(QLabel):
    """A QR code, black on white in every theme, which phones read best."""

    def show_text(self, text: str) -> None:
        """Show the code of a text."""
        import segno

        picture, pixmap = BytesIO(), QPixmap()
        code = segno.make(text, error="m", micro=False)
        code.save(picture, kind="png", scale=CELL_PX, border=QUIET_CELLS)
        pixmap.loadFromData(picture.getvalue())
        self.setPixmap(pixmap)
        self.setFixedSize(pixmap.size())


class ShareDialog(QDialog):
    """Says where it can be watched; nothing is shared before *Share* is pressed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("share")
        self.setWindowTitle(self.tr("Share this run"))
        self.here = QRadioButton(self.tr("For browsers on &this computer"))
        self.everywhere = QRadioButton(self.tr("For everyone on this &network who has the address"))
        self.here.setChecked(True)
        self.may_steer = QCheckBox(
            self.tr("A second address lets people s&teer, too: pause, drive")
        )
        self.watching = QRadioButton(self.tr("Address for &watching"))
        self.steering = QRadioButton(self.tr("Address for watching and stee&ring"))
        which = QButtonGroup(self)
        for choice in (self.watching, self.steering):
            which.addButton(choice)
            choice.toggled.connect(self._show_chosen)
        self._addresses = ("", "")
        self.rights = words("dim")
        self.address = named(QLineEdit(), self.tr("Address"))
        self.address.setReadOnly(True)
        self.copy = push_button(self.tr("&Copy"), self._copy)
        self.code = named(CodePicture(), self.tr("QR code of the address"))
        self.viewers = words("dim", wraps=False)
        self.share = push_button(self.tr("&Share"))
        self.share.setDefault(True)
        self.end = push_button(self.tr("&End sharing"))
        self._row = held(in_row(self.address, self.copy, spacing=6, grows=self.address))
        choices = (self.here, self.everywhere, self.may_steer)
        scope = in_column(*choices, spacing=6, margins=(0, 0, 0, 8))
        told = (self.watching, self.steering, self._row, self.rights)
        code = in_row(None, self.code, None)
        buttons = in_row(self.viewers, self.end, self.share, spacing=6, grows=self.viewers)
        whole = (scope, *told, code, buttons)
        self.setLayout(in_column(*whole, spacing=6, margins=(11, 11, 11, 11)))
        self.setMinimumWidth(ADDRESS_CHARACTERS * self.fontMetrics().averageCharWidth())
        self.show_addresses("", "")

    def show_addresses(self, watch: str, steer: str) -> None:
        """Show where it is shared; empty: nowhere, or steering isn't allowed."""
        is_shared = bool(watch)
        self._addresses = (watch, steer)
        for told in (self._row, self.rights, self.code, self.end):
            told.setVisible(is_shared)
        for choice in (self.watching, self.steering):
            choice.setVisible(bool(steer))
        for box in (self.here, self.everywhere, self.may_steer):
            box.setEnabled(not is_shared)
        self.share.setVisible(not is_shared)
        self.watching.setChecked(True)
        self._show_chosen()
        if is_shared:
            self.copy.setFocus()
        self.viewers.setText("")
        self.adjustSize()

    def show_viewers(self, viewers: int) -> None:
        """Show how many are watching."""
        text = self.tr("{count} watching").format(count=viewers)
        self.viewers.setText(text if self.address.text() else "")

    def _show_chosen(self) -> None:
        """Show the address that is chosen, its code, and what it lets people do."""
        is_steering = self.steering.isChecked()
        address = self._addresses[is_steering]
        self.address.setText(address)
        self.address.setCursorPosition(0)
        self.rights.setText(
            self.tr(
                "Anyone who has it can pause the run, change its speed, move things, drive robots "
                "that have no controller, and move through recordings. Give it only to people "
                "you trust."
            )
            if is_steering
            else self.tr("Anyone who has it can watch, but can't change anything.")
        )
        if address:
            self.code.show_text(address)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.address.text())
