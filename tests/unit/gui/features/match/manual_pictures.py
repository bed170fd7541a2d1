"""The manual's pictures of the contest: a match that is set up, played, and watched again."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtTest import QTest

from tests.unit.gui.studio import keep, opened_window, part_of, wait_until
from wsusim.gui.features.match.match_side import MatchSide

BRAIN = Path(__file__).parents[5] / "controllers" / "ciber" / "brain.py"
CYCLES = 700


def take() -> None:
    """Play five Brains in the rooms, recorded; keep the form, the match and the recording."""
    with opened_window() as (window, folder):
        side = part_of(window, MatchSide)
        side.show_window()
        match = side.window
        match.setup.lab.setCurrentText("rooms")
        match.setup.preset.setCurrentText("rtss08")
        match.setup.scoring.setCurrentText("team-2008")
        match.setup.lockstep.setChecked(True)
        for _ in range(5):
            match.setup.add_agent("controllers/ciber/brain.py:Brain")
        QTest.qWait(100)
        keep(match, "ciber-setup")
        match.setup.agents.clear()
        for _ in range(5):
            match.setup.add_agent(f"{BRAIN}:Brain")
        match.setup.record_file = folder / "match.mcap"
        match.open_button.click()
        wait_until(lambda: match.roster.rowCount() == 5 and match.start_button.isEnabled())
        match.start_button.click()
        wait_until(lambda: match.match is None or match.match.frame.picture.time >= CYCLES)
        match.thinker.setCurrentIndex(match.thinker.findData(3))
        QTest.qWait(100)
        keep(match, "ciber-match")
        match.end_button.click()
        side.open(folder / "match.mcap")
        match.slider.setValue(CYCLES // 2)
        match.thinker.setCurrentIndex(match.thinker.findData(5))
        QTest.qWait(100)
        keep(match, "ciber-replay")
        match.close()
