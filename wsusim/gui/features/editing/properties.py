"""The properties panel: the numbers of the selection, or of the maze when nothing is selected."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea

from wsusim.editor import changes
from wsusim.editor.object_fields import MAZE_FIELDS, Field, FieldValue, shared_fields, with_value
from wsusim.editor.objects import chosen
from wsusim.gui.features.editing.field_form import FieldForm
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.gui.widgets.phrases import phrase, title


class PropertiesPanel(QScrollArea):
    """Shows the form; every entry is one edit."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__()
        self._workbench = workbench
        self._document = workbench.document
        self.form = FieldForm()
        self.form.entered.connect(self._enter)
        self.form.installEventFilter(self)
        self.setWidget(self.form)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._document.shown_changed.connect(lambda _world: self._refresh())
        self._document.selection.changed.connect(lambda _ids: self._refresh())
        self._document.mode_changed.connect(lambda _mode: self._refresh())
        self._refresh()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a width at which no value is cut off, whatever the text size."""
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self.form.minimumSizeHint().width() + bar, 120)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Ask for more or less room when the form does (other fields, another text size)."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def _refresh(self) -> None:
        world = self._document.shown
        things = chosen(world, self._document.selection.ids)
        if things:
            one = f" {things[0].id}" if len(things) == 1 else ""
            heading = title(phrase(things)) + one
            self.form.show_things(heading, shared_fields(things), things)
        else:
            self.form.show_things(self.tr("Maze"), MAZE_FIELDS, [world])
        self.form.setEnabled(self._document.can_edit)
        self.updateGeometry()

    def _enter(self, field: Field, value: FieldValue, key: Hashable) -> None:
        """Give the value to all selected objects, or to the maze."""
        world = self._document.world
        things = chosen(world, self._document.selection.ids)
        label = self.form.label(field.name).lower()
        if things:
            change = changes.exchange(world, with_value(things, field.name, value))
            about = None if key is None else (key, *sorted(thing.id for thing in things))
            self._workbench.commit("change", change, label=label, merge_key=about)
        else:
            change = changes.change_maze(world, field.put(world, value))
            self._workbench.commit("change maze", change, label=label, merge_key=key)
        self._refresh()
