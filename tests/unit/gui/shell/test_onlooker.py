"""What a panel with pictures of the moment does when it can't be seen or there is nothing."""

from __future__ import annotations

from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.onlooker import Onlooker, PicturePanel


class Told(PicturePanel):
    """Keeps what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def show_message(self, text: str) -> None:
        """Keep it."""
        self.texts.append(text)


def test_a_panel_that_is_closed_is_told_nothing(window: MainWindow) -> None:
    """It asks again when it is opened."""
    panel = Told()
    onlooker = Onlooker(window, "x", "X", panel, lambda _s, _p: None, "Run something.")
    onlooker.look()
    assert panel.texts == []


def test_before_the_first_run_the_panel_says_how_to_get_a_picture(window: MainWindow) -> None:
    """In the words of its owner."""
    panel = Told()
    onlooker = Onlooker(window, "x", "X", panel, lambda _s, _p: None, "Run something.")
    onlooker.dock.is_seen = True
    onlooker.look()
    assert panel.texts == ["Run something."]
