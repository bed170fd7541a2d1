"""The dialog for a picture: walls of a new maze, or something on the floor of this one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QRadioButton,
    QSizePolicy,
    QSlider,
    QWidget,
)

from wsusim.editor.objects import outline_mm
from wsusim.formats.entries import MM_PER_PX_MAX, MM_PER_PX_MIN
from wsusim.formats.grey_pictures import Grey
from wsusim.formats.picture_arena import (
    SCALE_MAX_MM,
    TOLERANCE_MAX_MM,
    PictureArena,
    PictureSettings,
    arena_of_picture,
)
from wsusim.gui.arena.painting import polygon, see_through
from wsusim.gui.widgets.layouts import form, held, in_column, in_row, words
from wsusim.gui.widgets.property_boxes import ChoiceBox, NumberBox
from wsusim.gui.widgets.theme import current_theme
from wsusim.gui.widgets.window_words import in_window_words
from wsusim.gui.widgets.worker import Report, Worker
from wsusim.model.world import World

PREVIEW_PX = QSize(440, 360)


@dataclass(frozen=True, slots=True)
class PictureChoice:
    """What to make of the picture.

    Attributes:
        world: The new maze; ``None``: the picture goes on the floor of the current one.
        mm_per_px: Its scale.
    """

    world: World | None
    mm_per_px: float


class Preview(QWidget):
    """The picture, pale, with the walls that would be made of it."""

    def __init__(self, grey: Grey) -> None:
        super().__init__()
        self._grey = np.ascontiguousarray(grey)
        height, width = self._grey.shape
        form = QImage.Format.Format_Grayscale8
        self._image = QImage(self._grey.data, width, height, width, form)
        self._world: World | None = None
        self.setMinimumSize(PREVIEW_PX / 2)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Preview"))

    def show_world(self, world: World | None) -> None:
        """Draw the walls of a maze over the picture; ``None``: the picture alone."""
        self._world = world
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a comfortable size."""
        return PREVIEW_PX

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw picture and walls, as large as there is room."""
        painter = QPainter(self)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        size = self._image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        left, top = (self.width() - size.width()) / 2, (self.height() - size.height()) / 2
        box = QRectF(left, top, size.width(), size.height())
        painter.fillRect(box, Qt.GlobalColor.white)
        painter.setOpacity(1.0 if self._world is None else 0.35)
        painter.drawImage(box, self._image)
        painter.setOpacity(1.0)
        if self._world is not None:
            self._draw_walls(painter, self._world, box)
        painter.setPen(QPen(current_theme().dim_text))
        painter.drawRect(box)

    def _draw_walls(self, painter: QPainter, world: World, box: QRectF) -> None:
        accent = current_theme().accent
        painter.save()
        painter.setClipRect(box)
        painter.translate(box.left(), box.bottom())
        scale = box.width() / world.arena.width_mm
        painter.scale(scale, -scale)
        painter.setBrush(see_through(accent, 0.35))
        pen = QPen(see_through(accent, 1.0), 1.2)
        pen.setCosmetic(True)
        painter.setPen(pen)
        for wall in world.walls:
            painter.drawPolygon(polygon(outline_mm(wall)))
        painter.restore()


class PictureDialog(QDialog):
    """Shows at once what its settings would make of the picture; nothing happens before *OK*."""

    chosen = Signal(object)
    """A ``PictureChoice``."""

    def __init__(self, grey: Grey, name: str, parent: QWidget, *, to_floor: bool = False) -> None:
        super().__init__(parent)
        self.setObjectName("picture")
        self.setWindowTitle(self.tr("Picture {name}").format(name=name))
        self._grey = grey
        self._name = name
        self._world: World | None = None
        self._settings = PictureSettings()
        self._worker = Worker(self, newest_only=True)
        self.to_walls = QRadioButton(self.tr("Make the &walls of a new maze"))
        self.to_floor = QRadioButton(self.tr("Lay it on the &floor of this maze"))
        (self.to_floor if to_floor else self.to_walls).setChecked(True)
        usual = self._settings
        self.scale = _number(MM_PER_PX_MIN, MM_PER_PX_MAX, 0.1, 3, usual.mm_per_px)
        self.tolerance = _number(0.0, TOLERANCE_MAX_MM, 0.5, 1, usual.tolerance_mm)
        self.threshold = QSlider(Qt.Orientation.Horizontal)
        self.threshold.setRange(1, 255)
        self.threshold.setValue(usual.threshold)
        tones = {
            "light": self.tr("light, walls are dark"),
            "dark": self.tr("dark, walls are light"),
        }
        self.floor = ChoiceBox(tones)
        self.surface = QCheckBox(self.tr("Walls &reflect as brightly as they are drawn"))
        for changed in (
            *(self.to_walls.toggled, self.scale.entered, self.tolerance.entered),
            *(self.threshold.valueChanged, self.floor.entered, self.surface.toggled),
        ):
            changed.connect(self._look_again)
        self.preview = Preview(grey)
        self.told = words()
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.accepted.connect(self._choose)
        self.buttons.rejected.connect(self.reject)
        self.finished.connect(lambda _code: self._worker.close())
        self._lay_out()
        self._look_again()

    def _lay_out(self) -> None:
        scale = form((self.tr("Millimetres per &pixel"), self.scale))
        of_walls = form(
            (self.tr("&Threshold"), self.threshold),
            (self.tr("T&olerance"), self.tolerance),
            (self.tr("F&loor is"), self.floor),
        )
        of_walls.addRow(self.surface)
        of_walls.setContentsMargins(0, 0, 0, 0)
        self._walls_only = held(of_walls)
        figures = in_column(
            *(self.to_walls, self.to_floor, scale, self._walls_only, self.told, None), spacing=8
        )
        side = held(figures)
        side.setFixedWidth(300)
        top = in_row(self.preview, side, spacing=12, grows=self.preview)
        margins = (12, 12, 12, 12)
        self.setLayout(in_column(top, self.buttons, spacing=10, margins=margins, grows=top))

    def _look_again(self) -> None:
        """Compute the result again."""
        self.scale.setMaximum(MM_PER_PX_MAX if self.to_floor.isChecked() else SCALE_MAX_MM)
        self._settings = replace(
            self._settings,
            threshold=self.threshold.value(),
            mm_per_px=self.scale.value(),
            tolerance_mm=self.tolerance.value(),
            floor=self.floor.currentData(),
            is_surface=self.surface.isChecked(),
        )
        self._walls_only.setVisible(self.to_walls.isChecked())
        if self.to_floor.isChecked():
            self._worker.forget()
            self._show(None, self._size_text())
            return
        settings, grey, name = self._settings, self._grey, self._name

        def work(_report: Report) -> PictureArena:
            return arena_of_picture(grey, name, settings)

        self._allow(is_good=False)
        self._worker.ask(work, self._show_walls, self._refuse)

    def _size_text(self) -> str:
        height, width = self._grey.shape
        scale = self._settings.mm_per_px
        return self.tr("{width:.0f} x {height:.0f} mm").format(
            width=width * scale, height=height * scale
        )

    def _show_walls(self, arena: PictureArena) -> None:
        world = arena.world
        text = self.tr("{count} walls, {size}").format(
            count=len(world.walls), size=self._size_text()
        )
        if not world.robots:
            text += "\n" + self.tr("There is no room for a robot.")
        if arena.remark:
            text += "\n" + arena.remark
        self._show(world, text)

    def _show(self, world: World | None, text: str) -> None:
        self._world = world
        self.preview.show_world(world)
        self.told.setText(in_window_words(text))
        self._allow(is_good=True)

    def _refuse(self, error: Exception) -> None:
        self._show(None, str(error))
        self._allow(is_good=False)

    def _allow(self, *, is_good: bool) -> None:
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(is_good)

    def _choose(self) -> None:
        self.accept()
        self.chosen.emit(PictureChoice(self._world, self._settings.mm_per_px))


def _number(low: float, high: float, step: float, decimals: int, value: float) -> NumberBox:
    """Return a box that reports each digit that is typed."""
    box = NumberBox(low, high, step, decimals, "mm")
    box.show_value(value)
    box.setKeyboardTracking(True)
    return box
