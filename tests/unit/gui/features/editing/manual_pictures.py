"""The manual's pictures of pictures: the dialog, and a line under a robot."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw
from PySide6.QtTest import QTest

from tests.unit.gui.studio import keep, opened_window, part_of, tick_of, wait_until
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.gui.features.editing.picture_dialog import PictureDialog
from wsusim.gui.features.editing.picture_side import PictureSide
from wsusim.gui.features.run.run_side import RunSide
from wsusim.shipped import shipped_folder


def draw_arena(path: Path) -> None:
    """Draw an arena as a person might with the mouse."""
    image = Image.new("L", (600, 400), 255)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, 599, 399), outline=0, width=8)
    pen.rectangle((150, 0, 160, 250), fill=0)
    pen.rectangle((150, 240, 400, 250), fill=0)
    pen.rectangle((300, 150, 310, 350), fill=60)
    pen.rectangle((450, 50, 530, 120), fill=0)
    pen.ellipse((430, 220, 520, 310), fill=0)
    pen.polygon([(40, 300), (110, 370), (40, 370)], fill=100)
    pen.line((60, 60, 120, 200), fill=0, width=9)
    image.save(path)


def take() -> None:
    """Take both."""
    with opened_window() as (window, folder):
        draw_arena(folder / "drawing.png")
        dialog = part_of(window, PictureSide).open(folder / "drawing.png")
        assert isinstance(dialog, PictureDialog)
        wait_until(lambda: "walls" in dialog.told.text())
        dialog.resize(820, 420)
        keep(dialog, "picture-dialog")
        dialog.reject()
    with opened_window() as (window, _):
        window.openers.open(built_in_mazes()["line"])
        QTest.qWait(300)
        run = part_of(window, RunSide)
        run.controllers.load(shipped_folder("controllers") / "line_follower.py")
        window.action_set["run"].trigger()
        wait_until(lambda: tick_of(window) > 1200)
        window.action_set["run"].trigger()
        keep(window, "line-window")
        window.action_set["stop"].trigger()
        window.action_set["reset"].trigger()
