"""The properties panel: the numbers of the selection, or of the maze when nothing is selected."""

from __future__ import annotations

from collections.abc import Hashable

from wsusim.editor import changes
from wsusim.editor.object_fields import MAZE_FIELDS, Field, FieldValue, shared_fields, with_value
from wsusim.editor.objects import chosen
from wsusim.gui.features.editing.field_form import FieldForm
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.gui.widgets.layouts import ScrollPanel
from wsusim.gui.widgets.phrases import selection_phrase


class PropertiesPanel(ScrollPanel):
    """Shows the form; every entry is one edit."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__()
        self._workbench = workbench
        self._document = workbench.document
        self.form = FieldForm()
        self.form.entered.connect(self._enter)
        self.hold(self.form)
        document = self._document
        for changed in (
            document.shown_changed,
            document.selection.changed,
            document.editable_changed,
        ):
            changed.connect(self._refresh)
        self._refresh()

    def heading(self) -> str:
        """Return what is shown: the maze, or what is selected in it."""
        world = self._document.shown
        things = chosen(world, self._document.selection.ids)
        return selection_phrase(world, things) if things else self.tr("Maze and mission")

    def _refresh(self) -> None:
        world = self._document.shown
        things = chosen(world, self._document.selection.ids)
        if things:
            self.form.show_things(shared_fields(things), things)
        else:
            self.form.show_things(MAZE_FIELDS, [world])
        self.form.setEnabled(self._document.can_edit)

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
