"""The Edit menu: each command takes the selection and carries out one change."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtGui import QGuiApplication, QKeySequence

from wsusim.editor import changes
from wsusim.editor.changes import Alignment
from wsusim.editor.clipboard import objects_from_text, objects_to_text
from wsusim.editor.corners import closed_corners
from wsusim.editor.objects import all_objects, bounds_mm, chosen, kind_of, moved
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.gui.shell.shell import Shell, Side
from wsusim.model.geometry import Point

COPY_SHIFT_MM = 20.0
"""A duplicate lies this far right and below; at least a grid step."""

ROTATE_STEP_DEG = 15.0

NEEDED = {
    "rotate left": 1,
    "rotate right": 1,
    "cut": 1,
    "copy": 1,
    "duplicate": 1,
    "delete": 1,
    "select alike": 1,
    "paste": 0,
}
"""How many objects must be selected at least; those that align need two."""


class EditMenu(Side):
    """Cut, copy, paste, duplicate, delete, rotate, align, select; each enabled when it can act."""

    def __init__(self, shell: Shell, workbench: Workbench) -> None:
        """Call it after the actions for inserting were made, as they are enabled here, too."""
        super().__init__(shell)
        self._set = shell.action_set
        self._workbench = workbench
        self._document = document = shell.document
        self._make_actions()
        needed = {
            name: {"align": 2, "insert": 0}.get(name.partition(" ")[0], NEEDED.get(name))
            for name in shell.action_set.names()
        }
        self._needed = {name: least for name, least in needed.items() if least is not None}
        self._allowed: int | None = None
        """For how many selected objects the actions are enabled; -1: the maze can't be edited."""
        document.undo_stack.indexChanged.connect(self._allow)
        document.selection.changed.connect(self._allow)
        document.editable_changed.connect(lambda _can: self._allow())
        document.loaded.connect(self._allow)
        self._allow()

    def copy(self) -> None:
        """Put the selected objects on the clipboard as text."""
        if self._document.selection.ids:
            text = objects_to_text(self._document.world, self._document.selection.ids)
            QGuiApplication.clipboard().setText(text)

    def cut(self) -> None:
        """Put the selected objects on the clipboard and remove them."""
        self.copy()
        self.remove("cut")

    def paste(self) -> None:
        """Add the objects on the clipboard, the middle of them in the middle of the view."""
        things = objects_from_text(QGuiApplication.clipboard().text())
        if not things:
            self._shell.tell(self.tr("There are no objects on the clipboard to paste."))
            return
        box, at_mm = bounds_mm(things), self._shell.view.centre_mm()
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

    def remove(self, verb: str) -> None:
        """Remove the selected objects."""
        ids = self._document.selection.ids
        if ids:
            self._workbench.commit(verb, changes.delete(self._document.world, ids))

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

    def close_corners(self) -> None:
        """Make the selected walls meet without notches."""
        world, ids = self._document.world, self._document.selection.ids
        longer = closed_corners(world, ids)
        if longer:
            things = {thing.id: thing for thing in (*chosen(world, ids), *longer)}
            change = changes.exchange(world, list(things.values()))  # all stay selected
            self._workbench.commit("close corners", change)
        else:
            self._shell.tell(
                self.tr("None of the selected walls meet at a corner that has a notch.")
            )

    def select_all(self) -> None:
        """Select every object."""
        self._document.selection.select(thing.id for thing in all_objects(self._document.world))

    def select_alike(self) -> None:
        """Select all objects of the kinds that are selected."""
        world = self._document.world
        kinds = {kind_of(thing) for thing in chosen(world, self._document.selection.ids)}
        self._document.selection.add(t.id for t in all_objects(world) if kind_of(t) in kinds)

    # Inside

    def _make_actions(self) -> None:
        make, view, key = self._set.make, self._shell.view, QKeySequence.StandardKey
        left, right = (partial(self.rotate, angle) for angle in (ROTATE_STEP_DEG, -ROTATE_STEP_DEG))
        for name, text, run, keys in (
            ("cut", self.tr("Cu&t"), self.cut, key.Cut),
            ("copy", self.tr("&Copy"), self.copy, key.Copy),
            ("paste", self.tr("&Paste"), self.paste, key.Paste),
            ("duplicate", self.tr("D&uplicate"), self.duplicate, "Ctrl+D"),
            ("delete", self.tr("&Delete"), partial(self.remove, "delete"), "Del; Backspace"),
            ("rotate left", self.tr("Rotate &left"), left, "R"),
            ("rotate right", self.tr("Rotate ri&ght"), right, "Shift+R"),
        ):
            make(name, text, run, keys=keys, icon=name, only_in=view)
        clear = self._document.selection.clear
        for name, text, run, shortcut in (
            ("select all", self.tr("Select a&ll"), self.select_all, "Ctrl+A"),
            ("select none", self.tr("Select &nothing"), clear, "Ctrl+Shift+A"),
            ("select alike", self.tr("Select all of this &kind"), self.select_alike, "Ctrl+K"),
        ):
            make(name, text, run, keys=shortcut, only_in=view)
        menu = self._shell.menus.add_submenu("align", self.tr("&Align"))
        for how, text, shortcut in (
            (Alignment.LEFT, self.tr("&Left edges"), "Ctrl+Left"),
            (Alignment.CENTRE, self.tr("&Centres in a column"), ""),
            (Alignment.RIGHT, self.tr("&Right edges"), "Ctrl+Right"),
            (Alignment.TOP, self.tr("&Top edges"), "Ctrl+Up"),
            (Alignment.MIDDLE, self.tr("&Middles in a row"), ""),
            (Alignment.BOTTOM, self.tr("&Bottom edges"), "Ctrl+Down"),
        ):
            name, run = f"align {how.value}", partial(self.align, how)
            menu.addAction(make(name, text, run, keys=shortcut, icon=name, only_in=view))
        text = self.tr("Close the corners of &walls")
        menu.addAction(make("align corners", text, self.close_corners, only_in=view))

    def _allow(self) -> None:
        """Enable what can be done now."""
        document = self._document
        self._shell.histories.show()
        count = len(document.selection.ids) if document.can_edit else -1
        if count == self._allowed:
            return
        self._allowed = count
        for name, needed in self._needed.items():
            self._set[name].setEnabled(count >= needed)

    def _snapped(self, dx_mm: float, dy_mm: float) -> Point:
        """Return a shift in whole grid steps, so that objects on the grid stay on it."""
        chosen_now = self._shell.preferences.value
        if not chosen_now.snap:
            return (dx_mm, dy_mm)
        grid_mm = chosen_now.grid_mm
        return (round(dx_mm / grid_mm) * grid_mm, round(dy_mm / grid_mm) * grid_mm)
