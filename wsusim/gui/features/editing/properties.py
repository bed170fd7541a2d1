"""The properties panel: the numbers of the selection, or of the maze when nothing is selected."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QLabel,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from wsusim.editor import changes
from wsusim.editor.fields import Field, FieldValue, shared_fields, shared_value, with_value
from wsusim.editor.objects import WorldObject, chosen, kind_of
from wsusim.gui.features.editing.edits.properties import ChangeProperty
from wsusim.gui.features.editing.maze_properties import MazeProperties
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.gui.widgets.inputs import ChoiceBox, NumberBox, TextBox
from wsusim.gui.widgets.phrases import phrase, title
from wsusim.robots import ROBOT_KINDS

Editor = NumberBox | ChoiceBox | TextBox


class ObjectProperties(QWidget):
    """A form of the fields that all selected objects share; rebuilt when the kinds change."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._document = workbench.document
        self._things: tuple[WorldObject, ...] = ()
        self._editors: dict[str, tuple[Field, Editor]] = {}
        self._heading = QLabel()
        self._heading.setProperty("role", "heading")
        self._hint = QLabel()
        self._hint.setProperty("role", "dim")
        self._hint.setWordWrap(True)
        self._form_holder = QWidget()
        self._layout = QVBoxLayout(self)
        self._layout.addWidget(self._heading)
        self._layout.addWidget(self._hint)
        self._layout.addWidget(self._form_holder)
        self._layout.addStretch()

    def show_objects(self, things: tuple[WorldObject, ...]) -> None:
        """Show these objects' values; the form is made anew when other fields are needed."""
        fields = shared_fields(things)
        same = [field.name for field in fields] == list(self._editors)
        alike = {kind_of(t) for t in things} == {kind_of(t) for t in self._things}
        self._things = things
        if not (same and alike):
            self._build(fields)
        self._heading.setText(self._title())
        self._hint.setVisible(len(things) > 1)
        self._hint.setText(self.tr("A value typed here goes to all of them."))
        for field, editor in self._editors.values():
            value = shared_value(things, field)
            if not editor.hasFocus() or not isinstance(editor, TextBox):
                editor.show_value(value)  # type: ignore[arg-type]

    def focus_first(self) -> None:
        """Bring the keyboard to the first field."""
        for _, editor in self._editors.values():
            editor.setFocus(Qt.FocusReason.ShortcutFocusReason)
            if isinstance(editor, NumberBox | TextBox):
                editor.selectAll()
            return

    def editor(self, name: str) -> Editor:
        """Return the input of the field of this name."""
        return self._editors[name][1]

    def _title(self) -> str:
        words = title(phrase(self._things))
        return f"{words} {self._things[0].id}" if len(self._things) == 1 else words

    def _build(self, fields: tuple[Field, ...]) -> None:
        self._editors = {}
        holder = QWidget()
        form = QFormLayout(holder)
        form.setContentsMargins(0, 4, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for field in fields:
            editor = self._editor(field)
            label = self._label(field.name)
            editor.setAccessibleName(label)
            form.addRow(label, editor)
            self._editors[field.name] = (field, editor)
        self._layout.replaceWidget(self._form_holder, holder)
        self._form_holder.hide()
        self._form_holder.deleteLater()
        self._form_holder = holder

    def _editor(self, field: Field) -> Editor:
        if field.choices:
            choice = ChoiceBox({word: self._choice(word) for word in field.choices})
            choice.chosen.connect(lambda value: self._enter(field, value, 0))
            return choice
        if field.unit is None:
            text = TextBox(4)
            text.entered.connect(lambda value: self._enter(field, value, 0))
            return text
        number = NumberBox(field.low, field.high, field.step, field.decimals, field.unit)
        number.entered.connect(
            lambda value: self._enter(
                field, value if field.decimals else round(value), number.sessions
            )
        )
        return number

    def _enter(self, field: Field, value: FieldValue, session: int) -> None:
        """Give the value to all selected objects."""
        changed = with_value(self._things, field.name, value)
        change = changes.exchange(self._document.world, changed)
        key = (field.name, session, *sorted(thing.id for thing in self._things))
        label = self._label(field.name).lower()
        self._workbench.commit(lambda d, c: ChangeProperty(d, c, label, key), change)
        self.show_objects(chosen(self._document.world, self._document.selection.ids))

    def _label(self, name: str) -> str:
        return {
            "x_mm": self.tr("X"),
            "y_mm": self.tr("Y"),
            "x0_mm": self.tr("From X"),
            "y0_mm": self.tr("From Y"),
            "x1_mm": self.tr("To X"),
            "y1_mm": self.tr("To Y"),
            "length_mm": self.tr("Length"),
            "angle_deg": self.tr("Angle"),
            "heading_deg": self.tr("Heading"),
            "thickness_mm": self.tr("Thickness"),
            "reflectivity": self.tr("Reflectivity"),
            "power": self.tr("Power"),
            "diameter_mm": self.tr("Diameter"),
            "resistivity": self.tr("Resistivity"),
            "kind": self.tr("Kind"),
            "width_mm": self.tr("Width"),
            "height_mm": self.tr("Height"),
            "shape": self.tr("Shape"),
            "text": self.tr("Text"),
        }[name]

    def _choice(self, word: str) -> str:
        shapes = {"rectangle": self.tr("Rectangle"), "ellipse": self.tr("Ellipse")}
        return shapes[word] if word in shapes else ROBOT_KINDS[word].title


class PropertiesPanel(QScrollArea):
    """Shows the selection's properties, the maze's when nothing is selected."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = workbench.document
        self.objects = ObjectProperties(workbench)
        self.maze = MazeProperties(workbench)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.maze)
        self._stack.addWidget(self.objects)
        self.setWidget(self._stack)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._document.shown_changed.connect(lambda _world: self._refresh())
        self._document.selection.changed.connect(lambda _ids: self._refresh())
        self._document.mode_changed.connect(lambda _mode: self._refresh())
        self._refresh()

    def editor(self, name: str) -> Editor:
        """Return the input of the selection's field of this name (see ``wsusim.editor.fields``)."""
        return self.objects.editor(name)

    def focus_first(self) -> None:
        """Bring the keyboard to the first property."""
        if self._stack.currentWidget() is self.objects:
            self.objects.focus_first()
        else:
            self.maze.setFocus()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a width at which no value is cut off, whatever the text size."""
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self._stack.minimumSizeHint().width() + bar, 120)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Ask for more or less room when the form does (other fields, another text size)."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def _refresh(self) -> None:
        things = chosen(self._document.shown, self._document.selection.ids)
        if things:
            self.objects.show_objects(things)
            self._stack.setCurrentWidget(self.objects)
        else:
            self.maze.show_world(self._document.shown)
            self._stack.setCurrentWidget(self.maze)
        self._stack.setEnabled(self._document.can_edit)
        self.updateGeometry()
