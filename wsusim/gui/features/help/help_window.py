"""The help window: contents and search at the left, a page of the manual at the right."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QStackedWidget,
    QToolBar,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wsusim.gui.features.help.browser import ManualBrowser
from wsusim.gui.widgets.icons import icon
from wsusim.tools.manual import Hit, Manual

USUAL_SIZE = QSize(960, 660)
SIDE_PX = 280
ICON_PX = 18
DATA = Qt.ItemDataRole.UserRole


class HelpWindow(QWidget):
    """Stands beside the main window and blocks nothing."""

    file_wanted = Signal(object)
    """A controller's or maze's ``Path``: a link to it was followed."""

    def __init__(self, manual: Manual, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("help")
        self.setWindowTitle(self.tr("wsusim help"))
        self.manual = manual
        self._words: list[str] = []
        self.browser = ManualBrowser()
        self.browser.setAccessibleName(self.tr("Page of the manual"))
        self.search = QLineEdit()
        self.contents = QTreeWidget()
        self.hits = QListWidget()
        self._count = QLabel()
        self._left = QStackedWidget()
        self._bar = QToolBar()
        self._actions: dict[str, QAction] = {}
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

    @property
    def found_text(self) -> str:
        """What is said above the places that were found."""
        return self._count.text()

    def open_index(self) -> None:
        """Show the table of contents."""
        self._show(self.manual.index)

    def look_for(self, words: str) -> None:
        """List where words are in the manual; no words: the table of contents."""
        self._words = words.split()
        found = self.manual.search(words)
        self.hits.clear()
        for hit in found:
            self.hits.addItem(_item(hit))
        self._count.setText(self._count_words(len(found)))
        self._left.setCurrentIndex(1 if self._words else 0)
        if not self._words:
            self.browser.mark([])

    # Inside

    def _show(self, path: Path, anchor: str = "") -> None:
        self.show()
        self.raise_()
        self.activateWindow()
        self.browser.open_page(path, anchor)
        self.browser.setFocus()

    def _fill_bar(self) -> None:
        key = QKeySequence.StandardKey
        for name, text, run, keys in (
            ("back", self.tr("Back"), self.browser.backward, key.Back),
            ("forward", self.tr("Forward"), self.browser.forward, key.Forward),
            ("contents", self.tr("Contents"), self.open_index, key.HelpContents),
        ):
            action = QAction(icon(name), text, self)
            action.setShortcuts(keys)
            shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{text} ({shown})")
            action.triggered.connect(lambda _checked=False, run=run: run())
            self._bar.addAction(action)
            self._actions[name] = action
            button = self._bar.widgetForAction(action)
            assert isinstance(button, QToolButton)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAccessibleName(text)
        self._bar.setIconSize(QSize(ICON_PX, ICON_PX))
        for name in ("back", "forward"):
            self._actions[name].setEnabled(False)
        find = QAction(self.tr("Search"), self)
        find.setShortcut(QKeySequence(key.Find))
        find.triggered.connect(lambda _checked=False: self._begin_search())
        close = QAction(self.tr("Close"), self)
        close.setShortcut(QKeySequence(Qt.Key.Key_Escape))
        close.triggered.connect(lambda _checked=False: self._escape())
        self.addActions([find, close])
        shown = find.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        self.search.setPlaceholderText(self.tr("Search the manual"))
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
        self._count.setProperty("role", "dim")
        self._count.setWordWrap(True)
        self._count.setContentsMargins(6, 4, 6, 2)
        found = QWidget()
        column = QVBoxLayout(found)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._count)
        column.addWidget(self.hits, 1)
        self._left.addWidget(self.contents)
        self._left.addWidget(found)
        side = QWidget()
        left = QVBoxLayout(side)
        left.setContentsMargins(8, 8, 4, 8)
        left.addWidget(self.search)
        left.addWidget(self._left, 1)
        splitter = QSplitter()
        splitter.addWidget(side)
        splitter.addWidget(self.browser)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([SIDE_PX, USUAL_SIZE.width() - SIDE_PX])
        splitter.setCollapsible(1, False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._bar)
        layout.addWidget(splitter, 1)

    def _connect(self) -> None:
        self.search.textChanged.connect(self.look_for)
        self.search.returnPressed.connect(self._open_first_hit)
        self.hits.itemActivated.connect(self._open_hit)
        self.hits.itemClicked.connect(self._open_hit)
        self.contents.itemActivated.connect(self._open_item)
        self.contents.itemClicked.connect(self._open_item)
        self.browser.file_wanted.connect(self.file_wanted)
        self.browser.sourceChanged.connect(lambda _url: self._mark_page())
        self.browser.backwardAvailable.connect(self._actions["back"].setEnabled)
        self.browser.forwardAvailable.connect(self._actions["forward"].setEnabled)

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
        """End a search, or close the window when there is none."""
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
