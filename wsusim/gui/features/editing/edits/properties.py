"""Edits by typing: a property of some objects, or one of the maze itself."""

from __future__ import annotations

from collections.abc import Hashable

from wsusim.editor.changes import Change
from wsusim.editor.objects import chosen
from wsusim.gui.features.editing.edits.edit import Edit
from wsusim.gui.shell.document import Document
from wsusim.gui.widgets.phrases import phrase, translate


class ChangeProperty(Edit):
    """A property of the selected objects typed in."""

    def __init__(
        self, document: Document, change: Change, label: str, merge_key: Hashable = None
    ) -> None:
        what = phrase(chosen(change.world, change.ids))
        text = translate("Edits", "change {label} of {what}").format(label=label, what=what)
        super().__init__(document, change, text, merge_key)


class ChangeMaze(Edit):
    """The maze's name, description, size or mission typed in."""

    def __init__(
        self, document: Document, change: Change, label: str, merge_key: Hashable = None
    ) -> None:
        text = translate("Edits", "change {label} of the maze").format(label=label)
        super().__init__(document, change, text, merge_key)
