"""What is said about one run goes when the next one begins."""

from __future__ import annotations

from wsusim.gui.features.run.run_messages import RunMessages
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.window import MainWindow


def nothing() -> None:
    """Answer to a button that nobody presses."""


def test_the_next_run_takes_the_last_ones_complaint_away(window: MainWindow) -> None:
    """Even one that waits for an answer: its line is of a run that is over."""
    said = RunMessages(window.messages)
    said.show("busy at line 8", Weight.WARNING, (("Open line 8", nothing),))
    said.forget()
    assert window.messages.text == ""


def test_what_others_say_stays(window: MainWindow) -> None:
    """A leftover of a crash is still offered."""
    said = RunMessages(window.messages)
    said.show("busy at line 8", Weight.WARNING)
    window.messages.show_message("can be recovered", Weight.WARNING, (("Recover", nothing),))
    said.forget()
    assert window.messages.text == "can be recovered"
