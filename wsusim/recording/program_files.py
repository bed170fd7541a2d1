"""Which files a controller consists of: its own and the neighbours that it imports."""

from __future__ import annotations

import ast
from pathlib import Path

from wsusim.model.text import whole_text


def program_files(main: Path) -> dict[str, bytes]:
    """Return the contents of a controller's file and all neighbours it imports, by path.

    A neighbour is a module or package beside the file, imported by an ``import`` statement
    anywhere in it or in a neighbour. Files that are read or imported in other ways are not found.
    wsusim itself is not one, though it is beside a program in its own folder.

    Raises:
        OSError: A file can't be read.
    """
    folder = main.parent
    files: dict[str, bytes] = {}
    waiting = [main]
    while waiting:
        file = waiting.pop()
        name = whole_text(file.relative_to(folder).as_posix())
        if name in files:
            continue
        files[name] = file.read_bytes()
        for module in imported_names(files[name]):
            waiting += _files_of(folder, module)
    return dict(sorted(files.items()))


def imported_names(source: bytes) -> set[str]:
    """Return the names of the modules in all import statements; relative ones without dots."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return set()
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            names.add(base)
            names.update(f"{base}.{alias.name}".lstrip(".") for alias in node.names)
    return {name for name in names if name.partition(".")[0] not in ("", "wsusim")}


def _files_of(folder: Path, module: str) -> list[Path]:
    """Return the files beside the controller that importing ``a.b.c`` runs."""
    found = []
    place = folder
    for part in module.split("."):
        if not part.isidentifier():
            break
        place = place / part
        found += [file for file in (place.with_suffix(".py"), place / "__init__.py")
                  if file.is_file()]  # fmt: skip
    return found
