"""What a person has chosen, kept between sessions in a TOML file."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from wsusim.errors import WsusimError
from wsusim.formats.atomic import write_whole
from wsusim.gui.widgets.window_words import in_window_words

FILE_NAME = "window.toml"
EDITOR_MAX = 1000


@dataclass(frozen=True, slots=True)
class Preferences:
    """All choices with their usual values."""

    grid_mm: float = 20.0
    snap: bool = True
    theme: str = "system"
    """``system``, ``light`` or ``dark``."""
    text_percent: int = 100
    """Size of all text, as a percentage of the desktop's."""
    autosave_s: int = 30
    """Seconds between two autosaves; 0 switches them off."""
    simple: bool = False
    """Whether the robot's model, real robots and the lab are hidden."""
    locked: bool = False
    """Whether mazes can't be edited."""
    start_page: bool = False
    """Whether the start page comes at each start, and not at the first one only."""
    variables: bool = True
    """Whether runs tell what their variables hold."""
    editor: str = ""
    """Command of the text editor for controllers, such as ``code -g {file}:{line}``; empty: one
    that is found."""


_ALLOWED: dict[str, Callable[[object], bool]] = {
    "grid_mm": lambda v: isinstance(v, int | float) and 1.0 <= v <= 500.0,
    "snap": lambda v: isinstance(v, bool),
    "theme": lambda v: v in ("system", "light", "dark"),
    "text_percent": lambda v: isinstance(v, int) and 75 <= v <= 250,
    "editor": lambda v: isinstance(v, str) and len(v) <= EDITOR_MAX,
    "simple": lambda v: isinstance(v, bool),
    "locked": lambda v: isinstance(v, bool),
    "start_page": lambda v: isinstance(v, bool),
    "variables": lambda v: isinstance(v, bool),
    "autosave_s": lambda v: isinstance(v, int) and 0 <= v <= 3600,
}


def read_preferences(folder: Path) -> Preferences:
    """Return the choices kept in a folder; missing or invalid ones have their usual values."""
    try:
        kept = tomllib.loads((folder / FILE_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Preferences()
    good = {name: value for name, value in kept.items() if _ALLOWED.get(name, _refuse)(value)}
    return replace(Preferences(), **good)


def write_preferences(preferences: Preferences, folder: Path) -> None:
    """Keep the choices in a folder, which is created if it is missing."""
    lines = [
        # A JSON number, text or truth value is the same in TOML.
        f"{field.name} = {json.dumps(asdict(preferences)[field.name])}\n"
        for field in fields(preferences)
    ]
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / FILE_NAME, "".join(lines).encode())


class PreferenceStore(QObject):
    """The choices in use; ``changed`` emits new ones. Each change is written at once.

    ``trouble`` emits a sentence when one can't be written; it holds until the window is closed.
    """

    changed = Signal(object)
    trouble = Signal(str)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._value = read_preferences(folder)

    @property
    def value(self) -> Preferences:
        """The choices in use."""
        return self._value

    def set(self, preferences: Preferences) -> None:
        """Use and keep other choices."""
        if preferences != self._value:
            self._value = preferences
            trouble = ""
            try:
                write_preferences(preferences, self._folder)
            except (OSError, WsusimError) as error:
                trouble = in_window_words(str(error))
            self.changed.emit(preferences)
            if trouble:
                text = self.tr("This holds until you close the window. To keep it: {trouble}")
                self.trouble.emit(text.format(trouble=trouble))


def _refuse(_value: object) -> bool:
    return False
