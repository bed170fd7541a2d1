"""The edit commands of the menus: each takes the selection and carries out one change."""

from __future__ import annotations

import math

from PySide6.QtGui import QGuiApplication

from wsusim.editor import changes
from wsusim.editor.changes import Alignment
from wsusim.editor.clipboard import objects_from_text, objects_to_text
from wsusim.editor.objects import all_objects, bounds_mm, chosen, kind_of, moved
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.gui.shell.shell import Shell
from wsusim.gui.widgets.phrases import translate
from wsusim.model.geometry import Point

COPY_SHIFT_MM = 20.0
"""A duplicate lies this far right and below; at least a grid step."""


class EditCommands:
    """Cut, copy, paste, duplicate, delete, rotate, align, select."""

    def __init__(self, shell: Shell, workbench: Workbench) -> None:
        self._shell = shell
        self._workbench = workbench
        self._document = shell.document

    def copy(self) -> None:
        """Put the selected objects on the clipboard as text."""
        if self._document.selection.ids:
            text = objects_to_text(self._document.world, self._document.selection.ids)
            QGuiApplication.clipboard().setText(text)

    def cut(self) -> None:
        """Put the selected objects on the clipboard and remove them."""
        self.copy()
        self._remove("cut")

    def paste(self, at_mm: Point) -> None:
        """Add the objects on the clipboard, the middle of them at a point."""
        things = objects_from_text(QGuiApplication.clipboard().text())
        if not things:
            text = translate("Editing", "There are no objects on the clipboard to paste.")
            self._shell.tell(text)
            return
        box = bounds_mm(things)
        assert box is not None
        middle = ((box[0] + box[2]) / 2.0, (box[1] + box[3]) / 2.0)
        dx_mm, dy_mm = self._snapped(at_mm[0] - middle[0], at_mm[1] - middle[1])
        shifted = [moved(thing, dx_mm, dy_mm) for thing in things]
        self._workbench.commit("paste", changes.add(self._document.world, shifted))

    def duplicate(self) -> None:
        """Add copies of the selected objects beside them."""
        ids = self._document.selection.ids
        if ids:
            step_mm = max(self._shell.preferences.value.grid_mm, COPY_SHIFT_MM)
            change = changes.duplicate(self._document.world, ids, step_mm, -step_mm)
            self._workbench.commit("duplicate", change)

    def delete(self) -> None:
        """Remove the selected objects."""
        self._remove("delete")

    def rotate(self, angle_deg: float) -> None:
        """Turn the selected objects counter-clockwise."""
        ids = self._document.selection.ids
        if changes.can_rotate(chosen(self._document.world, ids)):
            change = changes.rotate(self._document.world, ids, math.radians(angle_deg))
            self._workbench.commit("rotate", change)

    def align(self, how: Alignment) -> None:
        """Line the selected objects up."""
        ids = self._document.selection.ids
        if len(ids) > 1:
            self._workbench.commit("align", changes.align(self._document.world, ids, how))

    def select_all(self) -> None:
        """Select every object."""
        self._document.selection.select(thing.id for thing in all_objects(self._document.world))

    def select_none(self) -> None:
        """Select nothing."""
        self._document.selection.clear()

    def select_alike(self) -> None:
        """Select all objects of the kinds that are selected."""
        world = self._document.world
        kinds = {kind_of(thing) for thing in chosen(world, self._document.selection.ids)}
        self._document.selection.add(t.id for t in all_objects(world) if kind_of(t) in kinds)

    def _remove(self, verb: str) -> None:
        ids = self._document.selection.ids
        if ids:
            self._workbench.commit(verb, changes.delete(self._document.world, ids))

    def _snapped(self, dx_mm: float, dy_mm: float) -> Point:
        """Return a shift in whole grid steps, so that what was on the grid stays on it."""
        chosen_now = self._shell.preferences.value
        if not chosen_now.snap:
            return (dx_mm, dy_mm)
        grid_mm = chosen_now.grid_mm
        return (round(dx_mm / grid_mm) * grid_mm, round(dy_mm / grid_mm) * grid_mm)
