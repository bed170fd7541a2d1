"""The manual's pictures of building: after real edits."""

from __future__ import annotations

from PySide6.QtCore import Qt

from tests.unit.gui.conftest import Mouse
from tests.unit.gui.studio import keep, opened_window, part_of
from wsusim.editor.objects import ObjectKind
from wsusim.gui.features.editing.editing import Editing
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, GoalRegion, Light, Note, RobotStart, Wall, World

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


def take() -> None:
    """Make edits and keep what the window shows."""
    with opened_window() as (window, _):
        window.document.load(HOME, None)
        window.panels["inspector"].raise_()
        window.view.fit()
        mouse = Mouse(window)
        none = Qt.KeyboardModifier.NoModifier

        window.document.selection.select([7])
        keep(window, "building-window")

        part_of(window, Editing).pick(ObjectKind.WALL, by_key=False)
        mouse.press(600.0, 760.0, none)
        mouse.move(1000.0, 820.0)
        keep(window, "building-wall")
        window.action_set["tool select"].trigger()

        mouse.press(300.0, 300.0, none)
        mouse.move(300.0, 500.0)
        mouse.move(320.0, 745.0)
        keep(window, "building-room")
        window.action_set["tool select"].trigger()
