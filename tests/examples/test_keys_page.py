"""The manual's page of keys has all keys of the window."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6", reason="the window's library is not installed")

from PySide6.QtWidgets import QApplication, QLabel

from tests.pages.window_keys import PAGE, page_with_tables
from wsusim.gui.app import make_window
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.settings_dialog import SettingsDialog
from wsusim.shipped import shipped_folder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have other keys")


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path) -> Iterator[MainWindow]:
    """Return the program's window."""
    made = make_window(tmp_path)
    yield made
    made.close()
    made.deleteLater()


def test_the_page_has_the_keys_of_all_actions(window: MainWindow) -> None:
    """To renew it: ``python -m tests.pages.window_keys``."""
    page = PAGE.read_text(encoding="utf-8")

    assert page == page_with_tables(page, window)
    assert "| Run | F5 |" in page


def test_the_manual_names_every_setting(window: MainWindow) -> None:
    """By the words that are beside it in the dialog."""
    window.action_set["settings"].trigger()
    dialog = window.findChild(SettingsDialog)
    assert dialog is not None
    page = (shipped_folder("manual") / "tutorial/the-window.md").read_text(encoding="utf-8")
    table = page.partition("## Settings")[2].partition("\n## ")[0]

    words = [label.text().replace("&", "") for label in dialog.findChildren(QLabel)]
    dialog.close()

    assert [word for word in words if word.split() and word.split()[0] not in table] == []
