"""The docks round the arena: added by name, reached by F6, remembered between sessions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QObject, QSettings, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QTabBar, QWidget

from wsusim.gui.shell.panel import Panel
from wsusim.gui.shell.panel_inside import first_stop, scrolling

LAYOUT_VERSION = 2
USUAL_SIZE = QSize(1280, 840)
FRAME = QSize(12, 36)
"""Room for the frame and title that desktops put round a window (guess)."""

SIDE_EM, PALETTE_EM, BELOW_EM = 18, 10, 11
"""Usual width of the panels at the right and the left and height of those below, in heights of the
text. They don't depend on what the panels show."""

BELOW_MOST = 0.24
"""Of a small window's height go to the panels below."""

RIGHT = ("controllers", "inspector", "sensors")
"""The panels at the right, one below the other. Not every window has all of these."""

RIGHT_SHARES = (10, 8, 13)
"""Of their heights. What the first one does not need goes to the second."""

TAKES_ROOM = "inspector"
FIRST_TAB = ("controllers", "inspector")
"""In a low window these share one place."""

USUALLY_IN_FRONT = ("controllers", "sensors", "console")
"""Of panels under tabs. Not every window has all of these."""

APART_PX = QSize(980, 560)
"""Of a panel that is a window of its own at first."""

HEIGHT_KEY, WHOLE_KEY = "height_px", "whole"
SETTLED_MS = 2000
"""Until then a window has taken up its session, and its panels know what they need (guess)."""

LOW_EM = 46
"""A lower window has no room for titles of panels with tabs, nor for another one at the right."""


