"""Edits of the maze, which can be undone, and their names."""

from __future__ import annotations

from collections.abc import Collection, Hashable

from wsusim.editor.changes import Change
from wsusim.editor.objects import chosen, objects_by_id
from wsusim.gui.document import Document
from wsusim.gui.widgets.phrases import phrase, translate
from wsusim.gui.widgets.undo_step import Step
from wsusim.model.world import World


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
