"""The manual's picture of the robot editor: an e-puck, one of its sensors chosen."""

from __future__ import annotations

from tests.unit.gui.studio import keep, opened_window, part_of
from wsusim.gui.features.robot_kinds.kinds_side import KindsSide

SIZE_PX = (1080, 520)


def take() -> None:
    """Open the editor, choose a sensor, and keep what it shows."""
    with opened_window() as (window, _):
        side = part_of(window, KindsSide)
        side.open_panel()
        side.document.choose(6)
        side.dock.resize(*SIZE_PX)
        keep(side.dock, "window-robot-editor")
        side.dock.close()
