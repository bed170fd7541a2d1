"""The window does without PySide6's features, and so without the sources of all modules."""

from __future__ import annotations

import linecache
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from wsusim.gui.qt_features import leave_sources_unread


def imported(folder: Path, name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Import a module after Qt; return its file."""
    file = folder / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    leave_sources_unread()
    __import__(name)
    monkeypatch.delitem(sys.modules, name)
    return file


def test_the_source_of_a_module_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python would keep its lines."""
    file = imported(tmp_path, "unread_module", "VALUE = 1\n", monkeypatch)

    assert str(file) not in linecache.cache


def test_a_module_that_switches_features_on_has_them_for_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else's names of Qt change."""
    text = (
        "from PySide6.QtCore import QObject\nfrom __feature__ import snake_case\n"
        "assert QObject().object_name() == ''\n"
    )
    imported(tmp_path, "featured_module", text, monkeypatch)

    assert QObject().objectName() == ""
