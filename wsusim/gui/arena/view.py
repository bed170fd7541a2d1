"""The view of the arena: zoom, pan, drag and drop, and the active tool. Flips the y axis."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPixmapCache,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsView

from wsusim.gui.arena.arena_scene import ArenaScene
from wsusim.gui.arena.scale_bar import ScaleBar
from wsusim.gui.arena.tool import Pointer, Tool
from wsusim.gui.widgets.watch_events import EventWatch
from wsusim.model.geometry import Point

ZOOM_STEP = 1.25
PX_PER_MM_MIN, PX_PER_MM_MAX = 0.02, 60.0
FIT_MARGIN_MM = 26.0
PX_PER_MM_FOUND = 1.0
"""A robot that is looked for is shown at least so large: some 55 pixels."""
PICTURES_KB = 200_000
"""Room for the pictures of all that stands; with less, Qt would draw it again for every frame."""


class ArenaView(QGraphicsView):
    """Shows the scene and passes mouse and keys to its tool; holding the space bar pans."""

    cursor_moved = Signal(float, float)
    """Where the pointer is, in millimetres of the world."""

    cursor_left = Signal()

    zoom_changed = Signal(float)
    """Millimetres on one (logical) pixel."""

    object_drag_requested = Signal(int, float, float)
    """During a run: put this robot, cap or ball there (id, x_mm, y_mm)."""

    files_dropped = Signal(list)
    """Paths of files dropped on the view."""

    tool_changed = Signal(object)

    edit_requested = Signal()
    """A double click: edit the properties of the selection."""

    double_clicked = Signal(float, float)
    """A double click with the arrow: the place in the world."""

    menu_requested = Signal(QPoint, float, float)
    """A right click or the menu key: place on the screen, and in the world."""

    def __init__(self, scene: ArenaScene) -> None:
        super().__init__(scene)
        self._arena_scene = scene
        self._tool = Tool()
        self._is_fitted = True
        self._pan_from: QPoint | None = None
        self._space_held = False
        QPixmapCache.setCacheLimit(PICTURES_KB)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Arena"))
        self.setMinimumSize(200, 70)
        EventWatch(self.viewport(), self._watch_viewport)
        self._scale_bar = ScaleBar(self)
        self._set_scale(1.0)

    # Zoom and pan.

    @property
    def mm_per_px(self) -> float:
        """Millimetres of the world on one pixel of the screen."""
        return 1.0 / self.transform().m11()

    def fit(self) -> None:
        """Show the whole arena, also after the window changes its size."""
        self._is_fitted = True
        box = self._arena_scene.shown_box().adjusted(
            -FIT_MARGIN_MM, -FIT_MARGIN_MM, FIT_MARGIN_MM, FIT_MARGIN_MM
        )
        self._show(box, strip_px=0)
        if self._scale_bar.isVisibleTo(self):
            bar = self._scale_bar.geometry()
            if self.mapFromScene(self._arena_scene.arena_box()).boundingRect().intersects(bar):
                self._show(box, strip_px=self.height() - bar.top())

    def zoom(self, factor: float, about: QPoint | None = None) -> None:
        """Magnify by a factor; the point of the world under ``about`` stays where it is."""
        self._is_fitted = False
        about = about or self.viewport().rect().center()
        fixed = self.mapToScene(about)
        self._set_scale(self.transform().m11() * factor)
        shift = self.mapFromScene(fixed) - about
        self._scroll(shift)

    def zoom_in(self) -> None:
        """Magnify one step."""
        self.zoom(ZOOM_STEP)

    def zoom_out(self) -> None:
        """Show more."""
        self.zoom(1.0 / ZOOM_STEP)

    def bring_to_middle(self, at_mm: Point) -> None:
        """Bring a place to the middle, large enough to see a robot there."""
        if self.transform().m11() < PX_PER_MM_FOUND:
            self._set_scale(PX_PER_MM_FOUND)
        self._is_fitted = False
        self.centerOn(*at_mm)

    def centre_mm(self) -> Point:
        """Return the point of the world in the middle of the view."""
        middle = self.mapToScene(self.viewport().rect().center())
        return (middle.x(), middle.y())

    def set_scale_bar_visible(self, visible: bool) -> None:
        """Show the scale bar, or do not."""
        self._scale_bar.setVisible(visible)
        if self._is_fitted:
            self.fit()

    def announce(self, text: str) -> None:
        """Let a screen reader say something about the picture."""
        self.setAccessibleDescription(text)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    # The tool in hand.

    @property
    def tool(self) -> Tool:
        """The tool that gets mouse and keys."""
        return self._tool

    def set_tool(self, tool: Tool) -> None:
        """Set another tool; the active one is put away first."""
        self._tool.put_away()
        self._tool = tool
        tool.take_up()
        self._show_cursor()
        self.tool_changed.emit(tool)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Begin panning, or pass the press to the tool."""
        pans = event.button() == Qt.MouseButton.MiddleButton or self._space_held
        if pans or self._tool.pans:
            self._pan_from = event.position().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._tool.press(self._pointer(event))
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Pan, or pass the move to the tool."""
        pointer = self._pointer(event)
        self.cursor_moved.emit(*pointer.at_mm)
        if self._pan_from is not None:
            here = event.position().toPoint()
            self._is_fitted = False
            self._scroll(self._pan_from - here)
            self._pan_from = here
        else:
            self._tool.move(pointer)
            self._show_cursor()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Stop panning, or pass the release to the tool."""
        if self._pan_from is not None:
            self._pan_from = None
            self._show_cursor()
        elif event.button() == Qt.MouseButton.LeftButton:
            self._tool.release(self._pointer(event))
            self._show_cursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Treat a double click as two clicks, and ask for the properties."""
        self.mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self._tool.takes_double_clicks:
            self.double_clicked.emit(*self._pointer(event).at_mm)
            self.edit_requested.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Ask for the menu of what is under the pointer."""
        at = self.mapToScene(event.pos())
        self.menu_requested.emit(event.globalPos(), at.x(), at.y())

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Zoom to the cursor; with Shift, scroll sideways."""
        turned = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._is_fitted = False
            self._scroll(QPoint(-(turned.x() or turned.y()), 0))
        elif turned.y():
            self.zoom(ZOOM_STEP ** (turned.y() / 120.0), event.position().toPoint())
        event.accept()

    def _watch_viewport(self, event: QEvent) -> bool:
        """Zoom by pinching; notice when the pointer leaves."""
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.zoom(1.0 + event.value(), event.position().toPoint())
                return True
        elif event.type() == QEvent.Type.Leave:
            self.cursor_left.emit()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Switch to panning, or pass the key to the tool."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat() and not event.modifiers():
            self._space_held = True
            self._show_cursor()
        elif self._tool.key(event):
            event.accept()
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Stop panning; tell the tool that a key was released."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = False
            self._show_cursor()
        elif not event.isAutoRepeat():
            self._tool.key_released(event)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 - Qt's name
        """Let the tool use Tab (next object); it gives it back after the last one."""
        return self._tool.tab(forward) or super().focusNextPrevChild(forward)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Forget a held space bar."""
        self._space_held = False
        super().focusOutEvent(event)

    # Drag and drop.

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Take objects from the palette and files."""
        if event.mimeData().hasUrls() or self._tool.can_drop(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:  # noqa: N802 - Qt's name
        """Show where the object would be."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
        elif self._tool.can_drop(event.mimeData()):
            self._tool.drag_over(self._pointer(event), event.mimeData())
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: N802 - Qt's name
        """Show nothing any more."""
        self._tool.drag_left()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Take what was dropped."""
        if event.mimeData().hasUrls():
            paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
            self.files_dropped.emit(paths)
        else:
            self._tool.drop(self._pointer(event), event.mimeData())
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        event.acceptProposedAction()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Keep the whole arena in view if it was, and the scale bar in its corner."""
        super().resizeEvent(event)
        self._scale_bar.move(12, self.height() - self._scale_bar.height() - 12)
        if self._is_fitted:
            self.fit()

    def _pointer(self, event: QMouseEvent | QDropEvent) -> Pointer:
        at_px = event.position()
        at = self.viewportTransform().inverted()[0].map(at_px)
        return Pointer((at.x(), at.y()), (at_px.x(), at_px.y()), event.modifiers())

    def _show(self, box: QRectF, strip_px: int) -> None:
        """Show a box of the world as large as it can be above a strip at the lower edge."""
        area = self.viewport().rect()
        across, up = area.width() / box.width(), (area.height() - strip_px) / box.height()
        self._set_scale(min(across, up))
        self.centerOn(box.center())
        self._scroll(QPoint(0, strip_px // 2))

    def _show_cursor(self) -> None:
        hand = Qt.CursorShape.OpenHandCursor
        self.viewport().setCursor(hand if self._space_held else self._tool.cursor)

    def _scroll(self, by_px: QPoint) -> None:
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + by_px.x())
        down.setValue(down.value() + by_px.y())

    def _set_scale(self, px_per_mm: float) -> None:
        scale = min(max(px_per_mm, PX_PER_MM_MIN), PX_PER_MM_MAX)
        self.setTransform(QTransform.fromScale(scale, -scale))
        self._arena_scene.mark()
        self._scale_bar.update()
        self.zoom_changed.emit(1.0 / scale)
