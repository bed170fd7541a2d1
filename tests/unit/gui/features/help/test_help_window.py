"""The window of the manual: pages, links, pictures, search."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QTreeWidgetItem, QTreeWidgetItemIterator, QWidget
from pytestqt.qtbot import QtBot

from wsusim.gui.features.help.help_window import HelpWindow
from wsusim.gui.widgets.manual_browser import PICTURE_MARK
from wsusim.manual import Manual
from wsusim.shipped import shipped_folder


@pytest.fixture(scope="module")
def shared(qapp: QApplication) -> Iterator[HelpWindow]:
    """Return the window that all tests of this file share."""
    main = QWidget()
    yield HelpWindow(Manual(shipped_folder("manual")), main)
    main.deleteLater()


@pytest.fixture
def help_window(shared: HelpWindow) -> Iterator[HelpWindow]:
    """Return the window with its table of contents; it is as before after the test."""
    size = shared.size()
    shared.open_index()
    yield shared
    shared.search.clear()
    shared.resize(size)


def page_of(help_window: HelpWindow) -> str:
    """Return the page that is shown."""
    folder = shipped_folder("manual")
    return help_window.browser.path.relative_to(folder).with_suffix("").as_posix()


def items_of(help_window: HelpWindow) -> Iterator[QTreeWidgetItem]:
    """Give all pages of the contents."""
    flag = QTreeWidgetItemIterator.IteratorFlag.NoChildren
    iterator = QTreeWidgetItemIterator(help_window.contents, flag)
    while (item := iterator.value()) is not None:
        yield item
        iterator += 1


def opens(help_window: HelpWindow, item: QTreeWidgetItem) -> bool:
    """Open a page of the contents; return whether it has a text, and is marked in them."""
    help_window.contents.itemClicked.emit(item, 0)
    return len(help_window.browser.toPlainText()) > 20 and item.isSelected()


def test_every_page_of_the_contents_opens(help_window: HelpWindow) -> None:
    """And is marked in them."""
    opened = [opens(help_window, item) for item in items_of(help_window)]
    assert len(opened) > 10
    assert all(opened)


def test_a_link_between_pages_works_and_back_returns(help_window: HelpWindow) -> None:
    """From the index, and from a page to another folder's."""
    help_window.browser.follow(QUrl("how-to/write-a-controller.md"))
    help_window.browser.follow(QUrl("../reference/controller-api.md#motors"))
    assert page_of(help_window) == "reference/controller-api"
    assert help_window.browser.verticalScrollBar().value() > 0

    help_window.browser.backward()
    assert page_of(help_window) == "how-to/write-a-controller"
    help_window.browser.forward()
    assert page_of(help_window) == "reference/controller-api"


def test_a_link_to_a_folder_lists_its_pages(help_window: HelpWindow) -> None:
    """With links that work."""
    help_window.browser.follow(QUrl("developer/decisions/"))
    assert "Contacts" in help_window.browser.toPlainText()
    help_window.browser.follow(QUrl("0002-contacts.md"))
    assert page_of(help_window) == "developer/decisions/0002-contacts"


def test_a_picture_is_shown_no_wider_than_the_page(help_window: HelpWindow, qtbot: QtBot) -> None:
    """Also after the window became narrower."""
    browser = help_window.browser
    browser.follow(QUrl("how-to/replay-in-the-window.md"))
    assert PICTURE_MARK in browser.document().toRawText()
    wide_px = browser.document().idealWidth()
    assert wide_px > 400

    help_window.resize(640, 500)
    qtbot.wait(1)

    assert browser.document().idealWidth() < wide_px
    assert browser.horizontalScrollBar().maximum() == 0


def test_search_lists_places_and_return_opens_the_first(
    help_window: HelpWindow, qtbot: QtBot
) -> None:
    """At its heading, with the words marked."""
    qtbot.keyClicks(help_window.search, "resistivity")
    assert help_window.hits.isVisible()
    assert help_window.hits.count() > 1

    qtbot.keyClick(help_window.search, Qt.Key.Key_Return)

    assert "resistivity" in help_window.browser.toPlainText()
    marked = {mark.cursor.selectedText().lower() for mark in help_window.browser.extraSelections()}  # type: ignore[attr-defined]
    assert marked == {"resistivity"}


def test_escape_ends_the_search_and_then_closes(help_window: HelpWindow, qtbot: QtBot) -> None:
    """The contents come back first."""
    help_window.search.setText("motors")
    close = next(a for a in help_window.actions() if a.shortcut() == QKeySequence("Esc"))
    close.trigger()
    assert help_window.contents.isVisible()
    close.trigger()
    assert not help_window.isVisible()


def test_nothing_found_is_said(help_window: HelpWindow) -> None:
    """With what to try."""
    help_window.search.setText("sausage")
    assert help_window.hits.count() == 0
    assert "Nothing found" in help_window.found.text()
