"""New controllers: a copy of a template, or of a ready controller, in the user's own file."""

from __future__ import annotations

import re
from pathlib import Path

from wsusim.formats.atomic import write_whole
from wsusim.shipped import shipped_folder

_NAMES = ("run_style", "step_style", "state_machine")
"""Templates in the order in which they are offered; others follow."""


def templates() -> tuple[Path, ...]:
    """Return the templates, the simplest first."""
    files = sorted((shipped_folder("templates") / "controllers").glob("*.py"))
    return tuple(
        sorted(files, key=lambda f: _NAMES.index(f.stem) if f.stem in _NAMES else len(_NAMES))
    )


def ready_controllers() -> tuple[Path, ...]:
    """Return the controllers that come with the program."""
    return tuple(sorted(shipped_folder("controllers").glob("*.py")))


def is_ready_controller(path: Path) -> bool:
    """Return whether a file comes with the program, so that only a copy may be changed."""
    return path.resolve().parent == shipped_folder("controllers").resolve()


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
