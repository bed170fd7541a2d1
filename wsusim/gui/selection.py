"""Which objects are selected. Views show it, tools change it; it never holds a deleted object."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from wsusim.editor.objects import Ids, all_objects
from wsusim.model.world import World


class Selection(QObject):
    """The ids of the selected objects; emits ``changed`` with the new ids."""

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ids: Ids = frozenset()

    @property
    def ids(self) -> Ids:
        """The selected ids."""
        return self._ids

    def select(self, ids: Iterable[int]) -> None:
        """Select exactly these objects."""
        new = frozenset(ids)
        if new != self._ids:
            self._ids = new
            self.changed.emit(new)

    def add(self, ids: Iterable[int]) -> None:
        """Select these objects too."""
        self.select(self._ids | frozenset(ids))

    def toggle(self, object_id: int) -> None:
        """Select this object too, or no longer."""
        self.select(self._ids ^ {object_id})

    def clear(self) -> None:
        """Select nothing."""
        self.select(())

    def keep_only(self, world: World) -> None:
        """Drop the ids that are not in this world."""
        if self._ids:
            self.select(self._ids & {thing.id for thing in all_objects(world)})
