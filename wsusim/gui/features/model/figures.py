"""Figures of a model as a table: a row for each sensor or wheel, a column for each figure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QColor, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDoubleSpinBox,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from wsusim.editor.robot_model.presets import usual
from wsusim.editor.robot_model.profile_parameters import Parameter
from wsusim.gui.features.model.model_settings import ModelSettings, mean_of

Index = QModelIndex | QPersistentModelIndex

BAR_ROLE = Qt.ItemDataRole.UserRole
"""How far the bar of a figure goes, 0..1, and where its usual value is (or ``None``)."""

NO_MEAN = "\u2013"

SNAP_PX = 4.0
"""A drag stays at the usual value when it comes so near."""


@dataclass(frozen=True, slots=True)
class Column:
    """One figure of all rows.

    With ``power`` 2 the lower values have more room: on a bar of 0 to 10 the value 1 is at a third.
    """

    title: str
    """May have two lines."""
    tip: str
    parameters: tuple[Parameter, ...]
    power: float = 1.0
    decimals: int = 2
    is_each: bool = False
    """Whether a mean of all rows says nothing, so that only single ones are changed."""

    def share(self, value: float) -> float:
        """Return how far the bar of a value goes."""
        low, high = self.parameters[0].low, self.parameters[0].high
        return float(((value - low) / (high - low)) ** (1.0 / self.power))

    def value(self, share: float) -> float:
        """Return the value of a bar."""
        low, high = self.parameters[0].low, self.parameters[0].high
        value = low + (high - low) * min(max(share, 0.0), 1.0) ** self.power
        return float(round(value, self.decimals))


class FigureModel(QAbstractTableModel):
    """Shows and changes the settings; a row for all keeps the ratios in its column."""

    def __init__(
        self,
        settings: ModelSettings,
        columns: tuple[Column, ...],
        rows: Callable[[str], tuple[str, ...]],
        all_name: str = "",
    ) -> None:
        """``rows`` names them, by the robot's kind; with ``all_name`` the first row is for all."""
        super().__init__(settings)
        self._settings = settings
        self.columns = columns
        self._all_name = all_name
        self._names = rows
        self._rows = self._rows_now()
        self._has_all = bool(all_name)
        self._session = 0
        settings.changed.connect(self._refresh)

    def parameters(self, index: Index) -> tuple[Parameter, ...]:
        """Return the numbers that a cell represents."""
        whole = self.columns[index.column()].parameters
        if not self._has_all:
            return (whole[index.row()],)
        whole = whole[: len(self._rows) - 1]
        return whole if index.row() == 0 else (whole[index.row() - 1],)

    def index_of(self, parameter: Parameter) -> QModelIndex:
        """Return the cell of a number."""
        for number, column in enumerate(self.columns):
            if parameter in column.parameters:
                row = column.parameters.index(parameter) + self._has_all
                return self.index(row, number)
        raise KeyError(parameter)

    def begin_session(self) -> None:
        """Make the next change an edit of its own."""
        self._session += 1

    def drag_to(self, index: Index, share: float, snap_share: float) -> None:
        """Set a number by its bar."""
        column, usual_share = self.columns[index.column()], self.data(index, BAR_ROLE)[1]
        if usual_share is not None and abs(share - usual_share) <= snap_share:
            self._put(index, self._usual(index))
        else:
            self._put(index, column.value(share))

    def reset(self, index: Index) -> None:
        """Return to the usual value of the kind."""
        self.begin_session()
        self._settings.put_usual(self.parameters(index))

    # What Qt calls

    def rowCount(self, _parent: Index | None = None) -> int:  # noqa: N802 - Qt's name
        """Return how many rows there are."""
        return len(self._rows)

    def columnCount(self, _parent: Index | None = None) -> int:  # noqa: N802 - Qt's name
        """Return how many figures there are."""
        return len(self.columns)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return names and what they mean."""
        is_column = way is Qt.Orientation.Horizontal
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns[section].title if is_column else self._rows[section]
        if role == Qt.ItemDataRole.ToolTipRole and is_column:
            return self.columns[section].tip
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a number, as text or as it is, and what it means."""
        column = self.columns[index.column()]
        value = mean_of(self._settings.shown, self.parameters(index))
        text = f"{value:.{column.decimals}f}"
        if self._is_mere_mean(index):
            value, text = column.parameters[0].low, NO_MEAN
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return text
            case Qt.ItemDataRole.EditRole:
                return value
            case Qt.ItemDataRole.ToolTipRole:
                return self.tr(
                    "{what}\nDrag along the bar, or double-click to type a number. Delete goes "
                    "back to the usual value, marked by the line."
                ).format(what=column.tip)
            case Qt.ItemDataRole.AccessibleTextRole:
                title = column.title.replace("\n", " ")
                return f"{self._rows[index.row()]}, {title}: {text}"
            case role if role == BAR_ROLE:
                is_all = len(self.parameters(index)) > 1
                mark = None if is_all else column.share(self._usual(index))
                return column.share(value), mark
            case _:
                return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that everything can be changed except a meaningless mean."""
        flag = Qt.ItemFlag
        if self._is_mere_mean(index):
            return flag.ItemIsEnabled | flag.ItemIsSelectable
        return flag.ItemIsEnabled | flag.ItemIsSelectable | flag.ItemIsEditable

    def setData(  # noqa: N802 - Qt's name
        self, index: Index, value: Any, _role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        """Change a number."""
        self._put(index, float(value))
        return True

    def _is_mere_mean(self, index: Index) -> bool:
        is_all = self._has_all and index.row() == 0
        return is_all and self.columns[index.column()].is_each

    def _put(self, index: Index, value: float) -> None:
        if self._is_mere_mean(index):
            return
        self._settings.put(self.parameters(index), value, self._session)

    def _usual(self, index: Index) -> float:
        shown = self._settings.shown
        return usual(self.parameters(index)[0], shown.kind, shown.sensor_model)

    def _rows_now(self) -> tuple[str, ...]:
        rows = self._names(self._settings.shown.kind)
        return (self._all_name, *rows) if self._all_name else rows

    def _refresh(self) -> None:
        rows = self._rows_now()
        if len(rows) != len(self._rows):
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
            return
        if rows != self._rows:
            self._rows = rows
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, len(rows) - 1)
        last = self.index(self.rowCount() - 1, self.columnCount() - 1)
        self.dataChanged.emit(self.index(0, 0), last)


class FigureDelegate(QStyledItemDelegate):
    """Draws a bar behind each number, and edits it in a box with small arrows."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw bar, mark of the usual value and number, and a frame around the current cell."""
        share, mark = index.data(BAR_ROLE)
        palette, box = option.palette, QRectF(option.rect).adjusted(1, 1, -1, -1)
        painter.save()
        painter.fillRect(option.rect, palette.base())
        accent = palette.highlight().color()
        soft = QColor(accent)
        soft.setAlphaF(0.28)
        painter.fillRect(QRectF(box.left(), box.top(), box.width() * share, box.height()), soft)
        text = palette.text().color()
        if mark is not None:
            painter.setPen(QPen(palette.placeholderText().color(), 2.0))
            x = box.left() + 1 + (box.width() - 2) * mark
            for top, bottom in ((box.top(), box.top() + 4), (box.bottom() - 4, box.bottom())):
                painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(QPen(accent, 2.0))
            painter.drawRect(box)
        painter.setPen(text)
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box.adjusted(4, 0, -6, 0), side, index.data())
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802
        """Return a size with room for a bar."""
        metrics = option.fontMetrics
        return QSize(metrics.horizontalAdvance("0.0000") + 24, metrics.height() + 8)

    def createEditor(  # noqa: N802 - Qt's name
        self, parent: QWidget, _option: QStyleOptionViewItem, index: Index
    ) -> QWidget:
        """Return the box for a number."""
        model = index.model()
        assert isinstance(model, FigureModel)
        model.begin_session()
        column = model.columns[index.column()]
        box = QDoubleSpinBox(parent)
        box.setDecimals(column.decimals)
        box.setRange(column.parameters[0].low, column.parameters[0].high)
        box.setSingleStep(10.0 ** (1 - column.decimals))
        box.setKeyboardTracking(False)
        box.setFrame(False)
        box.setAccessibleName(str(index.data(Qt.ItemDataRole.AccessibleTextRole)))
        box.valueChanged.connect(lambda _value: self.commitData.emit(box))
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:  # noqa: N802 - Qt's name
        """Show the number."""
        assert isinstance(editor, QDoubleSpinBox)
        editor.blockSignals(True)
        editor.setValue(index.data(Qt.ItemDataRole.EditRole))
        editor.blockSignals(False)

    def setModelData(  # noqa: N802 - Qt's name
        self, editor: QWidget, model: QAbstractItemModel, index: Index
    ) -> None:
        """Take over what was typed; an unchanged number keeps the digits that are not shown."""
        assert isinstance(editor, QDoubleSpinBox)
        editor.interpretText()
        if editor.text() != index.data():
            model.setData(index, editor.value())

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Leave undo and redo to the window: a box would undo its own letters."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            if event.matches(keys.Undo) or event.matches(keys.Redo):
                event.ignore()
                return True
        return super().eventFilter(editor, event)


