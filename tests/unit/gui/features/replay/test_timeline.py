"""The timeline by itself."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication

from wsusim.gui.features.replay.timeline import Timeline


@pytest.mark.parametrize("text_pt", [9.0, 14.0, 20.0])
def test_the_names_of_low_rows_do_not_touch(qapp: QApplication, text_pt: float) -> None:
    """On a small screen with large text, rows are as low as they may become."""
    timeline = Timeline()
    font = timeline.font()
    font.setPointSizeF(text_pt)
    timeline.setFont(font)
    timeline.resize(timeline.minimumSizeHint())

    assert QFontMetricsF(timeline.row_font, timeline).height() <= timeline.row_px + 2.5
