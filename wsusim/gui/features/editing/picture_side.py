"""Opens pictures: asks what to make of one, and does it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from wsusim.editor import changes
from wsusim.editor.new_objects import NO_ID
from wsusim.errors import MazeError
from wsusim.formats.atomic import read_whole
from wsusim.formats.grey_pictures import SUFFIXES, Grey, grey_png, read_grey
from wsusim.formats.maze_reader import name_after
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.openers import Opener
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.widgets.file_dialog import ask_to_open
from wsusim.gui.widgets.phrases import translate
from wsusim.model.floor_picture import FloorPicture

if TYPE_CHECKING:
    from wsusim.gui.features.editing.picture_dialog import PictureChoice, PictureDialog


class PictureSide(Side):
    """Makes *Insert > Floor picture...* and takes pictures that are opened or dropped."""

    def __init__(self, shell: Shell, workbench: Workbench) -> None:
        super().__init__(shell)
        self._workbench = workbench
        text = translate("Objects", "Floor &picture...")
        shell.action_set.make("insert picture", text, self.ask, icon="picture")
        shell.openers.register(Opener(self.tr("Pictures"), SUFFIXES, self.open))

    def ask(self) -> None:
        """Ask for a picture to put on the floor."""
        if not self._workbench.may_edit():
            return
        patterns = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        ask_to_open(
            self._shell.frame,
            self.tr("Floor picture"),
            self._shell.document.folder,
            [self.tr("Pictures ({patterns})").format(patterns=patterns)],
            lambda path: self.open(path, to_floor=True),
        )

    def open(self, path: Path, *, to_floor: bool = False) -> PictureDialog | None:
        """Ask what to make of a picture; return the question, which is shown already."""
        # Here, so that the window opens without what traces pictures.
        from wsusim.gui.features.editing.picture_dialog import PictureDialog

        try:
            grey = read_grey(read_whole(path, "a picture"), path.name)
        except MazeError as error:
            self._shell.tell(str(error), Weight.WARNING)
            return None
        dialog = PictureDialog(grey, name_after(path), self._shell.frame, to_floor=to_floor)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(lambda choice: self._obey(grey, choice))
        dialog.open()
        return dialog

    def _obey(self, grey: Grey, choice: PictureChoice) -> None:
        if choice.world is not None:
            self._shell.openers.world_wanted.emit(choice.world)
            return
        world = self._workbench.document.world
        middle = (world.arena.width_mm / 2.0, world.arena.height_mm / 2.0)
        picture = FloorPicture(NO_ID, *middle, choice.mm_per_px, grey_png(grey))
        self._workbench.commit("add", changes.add(world, [picture]))
