"""What is said above the arena about one run, and is stale when the next one begins."""

from __future__ import annotations

from wsusim.gui.shell.message_bar import Answer, MessageBar, Weight


class RunMessages:
    """Shows messages in the bar, and takes its own away again."""

    def __init__(self, bar: MessageBar) -> None:
        self._bar = bar
        self._text = ""

    def show(self, text: str, weight: Weight, answers: tuple[Answer, ...] = ()) -> None:
        """Say something about the run that goes on or has ended."""
        self._text = text
        self._bar.show_message(text, weight, answers)

    def forget(self) -> None:
        """Another run begins: nothing of the last one stays in view."""
        if self._text and self._bar.text == self._text:
            self._bar.hide()
        self._text = ""
