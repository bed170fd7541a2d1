"""Starts Qt and prints its version, platform and screens as JSON; run in its own process."""

from __future__ import annotations

import json
import sys

from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QApplication


def main() -> None:
    """Print version, platform and screens."""
    application = QApplication(["wsusim"])
    screens = [
        {
            "name": screen.name() or "screen",
            "size_px": [screen.geometry().width(), screen.geometry().height()],
            "scale": screen.devicePixelRatio(),
            "dpi": screen.logicalDotsPerInch(),
        }
        for screen in application.screens()
    ]
    report = {"qt": qVersion(), "platform": application.platformName(), "screens": screens}
    sys.stdout.write(json.dumps(report))


if __name__ == "__main__":
    main()
