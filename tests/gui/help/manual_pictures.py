"""Draw the manual's picture of help anew: ``python -m tests.gui.help.manual_pictures``."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtTest import QTest

from wsusim.gui.app import make_application
from wsusim.gui.help.help_side import HelpSide
from wsusim.gui.window import MainWindow

PICTURES = Path(__file__).parents[3] / "manual" / "pictures"
SIZE_PX = (960, 600)


def main() -> None:
    """Search the manual and keep what the help window shows."""
    make_application(["wsusim"])
    with tempfile.TemporaryDirectory() as name:
        window = MainWindow(Path(name))
        window.preferences.set(replace(window.preferences.value, theme="light"))
        window.show()
        help_window = HelpSide(window, Path(name)).help_window
        help_window.open_page("explanation/sensors", "proximity")
        help_window.resize(*SIZE_PX)
        help_window.search.setText("proximity wall")
        QTest.keyClick(help_window.search, "\r")
        QTest.qWait(300)
        help_window.grab().save(str(PICTURES / "window-help.png"))
        window.close()


if __name__ == "__main__":
    main()
