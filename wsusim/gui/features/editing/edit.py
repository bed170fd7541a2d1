"""An edit that can be undone: a step from one world to the next under a name."""

from __future__ import annotations

from collections.abc import Collection, Hashable

from PySide6.QtGui import QUndoCommand

from wsusim.editor.changes import Change
from wsusim.editor.objects import all_objects, chosen
from wsusim.gui.document import Document
from wsusim.gui.widgets.phrases import phrase, translate
from wsusim.model.world import World

MERGEABLE_ID = 1


class Edit(QUndoCommand):
    """A change of the document's world; worlds share their parts, so both are kept.

    Undo and redo also select what the edit was about. Two edits in a row with the same
    ``merge_key`` (not ``None``) become one: the steps of one drag or of one held key.
    """

    def __init__(
        self, document: Document, change: Change, text: str, merge_key: Hashable = None
    ) -> None:
        super().__init__(text)
        self._document = document
        self._before = document.world
        self._after = change.world
        self._ids_before = document.selection.ids
        self._ids_after = change.ids
        self._merge_key = merge_key

    def redo(self) -> None:
        """Go to the world after the edit."""
        self._go(self._after, self._ids_after)

    def undo(self) -> None:
        """Go back to the world before the edit."""
        self._go(self._before, self._ids_before)

    def id(self) -> int:
        """Return whether this edit may merge with the one before it (Qt: -1 = never)."""
        return -1 if self._merge_key is None else MERGEABLE_ID

    def mergeWith(self, other: QUndoCommand) -> bool:  # noqa: N802 - Qt's name
        """Take over the world of the edit that followed."""
        if not isinstance(other, Edit) or other._merge_key != self._merge_key:
            return False
        self._after, self._ids_after = other._after, other._ids_after
        self.setObsolete(self._after == self._before)
        return True

    def _go(self, world: World, ids: Collection[int]) -> None:
        self._document.put_world(world)
        present = {thing.id for thing in all_objects(world)}
        self._document.selection.select(present.intersection(ids))


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
        "change": translate("Edits", "change {label} of {what}"),
        "change maze": translate("Edits", "change {label} of the maze"),
    }[verb]
    things = chosen(change.world, change.ids)
    gone = chosen(document.world, document.selection.ids)
    return pattern.format(what=phrase(things or gone), label=label)
