"""Edits by which objects come and go."""

from __future__ import annotations

from wsusim.editor import changes
from wsusim.editor.changes import Change
from wsusim.editor.objects import Ids, chosen
from wsusim.gui.features.editing.edits.edit import Edit
from wsusim.gui.shell.document import Document
from wsusim.gui.widgets.phrases import phrase, translate


class AddObjects(Edit):
    """New objects from the palette."""

    def __init__(self, document: Document, change: Change) -> None:
        what = phrase(chosen(change.world, change.ids))
        super().__init__(document, change, translate("Edits", "add {what}").format(what=what))


class PasteObjects(Edit):
    """Objects from the clipboard."""

    def __init__(self, document: Document, change: Change) -> None:
        what = phrase(chosen(change.world, change.ids))
        super().__init__(document, change, translate("Edits", "paste {what}").format(what=what))


class DuplicateObjects(Edit):
    """Copies of the selected objects."""

    def __init__(self, document: Document, change: Change) -> None:
        what = phrase(chosen(change.world, change.ids))
        text = translate("Edits", "duplicate {what}").format(what=what)
        super().__init__(document, change, text)


class DeleteObjects(Edit):
    """Objects removed."""

    def __init__(self, document: Document, ids: Ids) -> None:
        what = phrase(chosen(document.world, ids))
        text = translate("Edits", "delete {what}").format(what=what)
        super().__init__(document, changes.delete(document.world, ids), text)


class CutObjects(Edit):
    """Objects moved to the clipboard."""

    def __init__(self, document: Document, ids: Ids) -> None:
        what = phrase(chosen(document.world, ids))
        text = translate("Edits", "cut {what}").format(what=what)
        super().__init__(document, changes.delete(document.world, ids), text)
