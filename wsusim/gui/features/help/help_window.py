"""The help window: contents and search at the left, a page of the manual at the right."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QToolBar,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from wsusim.gui.shell.actions import ActionSet
from wsusim.gui.widgets.layouts import (
    bring_to_front,
    dress_bar,
    held,
    in_column,
    named,
    side_by_side,
    words,
)
from wsusim.gui.widgets.manual_browser import ManualBrowser
from wsusim.manual import Hit, Manual

USUAL_SIZE = QSize(960, 660)
SIDE_PX = 280
ICON_SIZE = QSize(18, 18)
DATA = Qt.ItemDataRole.UserRole


class HelpWindow(QWidget):
    """Stands beside the main window and blocks nothing."""

    def __init__(self, manual: Manual, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("help")
        self.setWindowTitle(self.tr("wsusim help"))
        self.manual = manual
        self._words: list[str] = []
        self.browser = named(ManualBrowser(), self.tr("Page of the manual"))
        self.search = QLineEdit()
        self.contents = QTreeWidget()
        self.hits = QListWidget()
        self.found = words("dim")
        """What is said above the places that were found."""
        self._left = QStackedWidget()
        self._bar = QToolBar()
        self._set = ActionSet(self)
        self._pages: dict[Path, QTreeWidgetItem] = {}
        self._fill_bar()
        self._fill_contents()
        self._arrange()
        self._connect()
        available = self.screen().availableGeometry().size()
        self.resize(USUAL_SIZE.boundedTo(available))

    def open_page(self, name: str, anchor: str = "") -> None:
        """Show a page (``tutorial/first-steps``) and bring the window to the front."""
        self._show(self.manual.page(name), anchor)

    def open_index(self) -> None:
        """Show the table of contents."""
        self._show(self.manual.index)

    def look_for(self, text: str) -> None:
        """List where words are in the manual; no words: the table of contents."""
        self._words = text.split()
        found = self.manual.search(text)
        self.hits.clear()
        for hit in found:
            self.hits.addItem(_item(hit))
        self.found.setText(self._count_words(len(found)))
        self._left.setCurrentIndex(1 if self._words else 0)
        if not self._words:
            self.browser.mark([])

    # Inside

    def _show(self, path: Path, anchor: str = "") -> None:
        bring_to_front(self)
        self.browser.open_page(path, anchor)
        self.browser.setFocus()

    def _fill_bar(self) -> None:
        key = QKeySequence.StandardKey
        for name, text, run, keys, is_button in (
            ("back", self.tr("Back"), self.browser.backward, key.Back, True),
            ("forward", self.tr("Forward"), self.browser.forward, key.Forward, True),
            ("contents", self.tr("Contents"), self.open_index, key.HelpContents, True),
            ("search", self.tr("Search"), self._begin_search, key.Find, False),
            ("close", self.tr("Close"), self._escape, key.Cancel, False),
        ):
            action = self._set.make(name, text, run, icon=name if is_button else "")
            action.setShortcuts(keys)
            self._set.explain(name)
            (self._bar if is_button else self).addAction(action)
        dress_bar(self._bar)
        self._bar.setIconSize(ICON_SIZE)
        self._set["back"].setEnabled(False)
        self._set["forward"].setEnabled(False)
        self.search.setPlaceholderText(self.tr("Search the manual"))
        shown = self._set["search"].shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        self.search.setToolTip(self.tr("Search the manual ({keys})").format(keys=shown))
        self.search.setAccessibleName(self.tr("Search the manual"))
        self.search.setClearButtonEnabled(True)
        for button in self.search.findChildren(QToolButton):
            button.setAccessibleName(self.tr("Clear the search"))

    def _fill_contents(self) -> None:
        self.contents.setHeaderHidden(True)
        self.contents.setAccessibleName(self.tr("Contents of the manual"))
        self.contents.setIndentation(14)
        self.contents.setWordWrap(True)
        for chapter in self.manual.chapters:
            group = QTreeWidgetItem([chapter.title])
            font = group.font(0)
            font.setBold(True)
            group.setFont(0, font)
            group.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.contents.addTopLevelItem(group)
            for title, path in chapter.pages:
                page = QTreeWidgetItem([title])
                page.setData(0, DATA, path)
                page.setToolTip(0, title)
                group.addChild(page)
                self._pages[path] = page
        self.contents.expandAll()

    def _arrange(self) -> None:
        self.hits.setAccessibleName(self.tr("Found in the manual"))
        self.hits.setWordWrap(True)
        self.hits.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.found.setContentsMargins(6, 4, 6, 2)
        found = in_column(self.found, self.hits, spacing=0, grows=self.hits)
        self._left.addWidget(self.contents)
        self._left.addWidget(held(found))
        side = held(in_column(self.search, self._left, spacing=6, margins=(8, 8, 4, 8)))
        splitter = side_by_side(side, self.browser)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([SIDE_PX, USUAL_SIZE.width() - SIDE_PX])
        splitter.setCollapsible(1, False)
        self.setLayout(in_column(self._bar, splitter, spacing=0, grows=splitter))

    def _connect(self) -> None:
        self.search.textChanged.connect(self.look_for)
        self.search.returnPressed.connect(self._open_first_hit)
        self.hits.itemActivated.connect(self._open_hit)
        self.hits.itemClicked.connect(self._open_hit)
        self.contents.itemActivated.connect(self._open_item)
        self.contents.itemClicked.connect(self._open_item)
        self.browser.sourceChanged.connect(lambda _url: self._mark_page())
        self.browser.backwardAvailable.connect(self._set["back"].setEnabled)
        self.browser.forwardAvailable.connect(self._set["forward"].setEnabled)

    def _count_words(self, count: int) -> str:
        if count == 0:
            return self.tr("Nothing found. Try fewer or shorter words.")
        if count == 1:
            return self.tr("Found in one place")
        return self.tr("Found in {count} places").format(count=count)

    def _begin_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _escape(self) -> None:
        """End a search, or close the window if there is none."""
        if self.search.text():
            self.search.clear()
        else:
            self.close()

    def _open_first_hit(self) -> None:
        if self.hits.count():
            self.hits.setCurrentRow(0)
            self._open_hit(self.hits.item(0))

    def _open_hit(self, item: QListWidgetItem) -> None:
        hit = item.data(DATA)
        assert isinstance(hit, Hit)
        self.browser.open_page(hit.section.page, hit.section.anchor)
        self.browser.mark(self._words)

    def _open_item(self, item: QTreeWidgetItem) -> None:
        path = item.data(0, DATA)
        if isinstance(path, Path):
            self.browser.open_page(path)

    def _mark_page(self) -> None:
        """Show in the contents which page is open."""
        item = self._pages.get(self.browser.path)
        if item is None:
            self.contents.clearSelection()
        else:
            self.contents.setCurrentItem(item)


def _item(hit: Hit) -> QListWidgetItem:
    section = hit.section
    place = section.page_title
    if section.heading != section.page_title:
        place += f" › {section.heading}"
    item = QListWidgetItem(f"{place}\n{hit.excerpt}")
    item.setData(DATA, hit)
    return item
