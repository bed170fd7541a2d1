"""The palette: drag an object into the arena, or click it (Enter) and then click in the arena."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMimeData, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QDrag, QHoverEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QListWidget, QListWidgetItem

from wsusim.editor.objects import PLACEABLE, ObjectKind
from wsusim.gui.features.editing.tools.edit_tool import PALETTE_MIME
from wsusim.gui.widgets.icons import icon
from wsusim.gui.widgets.phrases import kind_name, title

SHORTCUTS = {
    ObjectKind.WALL: "W",
    ObjectKind.LIGHT: "L",
    ObjectKind.CAP: "C",
    ObjectKind.BALL: "B",
    ObjectKind.CYLINDER: "Y",
    ObjectKind.BOX: "X",
    ObjectKind.ROBOT: "O",
    ObjectKind.GOAL: "G",
    ObjectKind.NOTE: "N",
}
"""Keys that pick an object while the arena has the keyboard."""

ICON_PX = 26
OUTSIDE = QPointF(-1.0, -1.0)
_KIND_ROLE = Qt.ItemDataRole.UserRole


class Palette(QListWidget):
    """A list of what can be placed; ``picked`` has the kind and whether a key did it."""

    picked = Signal(object, bool)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("palette")
        self.setAccessibleName(self.tr("Palette of objects"))
        self.setIconSize(QSize(ICON_PX, ICON_PX))
        self.setSpacing(2)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setDefaultDropAction(Qt.DropAction.CopyAction)
        for kind in PLACEABLE:
            item = QListWidgetItem(title(kind_name(kind)))
            item.setData(_KIND_ROLE, kind.value)
            item.setIcon(icon(kind.value))
            tip = self.tr("Drag into the arena, or click here and then in the arena ({key})")
            item.setToolTip(tip.format(key=SHORTCUTS[kind]))
            self.addItem(item)
        self.itemClicked.connect(lambda item: self.picked.emit(_kind(item), False))

    def show_tool(self, kind: ObjectKind | None) -> None:
        """Mark the kind that is being placed, or none."""
        for row in range(self.count()):
            item = self.item(row)
            if _kind(item) is kind:
                self.setCurrentItem(item)
                return
        self.clearSelection()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Pick by Enter."""
        item = self.currentItem()
        if item is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.picked.emit(_kind(item), True)
        else:
            super().keyPressEvent(event)

    def mimeTypes(self) -> list[str]:  # noqa: N802 - Qt's name
        """Return the format of a drag from here."""
        return [PALETTE_MIME]

    def mimeData(self, items: Sequence[QListWidgetItem]) -> QMimeData:  # noqa: N802 - Qt's name
        """Return the kind of the dragged object."""
        data = QMimeData()
        data.setData(PALETTE_MIME, _kind(items[0]).value.encode())
        return data

    def startDrag(self, _actions: Qt.DropAction) -> None:  # noqa: N802 - Qt's name
        """Drag the object's icon, not the list's row."""
        item = self.currentItem()
        drag = QDrag(self)
        drag.setMimeData(self.mimeData([item]))
        pixmap = item.icon().pixmap(ICON_PX, ICON_PX)
        drag.setPixmap(pixmap)
        drag.setHotSpot(pixmap.rect().center())
        drag.exec(Qt.DropAction.CopyAction)
        self.clearSelection()
        QTimer.singleShot(0, self, self._forget_mouse)

    def _forget_mouse(self) -> None:
        """Mark no row as under the mouse: during the drag Qt has not seen it leave."""
        left = QHoverEvent(QEvent.Type.HoverLeave, OUTSIDE, OUTSIDE, OUTSIDE)
        QApplication.sendEvent(self.viewport(), left)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Stay wide enough for all names when the text size changes."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.scheduleDelayedItemsLayout()
            self.setMinimumWidth(self.sizeHintForColumn(0) + 2 * self.spacing() + 8)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size at which all kinds are seen."""
        height = self.count() * (self.sizeHintForRow(0) + 2 * self.spacing()) + 6
        return QSize(150, height)


def _kind(item: QListWidgetItem) -> ObjectKind:
    return ObjectKind(item.data(_KIND_ROLE))
