"""A maze as a small picture, drawn as in the arena."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from wsusim.gui.arena.arena_scene import ArenaScene
from wsusim.gui.document import Document
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.world import World

EDGE_PX = 6


def maze_picture(world: World, size: QSize, ratio: float = 1.0) -> QPixmap:
    """Return a picture of a maze that fills a size; ``ratio``: pixels of the screen per pixel."""
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor(current_theme().outside))
    document = Document(world)
    scene = ArenaScene(document)
    scene.set_grid(0.0)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    # The scene's y points upwards.
    painter.translate(0.0, size.height())
    painter.scale(1.0, -1.0)
    arena = scene.arena_box()
    drawn = arena.size().scaled(
        size.width() - 2 * EDGE_PX, size.height() - 2 * EDGE_PX, Qt.AspectRatioMode.KeepAspectRatio
    )
    room = QRectF(QPointF(), drawn)
    room.moveCenter(QRectF(QPointF(), QSizeF(size)).center())
    scene.render(painter, room, arena)
    painter.end()
    scene.deleteLater()
    document.deleteLater()
    return picture
