"""Labels, message boxes and tool tips show text as it is: the name of a file may look like HTML."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QProxyStyle


class PlainLabelStyle(QProxyStyle):
    """Qt's style Fusion; a label that is to show HTML has to say so (``setTextFormat``).

    By itself Qt takes a text for HTML when it looks like that, which lets whoever named a file,
    a maze or a class draw into the window, and load pictures from anywhere.
    """

    def __init__(self) -> None:
        super().__init__("Fusion")

    def polish(self, dressed: Any) -> Any:
        """Make a new widget ready; Qt calls this once for each, before it is shown."""
        if isinstance(dressed, QLabel) and dressed.textFormat() == Qt.TextFormat.AutoText:
            dressed.setTextFormat(Qt.TextFormat.PlainText)
        return super().polish(dressed)
