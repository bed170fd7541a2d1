"""Draw the manual's pictures of the editor anew: ``python -m tests.gui.manual_pictures``.

The window itself is drawn, without a screen, after real edits.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import Mouse
from wsusim.gui.app import make_application
from wsusim.gui.objects import ObjectKind
from wsusim.gui.window import MainWindow
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, GoalRegion, Light, Note, RobotStart, Wall, World

PICTURES = Path(__file__).parents[2] / "manual" / "pictures"
SIZE_PX = (1024, 700)

HOME = World(
    "caps at home",
    Arena.rectangle(1219.2, 1219.2),
    walls=(Wall(1, 420.0, 1220.0, 420.0, 760.0), Wall(2, 420.0, 760.0, 200.0, 760.0)),
    lights=(Light(3, 900.0, 980.0),),
    caps=(Cap(4, 700.0, 500.0), Cap(5, 780.0, 340.0), Cap(6, 940.0, 560.0)),
    robots=(RobotStart(7, Pose(300.0, 300.0, 0.5)),),
    goals=(GoalRegion(8, Pose(200.0, 1000.0), 260.0, 260.0),),
    notes=(Note(9, 560.0, 80.0, "Bring the caps home"),),
    next_id=10,
)


def main() -> None:
    """Make edits and keep what the window shows."""
    application = make_application(["wsusim"])
    with tempfile.TemporaryDirectory() as folder:
        window = MainWindow(Path(folder))
        window.preferences.set(replace(window.preferences.value, theme="light"))
        window.restore_layout()
        window.resize(*SIZE_PX)
        window.show()
        window.document.load(HOME, None)
        application.processEvents()
        window.view.fit()
        mouse = Mouse(window)
        none = Qt.KeyboardModifier.NoModifier

        window.document.selection.select([7])
        _keep(window, "building-window")

        window.pick(ObjectKind.WALL, by_key=False)
        mouse.press(600.0, 760.0, none)
        mouse.move(1000.0, 820.0)
        _keep(window, "building-wall")
        window.take_tool("select")

        mouse.press(300.0, 300.0, none)
        mouse.move(300.0, 500.0)
        mouse.move(320.0, 745.0)
        _keep(window, "building-room")
        window.take_tool("select")
        window.close()


def _keep(window: MainWindow, name: str) -> None:
    QApplication.processEvents()
    PICTURES.mkdir(exist_ok=True)
    window.grab().save(str(PICTURES / f"{name}.png"))


if __name__ == "__main__":
    main()
