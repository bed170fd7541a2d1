"""The manual's pictures of the start page and of the layout for the projector."""

from __future__ import annotations

from tests.unit.gui.studio import keep, opened_window, part_of, tick_of, wait_until
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.features.start.start_side import StartSide

SIZE_PX = (880, 600)
SHOWN_TICK = 2500


def take() -> None:
    """Keep the start page, and what is left of the window while it presents."""
    with opened_window() as (window, _):
        start = part_of(window, StartSide)
        gallery = start.show_gallery()
        gallery.resize(*SIZE_PX)
        wait_until(lambda: not gallery._undrawn)
        keep(gallery, "window-start")
        gallery.cards[1].button.click()
        run = part_of(window, RunSide)
        run.bar.speed.change(9)
        wait_until(lambda: tick_of(window) > SHOWN_TICK)
        run.bridge.pause()
        window.action_set["present"].trigger()
        window.showNormal()
        window.resize(1024, 640)
        keep(window, "window-present")
        window.presentation.leave()
        window.reset()