class FigureTable(QTableView):
    """A number is dragged along its bar, or typed; Delete returns to the usual value."""

    attended = Signal(object)
    """The ``Parameter`` of the cell that was come to; ``None``: one of all."""

    def __init__(self, model: FigureModel, name: str) -> None:
        super().__init__()
        self.figures = model
        self._pressed: tuple[QModelIndex, QPointF] | None = None
        self._is_dragging = False
        self.setModel(model)
        self.setItemDelegate(FigureDelegate(self))
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setSizeAdjustPolicy(QAbstractItemView.SizeAdjustPolicy.AdjustToContents)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(
            triggers.DoubleClicked | triggers.AnyKeyPressed | triggers.EditKeyPressed
        )
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setHighlightSections(False)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.verticalHeader().setHighlightSections(False)
        reset = QAction(self.tr("Usual value"), self)
        reset.setShortcut(QKeySequence(Qt.Key.Key_Delete))
        reset.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        reset.triggered.connect(lambda _checked=False: model.reset(self.currentIndex()))
        self.addAction(reset)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.selectionModel().currentChanged.connect(lambda _new, _old: self._tell())

    def come_to(self, parameter: Parameter) -> None:
        """Bring the keyboard to a number."""
        self.setCurrentIndex(self.figures.index_of(parameter))
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Choose a number, and be ready to drag it."""
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        is_left = event.button() is Qt.MouseButton.LeftButton and index.isValid()
        self._pressed = (index, event.position()) if is_left else None
        self._is_dragging = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Drag a number along its bar."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        index, begun_px = self._pressed
        at_px = event.position().x()
        if not self._is_dragging:
            if abs(at_px - begun_px.x()) < QApplication.startDragDistance():
                return
            self._is_dragging = True
            self.figures.begin_session()
        box = self.visualRect(index)
        self.figures.drag_to(index, (at_px - box.left()) / box.width(), SNAP_PX / box.width())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """End dragging a number."""
        self._pressed = None
        super().mouseReleaseEvent(event)

    def _tell(self) -> None:
        index = self.currentIndex()
        if index.isValid():
            parameters = self.figures.parameters(index)
            self.attended.emit(parameters[0] if len(parameters) == 1 else None)
