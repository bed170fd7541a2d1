"""Something is taken into a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from wsusim.gui.shell.exporter import Exporter
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.widgets.worker import Report

PATIENCE_MS = 60_000


@pytest.fixture
def told() -> list[tuple[str, Weight]]:
    """Return the list of what was told."""
    return []


@pytest.fixture
def exporter(qtbot: QtBot, told: list[tuple[str, Weight]]) -> Iterator[Exporter]:
    """Return an exporter."""
    window = QWidget()
    qtbot.addWidget(window)
    made = Exporter(window, lambda text, weight: told.append((text, weight)))
    yield made
    made.close()


def write(draft: Path, _report: Report) -> None:
    """Write a file."""
    draft.write_text("whole")


def break_off(draft: Path, _report: Report) -> None:
    """Write half a file."""
    draft.write_text("ha")
    raise OSError(28, "No space left on device")


def test_a_file_is_written_and_told(
    exporter: Exporter, told: list[tuple[str, Weight]], qtbot: QtBot, tmp_path: Path
) -> None:
    """Under its own name, with no draft beside."""
    file = tmp_path / "a.csv"
    exporter.save(file, (".csv",), write)
    qtbot.waitUntil(lambda: bool(told), timeout=PATIENCE_MS)
    assert told == [(f"Saved as {file}.", Weight.NOTE)]
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.csv", "whole")]


def test_another_ending_is_refused(
    exporter: Exporter, told: list[tuple[str, Weight]], tmp_path: Path
) -> None:
    """It says which ones there are."""
    exporter.save(tmp_path / "way.bmp", (".png", ".svg"), write)
    ((text, weight),) = told
    assert ".png or .svg" in text
    assert weight is Weight.WARNING


def test_a_full_disk_leaves_what_was_there(
    exporter: Exporter, told: list[tuple[str, Weight]], qtbot: QtBot, tmp_path: Path
) -> None:
    """The message names the file, the reason and the next step."""
    file = tmp_path / "a.csv"
    file.write_text("old")
    exporter.save(file, (".csv",), break_off)
    qtbot.waitUntil(lambda: bool(told), timeout=PATIENCE_MS)
    ((text, weight),) = told
    assert "a.csv can't be written (No space left on device). Choose another folder" in text
    assert weight is Weight.WARNING
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.csv", "old")]
