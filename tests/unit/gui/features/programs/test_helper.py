"""Completion: when it is asked for, and when it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from wsusim.gui.features.programs.code_edit import CodeEdit
from wsusim.gui.features.programs.programs_side import ProgramsSide
from wsusim.programs.assistant import Answer, Assistant


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what the side process is asked for, as it comes."""
    found: list[str] = []

    def ask(_self: Assistant, do: str, _told: Callable[[Answer], object], **_more: Any) -> None:
        found.append(do)

    monkeypatch.setattr(Assistant, "ask", ask)
    return found


def type_at_the_end(edit: CodeEdit, qtbot: QtBot, text: str) -> None:
    """Type behind the last line."""
    edit.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClicks(edit, text)


def test_letters_of_a_name_ask_for_proposals(
    edit: CodeEdit, qtbot: QtBot, asked: list[str]
) -> None:
    """A moment after the second one."""
    type_at_the_end(edit, qtbot, "se")
    qtbot.waitUntil(lambda: "complete" in asked)


@pytest.mark.parametrize("text", ["x = 40", "if x < 40:", "name:"])
def test_numbers_and_what_follows_a_name_ask_for_none(
    side: ProgramsSide, edit: CodeEdit, qtbot: QtBot, text: str
) -> None:
    """A list that comes by itself after a line's colon would take the next Return."""
    type_at_the_end(edit, qtbot, text)
    assert not side.panel.helper._complete.isActive()


@pytest.mark.parametrize(("typed", "is_shown"), [("max(", True), ("max(1)", False)])
def test_a_signature_that_comes_late_is_not_shown(
    side: ProgramsSide,
    edit: CodeEdit,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    is_shown: bool,
) -> None:
    """Once the parentheses are closed, it would lie over the text for nothing."""
    answers: list[Callable[[Answer], object]] = []
    monkeypatch.setattr(Assistant, "ask", lambda _self, do, told, **_more: keep(answers, do, told))
    type_at_the_end(edit, qtbot, typed)
    for told in answers:
        told({"signature": {"name": "max", "parameters": ["a", "b"], "index": 0, "about": ""}})
    qtbot.wait(1)
    assert side.panel.helper.tip.isHidden() is not is_shown


def keep(
    answers: list[Callable[[Answer], object]], do: str, told: Callable[[Answer], object]
) -> None:
    """Keep what will be shown about signatures."""
    if do == "signature":
        answers.append(told)


@pytest.fixture
def proposing(
    side: ProgramsSide, edit: CodeEdit, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], None]:
    """Return what tells the proposals for the name before the cursor, as an answer that is late."""
    told: list[Callable[[Answer], object]] = []

    def ask(_self: Assistant, do: str, tell: Callable[[Answer], object], **_more: Any) -> None:
        if do == "complete":
            told.append(tell)

    monkeypatch.setattr(Assistant, "ask", ask)

    def answer() -> None:
        told[-1]({"proposals": [{"name": "Controller"}, {"name": "ControllerStopped"}]})
        qtbot.wait(1)

    type_at_the_end(edit, qtbot, "Controller")
    side.panel.helper.complete_now()
    return answer


def test_enter_behind_a_name_that_is_written_out_begins_a_line(
    side: ProgramsSide, edit: CodeEdit, qtbot: QtBot, proposing: Callable[[], None]
) -> None:
    """The proposal says what is there already; to take it would swallow the key."""
    proposing()
    assert not side.panel.helper.proposals.isHidden()
    lines = edit.blockCount()
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert (edit.blockCount(), side.panel.helper.proposals.isHidden()) == (lines + 1, True)


def test_proposals_that_come_after_esc_stay_away(
    side: ProgramsSide, edit: CodeEdit, qtbot: QtBot, proposing: Callable[[], None]
) -> None:
    """The person has said no before they were there."""
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    proposing()
    assert side.panel.helper.proposals.isHidden()
