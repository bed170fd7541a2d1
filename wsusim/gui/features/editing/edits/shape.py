"""Edits of where objects are, which way they look and how large they are."""

from __future__ import annotations

from collections.abc import Hashable

from wsusim.editor.changes import Change
from wsusim.editor.objects import chosen
from wsusim.gui.features.editing.edits.edit import Edit
from wsusim.gui.shell.document import Document
from wsusim.gui.widgets.phrases import phrase, translate


class MoveObjects(Edit):
    """Objects shifted together."""

    def __init__(self, document: Document, change: Change, merge_key: Hashable = None) -> None:
        what = phrase(chosen(change.world, change.ids))
        text = translate("Edits", "move {what}").format(what=what)
        super().__init__(document, change, text, merge_key)


class RotateObjects(Edit):
    """Objects turned together."""

    def __init__(self, document: Document, change: Change, merge_key: Hashable = None) -> None:
        what = phrase(chosen(change.world, change.ids))
        text = translate("Edits", "rotate {what}").format(what=what)
        super().__init__(document, change, text, merge_key)


class ResizeObjects(Edit):
    """A wall's end or a region's corner pulled."""

    def __init__(self, document: Document, change: Change, merge_key: Hashable = None) -> None:
        what = phrase(chosen(change.world, change.ids))
        text = translate("Edits", "resize {what}").format(what=what)
        super().__init__(document, change, text, merge_key)


class AlignObjects(Edit):
    """Objects lined up."""

    def __init__(self, document: Document, change: Change) -> None:
        what = phrase(chosen(change.world, change.ids))
        super().__init__(document, change, translate("Edits", "align {what}").format(what=what))
