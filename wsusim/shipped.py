"""Where the files are that come with the program: controllers, templates, manual."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def shipped_folder(name: str) -> Path:
    """Return the folder ``controllers``, ``templates`` or ``manual``.

    An installed package carries them inside itself; in a checkout they lie beside the package.
    """
    inside = _PACKAGE / "shipped_files" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
