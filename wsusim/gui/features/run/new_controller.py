"""New controller: a copy of a template in a file of the student's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from wsusim.control.class_finder import summary_of
from wsusim.errors import WsusimError
from wsusim.formats.atomic import write_whole
from wsusim.gui.widgets.file_dialog import ask_to_save
from wsusim.shipped import shipped_folder

_NAMES = ("run_style", "step_style", "state_machine")
"""Templates in the order in which they are offered; others follow."""


def templates() -> tuple[Path, ...]:
    """Return the templates, the simplest first."""
    files = sorted((shipped_folder("templates") / "controllers").glob("*.py"))
    return tuple(
        sorted(files, key=lambda f: _NAMES.index(f.stem) if f.stem in _NAMES else len(_NAMES))
    )


def class_name_for(path: Path) -> str:
    """Return a class name for a file's name.

    Example:
        >>> class_name_for(Path("wall_finder.py")), class_name_for(Path("2nd try.py"))
        ('WallFinder', 'Robot2ndTry')
    """
    words = re.findall(r"\w+", path.stem.replace("_", " "))
    name = "".join(word[0].upper() + word[1:] for word in words) or "MyRobot"
    return name if name.isidentifier() else f"Robot{name}"


def copy_template(template: Path, to: Path) -> None:
    """Write a template to a new file, its class named as the file.

    Raises:
        WsusimError: It can't be written.
    """
    text = template.read_text(encoding="utf-8")
    write_whole(to, re.sub(r"\bMyRobot\b", class_name_for(to), text).encode())


class NewController(QObject):
    """Asks for template and file; then the file is loaded and opened in an editor."""

    made = Signal(object)
    """The new file's ``Path``."""

    failed = Signal(str)

    def __init__(self, window: QWidget, folder: Callable[[], Path], menu: QMenu) -> None:
        """``menu`` gets an entry for each template."""
        super().__init__(window)
        self._window = window
        self._folder = folder
        for template in templates():
            words = template.stem.replace("_", " ").capitalize()
            action = menu.addAction(words)
            action.setToolTip(summary_of(template))
            action.triggered.connect(lambda _checked=False, path=template: self.ask(path))
        menu.setToolTipsVisible(True)

    def ask(self, template: Path) -> None:
        """Ask where the new controller is to be."""
        ask_to_save(
            self._window,
            self.tr("New controller"),
            self._folder() / "my_robot.py",
            [self.tr("Python (*.py)")],
            partial(self.make, template),
        )

    def make(self, template: Path, to: Path) -> None:
        """Copy a template."""
        try:
            copy_template(template, to)
        except (OSError, WsusimError) as error:
            self.failed.emit(str(error))
            return
        self.made.emit(to)
