"""The manual's picture of the robot editor: an e-puck, one of its sensors chosen."""

from __future__ import annotations

from tests.unit.gui.studio import keep, opened_window, part_of
from wsusim.gui.features.robot_kinds.kinds_side import KindsSide

SIZE_PX = (1360, 900)


def take() -> None:
    """Open the editor, choose a sensor, and keep what the window shows."""
    with opened_window(SIZE_PX) as (window, _):
        side = part_of(window, KindsSide)
        window.panels["palette"].hide()
        side.open_panel()
        window.view.fit()
        side.document.choose(6)
        keep(window, "window-robot-editor")
