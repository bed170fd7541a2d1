"""What all tools and edit commands share: the document, snapping, previews and edits."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import replace

from PySide6.QtCore import Qt

from wsusim.editor import changes
from wsusim.editor.changes import Change
from wsusim.editor.objects import chosen, kind_of, objects_by_id
from wsusim.editor.snapping import Snapping
from wsusim.gui.document import Document
from wsusim.gui.shell.message_bar import ABOUT_RUN, Weight
from wsusim.gui.shell.shell import Shell
from wsusim.gui.widgets.phrases import kind_names, phrase, title, translate
from wsusim.gui.widgets.undo_step import Step
from wsusim.model.world import World

SNAP_REACH_PX = 12.0
"""A wall end draws the pointer from this far on the screen."""


class Workbench:
    """Applies edits to the document and says what happened."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self.document = shell.document
        self.scene = shell.scene

    @property
    def mm_per_px(self) -> float:
        """Millimetres of the world on one pixel of the screen."""
        return self._shell.view.mm_per_px

    def hint(self, text: str) -> None:
        """Show what the active tool expects next."""
        self._shell.status.set_hint(text)

    def snapping(self, modifiers: Qt.KeyboardModifier) -> Snapping:
        """Return the current snapping; none while Alt is held."""
        chosen = self._shell.preferences.value
        if not chosen.snap or modifiers & Qt.KeyboardModifier.AltModifier:
            return Snapping()
        return Snapping(chosen.grid_mm, SNAP_REACH_PX * self.mm_per_px)

    def preview(self, change: Change) -> None:
        """Draw what a change would do, and where things should have gone."""
        self.document.set_preview(None if change.is_refused else change.world)
        self.scene.set_ghosts(change.refused or change.intended)

    def commit(
        self, verb: str, change: Change, *, label: str = "", merge_key: Hashable = None
    ) -> bool:
        """Make a change, say if things gave way or have no room, and return whether it was made.

        ``verb`` and ``label`` name the edit; edits in a row with the same ``merge_key`` become one.
        """
        self.end_preview()
        if not self.may_edit():
            return False
        if change.is_refused:
            self._shell.tell(why_refused(change), Weight.WARNING)
            return False
        if change.world != self.document.world:
            name = edit_name(verb, change, self.document, label)
            key = None if merge_key is None else (verb, merge_key)
            edit(self.document, change, name, key)
            if change.intended:
                text = translate("Workbench", "{what} moved to the nearest free place.")
                self._shell.tell(text.format(what=title(phrase(change.intended))))
        return True

    def offer_mission(self) -> None:
        """Offer to make reaching a goal the task, after one was drawn in a maze without a task."""
        if self.document.world.mission.kind != "free":
            return

        def take() -> None:
            world = self.document.world
            mission = replace(world.mission, kind="reach_goal")
            label = translate("Workbench", "mission")
            change = changes.change_maze(world, replace(world, mission=mission))
            self.commit("change maze", change, label=label)

        self._shell.tell(
            translate("Workbench", "There is a goal now. Is reaching it the task in this maze?"),
            Weight.NOTE,
            ((translate("Workbench", "Yes, reach the goal"), take),),
            about=ABOUT_RUN,  # a person who starts a run has decided
        )

    def end_preview(self) -> None:
        """Draw the document itself again."""
        self.scene.set_ghosts(())
        self.document.set_preview(None)

    def may_edit(self) -> bool:
        """Return whether the maze can be edited now; say why not."""
        if self.document.is_locked:
            text = translate("Workbench", "The maze is locked. Unlock it with Edit, Lock the maze.")
            self._shell.tell(text, Weight.WARNING)
        elif not self.document.can_edit:
            text = translate("Workbench", "To edit the maze, reset it first (Ctrl+Backspace).")
            self._shell.tell(text, Weight.WARNING)
        return self.document.can_edit


def edit(document: Document, change: Change, text: str, merge_key: Hashable = None) -> None:
    """Change the document's world; worlds share their parts, so undo keeps both.

    Undo and redo also select what the edit was about. Two edits in a row with the same
    ``merge_key`` (not ``None``) become one: the steps of one drag or of one held key.
    """

    def put(state: tuple[World, Collection[int]]) -> None:
        world, ids = state
        document.put_world(world)
        document.selection.select(objects_by_id(world).keys() & ids)

    before, after = (document.world, document.selection.ids), (change.world, change.ids)
    document.undo_stack.push(Step(text, put, before, after, merge_key))


def why_refused(change: Change) -> str:
    """Return what to tell a person about a change that was not made."""
    if change.most is None:
        text = translate("Workbench", "There's no room for the {what} here. Nothing was changed.")
        return text.format(what=phrase(change.refused))
    text = translate("Workbench", "A maze can have at most {what}. Remove some first.")
    return text.format(what=kind_names(kind_of(change.refused[0]), change.most))


def edit_name(verb: str, change: Change, document: Document, label: str = "") -> str:
    """Return what the menu calls an edit: ``move cap``, ``change heading of 2 robots``.

    ``label`` is the property that was changed; ``verb`` one of the keys here.
    """
    pattern = {
        "add": translate("Edits", "add {what}"),
        "paste": translate("Edits", "paste {what}"),
        "duplicate": translate("Edits", "duplicate {what}"),
        "delete": translate("Edits", "delete {what}"),
        "cut": translate("Edits", "cut {what}"),
        "move": translate("Edits", "move {what}"),
        "rotate": translate("Edits", "rotate {what}"),
        "resize": translate("Edits", "resize {what}"),
        "align": translate("Edits", "align {what}"),
        "close corners": translate("Edits", "close corners"),
        "change": translate("Edits", "change {label} of {what}"),
        "change maze": translate("Edits", "change {label} of the maze"),
    }[verb]
    things = chosen(change.world, change.ids)
    gone = chosen(document.world, document.selection.ids)
    return pattern.format(what=phrase(things or gone), label=label)
