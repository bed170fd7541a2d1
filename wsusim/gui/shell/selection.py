"""Which objects are selected. Views show it, tools change it; it never holds a deleted object."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from PySide6.QtCore import QObject, Signal

from wsusim.editor.objects import Ids, WorldObject, all_objects, centre_mm
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


def neighbour(things: Iterable[WorldObject], ids: Collection[int], step: int) -> int | None:
    """Return the object after (``step`` 1) or before (-1) the selection, in reading order.

    Objects are read from top to bottom and from left to right. Past the last or the first one
    there is none (``None``), so that the Tab key can leave the arena.
    """

    def reading_order(thing: WorldObject) -> tuple[float, float, int]:
        x_mm, y_mm = centre_mm(thing)
        return (-y_mm, x_mm, thing.id)

    order = sorted(things, key=reading_order)
    names = [thing.id for thing in order]
    if not names:
        return None
    marked = [index for index, name in enumerate(names) if name in ids]
    if not marked:
        return names[0] if step > 0 else names[-1]
    index = (marked[-1] if step > 0 else marked[0]) + step
    return names[index] if 0 <= index < len(names) else None
