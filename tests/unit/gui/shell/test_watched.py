"""The port at which runs, recordings and panels meet."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from tests.unit.gui.conftest import small_world
from wsusim.gui.shell.watched import RunState, Subject, Watched

PICTURE: Any = object()


@pytest.fixture
def watched(qapp: QApplication) -> Watched:
    """Return the port of a window that shows nothing yet."""
    return Watched()


def test_panels_with_text_are_told_now_and_then(watched: Watched) -> None:
    """Every picture is told to the arena, and at once to all what must be seen."""
    told: list[str] = []
    watched.pictured.connect(lambda _picture: told.append("pictured"))
    watched.sampled.connect(lambda _picture: told.append("sampled"))
    watched.show(PICTURE, at_once=True)
    watched.show(PICTURE, at_once=False)
    watched.show(PICTURE, at_once=True)
    assert told == ["pictured", "sampled", "pictured", "pictured", "sampled"]


def test_another_subject_has_no_picture_yet(watched: Watched) -> None:
    """That of the one before is forgotten."""
    watched.show(PICTURE, at_once=True)
    subject = Subject(small_world())
    watched.begin(subject)
    assert (watched.subject, watched.picture) == (subject, None)


def test_the_maze_itself_is_no_subject(watched: Watched) -> None:
    """Nothing goes on, and everybody is told."""
    told: list[object] = []
    watched.cleared.connect(lambda: told.append("cleared"))
    watched.state_changed.connect(told.append)
    watched.begin(Subject(small_world()))
    watched.set_state(RunState.GOING)
    watched.set_state(RunState.GOING)
    assert watched.is_lively
    watched.clear()
    assert told == [RunState.GOING, RunState.IDLE, "cleared"]
    assert (watched.subject, watched.is_lively) == (None, False)