class Panels(QObject):
    """Adds docks to a window. Call ``restore`` once, after all were added."""

    def __init__(self, window: QMainWindow, view: QWidget, folder: Path, menu: QMenu) -> None:
        """``view`` stands in the middle; ``menu`` opens and closes panels."""
        super().__init__(window)
        self._window = window
        self._view = view
        self._file = QSettings(str(folder / "layout.ini"), QSettings.Format.IniFormat)
        self._docks: dict[str, Panel] = {}
        self._inside: dict[str, QWidget] = {}
        self._covered: dict[str, Panel] = {}
        self._beside: dict[str, str] = {}
        self._passing: list[Panel] = []
        self._is_held = False
        self._awaited: str | None = None
        """The panel that was in front before another was brought there, by the other's name."""
        self._menu = menu
        # A moment later: Qt moves panels between rows of tabs in several steps.
        self._titles_timer = QTimer(self, singleShot=True, interval=0)
        self._titles_timer.timeout.connect(self._settle)
        self._is_usual = True
        """The window is not shown yet, and will have the usual sizes."""
        self._is_restored = False
        """It has the last session's sizes, and its text has not got its size yet."""
        self._kept_px: dict[str, int] = {}
        """Heights at the right in the last session, until all panels know what they need."""
        window.setDockNestingEnabled(True)
        # Qt would begin an animation for each panel whenever it looks at their sizes.
        window.setAnimated(False)
        window.installEventFilter(self)

    def __getitem__(self, name: str) -> Panel:
        return self._docks[name]

    def add(
        self,
        name: str,
        title: str,
        widget: QWidget,
        area: Qt.DockWidgetArea,
        *,
        beside: str = "",
        is_open: bool = True,
        is_passing: bool = False,
        is_fitted: bool = False,
    ) -> Panel:
        """Add a dock; its place is remembered under ``name``, the View menu opens and closes it.

        ``beside``: in a tab next to the panel of this name, if the window has it. ``is_passing``: a
            window begins without it. ``is_fitted``: it is never higher than its content.
        """
        dock = Panel(title, self._window)
        dock.setObjectName(f"panel {name}")
        dock.setWidget(scrolling(widget))
        self._window.addDockWidget(area, dock)
        if beside in self._docks:
            self._beside[name] = beside
            self._window.tabifyDockWidget(self._docks[beside], dock)
        dock.setVisible(is_open and not is_passing)
        if is_passing:
            self._passing.append(dock)
        if is_fitted:
            dock.fit(self._make_whole)
        dock.visibilityChanged.connect(partial(self._follow_visibility, name))
        dock.visibilityChanged.connect(lambda _is: self._titles_timer.start())
        dock.topLevelChanged.connect(lambda _is: self._titles_timer.start())
        self._menu.addAction(dock.toggleViewAction())
        self._docks[name] = dock
        self._inside[name] = widget
        return dock

    def open(self, name: str) -> None:
        """Bring a panel to the front, with the keyboard."""
        self.bring(name)
        self.inside(name).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def open_apart(self, name: str) -> None:
        """Open a panel that needs much room as a window of its own, if it was closed."""
        dock = self._docks[name]
        if dock.isHidden() and not dock.isFloating():
            screen = self._window.screen().availableGeometry()
            dock.setFloating(True)
            dock.resize(APART_PX.boundedTo(screen.size() - FRAME))
            dock.move(screen.center() - dock.rect().center())
        self.open(name)
        if dock.isFloating():
            dock.activateWindow()

    def names(self) -> tuple[str, ...]:
        """Return the names of all panels."""
        return tuple(self._docks)

    def inside(self, name: str) -> QWidget:
        """Return the content of a panel."""
        return self._inside[name]

    def bring(self, name: str) -> None:
        """Open a panel and bring it to the front; it gets the room of its neighbours.

        While panels are held, it waits until they are released.
        """
        if self._is_held:
            self._awaited = name
            return
        dock = self._docks[name]
        # A panel that is closed does not know yet under which tabs it will be.
        seen = [d for d in self._docks.values() if not d.visibleRegion().isEmpty()]
        height_px = self._height_px(self._window.dockWidgetArea(dock))
        was_hidden = dock.isHidden()
        dock.show()
        beside = self._window.tabifiedDockWidgets(dock)
        front = next((d for d in seen if d in beside), dock)
        if front is not dock and dock not in seen:
            self._covered[name] = front
        dock.raise_()
        if was_hidden and height_px and not dock.isFloating():
            self._window.resizeDocks([dock], [height_px], Qt.Orientation.Vertical)

    def peek(self, name: str, is_wanted: bool) -> None:
        """Bring a panel that is under another one to the front, or show the other one again.

        A panel that was closed stays closed.
        """
        dock = self._docks[name]
        if is_wanted and not dock.is_seen and dock.is_tabbed and not dock.isHidden():
            self.bring(name)
        elif not is_wanted and dock.is_seen and name in self._covered:
            self._covered.pop(name).raise_()

    def hold(self) -> None:
        """Let no panel come up until ``release``: only the person changes what is shown."""
        self._is_held = True

    def release(self) -> None:
        """Bring up the panel that was requested last meanwhile, if any."""
        self._is_held = False
        name, self._awaited = self._awaited, None
        if name is not None:
            self.bring(name)

    def focus_next(self, step: int = 1) -> None:
        """Bring the keyboard from the arena to the panels, one after the other, and back.

        With a ``step`` of -1 the other way round.
        """
        docks = [dock for dock in self._docks.values() if dock.isVisible()]
        stops = [self._view, *(dock.widget() for dock in docks)]
        focused = self._window.focusWidget()
        here = [
            number
            for number, stop in enumerate(stops)
            if focused is not None and stop is not None
            if stop is focused or stop.isAncestorOf(focused)
        ]
        index = (here[0] + step) % len(stops) if here else 0
        following = stops[index]
        if index:
            docks[index - 1].raise_()  # another panel may lie on top of it
        assert following is not None
        first_stop(following).setFocus(Qt.FocusReason.TabFocusReason)

    def restore(self) -> None:
        """Restore size, place and panels of the last session, or fit the window to the screen."""
        available = QGuiApplication.primaryScreen().availableGeometry().size()
        self._window.resize(USUAL_SIZE.boundedTo(available - FRAME))
        for upper, lower in pairwise(name for name in RIGHT if name in self._docks):
            self._window.splitDockWidget(
                self._docks[upper], self._docks[lower], Qt.Orientation.Vertical
            )
        if self.is_low and set(FIRST_TAB) <= self._docks.keys():
            self._window.tabifyDockWidget(*(self._docks[name] for name in FIRST_TAB))
        for name, beside in self._beside.items():
            if beside in RIGHT:  # which was taken out of the row of tabs just now
                self._window.tabifyDockWidget(self._docks[beside], self._docks[name])
        for name in USUALLY_IN_FRONT:
            if name in self._docks:
                self._docks[name].raise_()
        self.take_usual_sizes()
        geometry, state = self._file.value("geometry"), self._file.value("state")
        if isinstance(geometry, QByteArray):
            self._window.restoreGeometry(geometry)
        if isinstance(state, QByteArray):
            self._is_restored = self._window.restoreState(state, LAYOUT_VERSION)
            self._is_usual = not self._is_restored
            self._kept_px = self._kept_heights()
            for name, dock in self._docks.items():
                dock.begins_whole = f"{WHOLE_KEY}/{name}" in self._file.allKeys()
        for dock in (dock for dock in self._passing if not dock.isHidden()):
            self.let_pass(dock)
        self._hide_stray_tabs()

    def let_pass(self, dock: Panel) -> None:
        """Close a passing panel; the palette beside it doesn't keep the width that it needed."""
        dock.hide()
        if self._window.dockWidgetArea(dock) == Qt.DockWidgetArea.LeftDockWidgetArea:
            self._take_usual_widths(("palette",))

    @property
    def is_low(self) -> bool:
        """Whether the window is so low that room must be saved."""
        return self._window.height() < LOW_EM * self._window.fontMetrics().height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Follow the window's height."""
        if isinstance(event, QResizeEvent | QShowEvent) and watched is self._window:
            self._titles_timer.start()
        return False

    def follow_text_size(self) -> None:
        """Use the usual sizes for a new text size; the last session's stay as they were."""
        if not self._is_restored:
            self.take_usual_sizes()
            return
        self._is_restored = False
        QTimer.singleShot(SETTLED_MS, self, self._forget_kept)

    def _forget_kept(self) -> None:
        """From now on the panels are as people and their contents want them."""
        self._kept_px.clear()
        for dock in self._docks.values():
            dock.begins_whole = False

    def take_usual_sizes(self) -> None:
        """Leave the arena as much room as usual, whatever the panels needed meanwhile."""
        em = self._window.fontMetrics().height()
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        below = [
            name for name, d in self._docks.items() if self._window.dockWidgetArea(d) == bottom
        ]
        room_px = self._window.height()
        heights = dict.fromkeys(below, min(BELOW_EM * em, round(BELOW_MOST * room_px)))
        heights |= self._heights_right()
        self._take_usual_widths(("palette", *RIGHT))
        there = {self._docks[name]: px for name, px in heights.items() if name in self._docks}
        self._window.resizeDocks(list(there), list(there.values()), Qt.Orientation.Vertical)

    def _take_usual_widths(self, names: Sequence[str]) -> None:
        em = self._window.fontMetrics().height()
        usual = {"palette": PALETTE_EM * em} | dict.fromkeys(RIGHT, SIDE_EM * em)
        there = {self._docks[name]: usual[name] for name in names if name in self._docks}
        self._window.resizeDocks(list(there), list(there.values()), Qt.Orientation.Horizontal)

    def _make_whole(self, panel: Panel, wanted_px: int) -> None:
        """Show the whole content of a panel, as far as its share allows; a neighbour makes room."""
        there = self._right()
        # As the window begins, Qt cuts a panel before it knows its maze: that is not to last.
        heights = {name: self._kept_px.get(name, dock.height()) for name, dock in there.items()}
        name = next((name for name, dock in there.items() if dock is panel), "")
        if not name or TAKES_ROOM not in there:
            return
        share = RIGHT_SHARES[RIGHT.index(name)] / sum(RIGHT_SHARES)
        px = min(wanted_px, round(share * sum(heights.values())))
        heights[TAKES_ROOM] += heights[name] - px
        heights[name] = px
        docks = list(there.values())
        # Qt counts the tabs below a panel as part of it; else others would share their room.
        wanted = [heights[name] + self._tabs_px(dock) for name, dock in there.items()]
        self._window.resizeDocks(docks, wanted, Qt.Orientation.Vertical)

    def _heights_right(self) -> dict[str, int]:
        """Return the usual heights of the panels at the right that can be seen."""
        there = self._right()
        room_px = sum(dock.height() for dock in there.values()) or self._window.height()
        shares = {name: RIGHT_SHARES[RIGHT.index(name)] for name in there or RIGHT}
        heights = {name: room_px * share // sum(shares.values()) for name, share in shares.items()}
        if FIRST_TAB[0] in there and TAKES_ROOM in there:
            saved_px = max(0, heights[FIRST_TAB[0]] - there[FIRST_TAB[0]].maximumHeight())
            heights[FIRST_TAB[0]] -= saved_px
            heights[TAKES_ROOM] += saved_px
        return heights

    def _right(self) -> dict[str, Panel]:
        """Return the panels at the right that can be seen, from top to bottom."""
        docks = {name: self._docks[name] for name in RIGHT if name in self._docks}
        return {name: d for name, d in docks.items() if d.is_seen and not d.isFloating()}

    def _settle(self) -> None:
        """Follow the height of the shown window; only then panels know what they need."""
        if not self._window.isVisible():
            return
        is_low = self.is_low
        for dock in self._docks.values():
            dock.fold_title(is_low)
        if self._is_usual:
            self._is_usual = False
            self.take_usual_sizes()

    def remember(self) -> None:
        """Keep size, place and panels for the next session."""
        self._file.setValue("geometry", self._window.saveGeometry())
        self._file.setValue("state", self._window.saveState(LAYOUT_VERSION))
        for name, dock in self._right().items():
            self._file.setValue(f"{HEIGHT_KEY}/{name}", dock.height())
        self._file.remove(WHOLE_KEY)
        for name in (name for name, dock in self._docks.items() if dock.is_whole):
            self._file.setValue(f"{WHOLE_KEY}/{name}", 1)
        self._file.sync()

    def _kept_heights(self) -> dict[str, int]:
        """Return how high the panels at the right were in the last session."""
        kept = {name: str(self._file.value(f"{HEIGHT_KEY}/{name}", "")) for name in RIGHT}
        return {name: int(px) for name, px in kept.items() if px.isdecimal()}

    def _hide_stray_tabs(self) -> None:
        """Hide rows of tabs that Qt forgets when panels are added to a window not yet shown.

        The panels of such a row are in a newer one; the old row would cover arena and palette.
        """
        rows = self._rows_of_tabs()
        seen: set[str] = set()
        for row in reversed(rows):
            titles = {row.tabText(tab) for tab in range(row.count())}
            if titles & seen:
                row.hide()
            seen |= titles

    def _follow_visibility(self, name: str, is_visible: bool) -> None:
        """Bring a covered panel to the front when the one above it closes."""
        if not is_visible and self._docks[name].isHidden() and name in self._covered:
            # Qt shows the neighbour of a tab that goes, and not what was there before.
            covered = self._covered.pop(name)
            QTimer.singleShot(0, covered, covered.raise_)

    def _tabs_px(self, dock: Panel) -> int:
        """Return the height of the tabs that belong to a panel in front; 0: there are none."""
        return sum(
            row.height()
            for row in self._rows_of_tabs()
            if row.isVisible() and row.tabText(row.currentIndex()) == dock.windowTitle()
        )

    def _rows_of_tabs(self) -> list[QTabBar]:
        """Return the window's rows of tabs.

        Only they are asked for: PySide makes an object of Python of each widget that it looks at.
        """
        return self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)

    def _height_px(self, area: Qt.DockWidgetArea) -> int:
        """Return the height of the panels in an area, with their tabs; 0: none is visible."""
        heights = [0]
        for dock in self._docks.values():
            is_there = self._window.dockWidgetArea(dock) is area and not dock.isFloating()
            if is_there and not dock.visibleRegion().isEmpty():
                heights.append(dock.height() + self._tabs_px(dock))
        return max(heights)
