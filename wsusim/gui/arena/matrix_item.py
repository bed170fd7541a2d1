"""The layer *Object matrix*: the engine's map, with its cells coloured by content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QImage, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsPixmapItem

from wsusim.gui.arena.object_item import Z
from wsusim.model.snapshot import Snapshot
from wsusim.model.world import World

if TYPE_CHECKING:
    from wsusim.engine.occupancy import Occupancy

OPACITY = 0.7
"""What is below shows through, so that one can see how far cells stand out."""


class MatrixItem(QGraphicsPixmapItem):
    """Draws the matrix of a world at a moment; nothing is computed while it is hidden."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.setZValue(Z.MATRIX)
        self.setOpacity(OPACITY)
        self.setVisible(False)
        self._world = world
        self._snapshot: Snapshot | None = None
        self._occupancy: Occupancy | None = None

    def set_world(self, world: World) -> None:
        """Draw another world, with everything at its start."""
        if world is not self._world:
            self._world = world
            self._occupancy = None
            self.show_moment(None)

    def show_moment(self, snapshot: Snapshot | None) -> None:
        """Draw a moment of a run; ``None``: the start."""
        self._snapshot = snapshot
        if self.isVisible():
            self._draw()

    def set_shown(self, shown: bool) -> None:
        """Show the layer or hide it."""
        self.setVisible(shown)
        if shown:
            self._draw()

    def what_is_at(self, x_mm: float, y_mm: float) -> str:
        """Return row, column and content of a cell; empty outside and while hidden."""
        if self._occupancy is None or not self.isVisible():
            return ""
        cell = self._occupancy.cell_at(x_mm, y_mm)
        if cell is None:
            return ""
        code = self._occupancy.code_at(x_mm, y_mm)
        return f"[{cell[0]}, {cell[1]}] = {code}: {self._occupancy.name_of(code)}"

    def _draw(self) -> None:
        # Here, so that the window opens without the engine.
        from wsusim.scene.matrix_picture import matrix_layer

        if self._occupancy is None:
            from wsusim.engine.occupancy import Occupancy
            from wsusim.engine.static_map import build_static_map

            self._occupancy = Occupancy(self._world, build_static_map(self._world))
        moment = self._snapshot
        if moment is not None and not _is_of(self._world, moment):
            moment = None  # a recording of another maze
        self._occupancy.show(moment)
        pixels = matrix_layer(self._occupancy.matrix)
        height, width, _ = pixels.shape
        picture = QImage(pixels.tobytes(), width, height, 4 * width, QImage.Format.Format_RGBA8888)
        self.setPixmap(QPixmap.fromImage(picture))
        # The picture's first row is the greatest y, and y goes up in the scene.
        cell_mm = self._occupancy.cell_mm
        self.setTransform(QTransform(cell_mm, 0.0, 0.0, -cell_mm, 0.0, cell_mm * height))


def _is_of(world: World, moment: Snapshot) -> bool:
    """Return whether a moment has exactly the robots and things of a world."""
    robots = [robot.id for robot in world.robots]
    things = [thing.id for thing in world.movables]
    return robots == [robot.id for robot in moment.robots] and things == [
        thing.id for thing in moment.objects
    ]
