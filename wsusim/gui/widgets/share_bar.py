"""A progress bar that at first says what the computer is busy with."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar

STEPS = 1000

COMPILING = -1.0
"""As a share: nothing is done yet, because the simulator has to be compiled first."""


class ShareBar(QProgressBar):
    """Shows shares from 0 to 1, or the text that the simulator is being compiled."""

    def __init__(self) -> None:
        super().__init__(maximum=STEPS)

    def show_share(self, share: float) -> None:
        """Show how much is done: 0 to 1, or ``COMPILING``."""
        is_compiling = share == COMPILING
        self.setFormat(self.tr("Compiling the simulator (once)") if is_compiling else "%p%")
        self.setToolTip(
            self.tr("wsusim is getting ready for this computer. This happens once after an update.")
            if is_compiling
            else ""
        )
        self.setValue(round(max(0.0, share) * STEPS))
