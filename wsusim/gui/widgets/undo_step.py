"""An undo step: from one state of something to the next."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from PySide6.QtGui import QUndoCommand


class Step(QUndoCommand):
    """Puts the state ``after``, and when it is undone ``before``.

    Steps in a row with the same ``key`` (not ``None``) become one: those of a drag, of a held key,
    of one entry. One that returns to its beginning is dropped.
    """

    def __init__(
        self,
        text: str,
        put: Callable[[Any], object],
        before: object,
        after: object,
        key: Hashable = None,
    ) -> None:
        super().__init__(text)
        self._put, self._before, self._after = put, before, after
        self.key = key

    def redo(self) -> None:
        """Go to the state after the step."""
        self._put(self._after)

    def undo(self) -> None:
        """Go back to the state before it."""
        self._put(self._before)

    def id(self) -> int:
        """Return the key for merging it with the previous step (Qt: -1 = never)."""
        return -1 if self.key is None else 1

    def mergeWith(self, other: QUndoCommand) -> bool:  # noqa: N802 - Qt's name
        """Take over the state of the step that follows."""
        if not isinstance(other, Step) or other.key != self.key:
            return False
        self._after = other._after
        self.setObsolete(self._after == self._before)
        return True
