"""The folder of a module's compiled kernels: its name says from which sources they were made.

It holds a digest of the module and of all that it imports.
"""

from __future__ import annotations

import functools
import hashlib
import re
from pathlib import Path

_SOURCES = Path(__file__).parents[2]
_IMPORT = re.compile(rb"\nfrom (wsusim[.\w]+) import ")


@functools.cache
def place_of(folder: Path, module: Path) -> Path:
    """Return where the kernels of a module are kept."""
    digest = hashlib.sha256()
    for file in sorted({module, *_imported(module)}):
        digest.update(_digest(file))
    return folder / f"{module.stem}-{digest.hexdigest()[:16]}"


@functools.cache
def _imported(module: Path) -> frozenset[Path]:
    """Return the files of ours that a module imports, and those that they import."""
    found: set[Path] = set()
    wanted = [module]
    while wanted:
        files = _imported_there(wanted.pop())
        wanted += files - found
        found |= files
    return frozenset(found)


@functools.cache
def _imported_there(module: Path) -> frozenset[Path]:
    """Return the files of ours that a module's own lines import."""
    names = _IMPORT.findall(b"\n" + _source(module))
    return frozenset().union(*(_files_of(_SOURCES, name.decode()) for name in names))


@functools.cache
def _files_of(sources: Path, name: str) -> frozenset[Path]:
    """Return the file of a module, or all of a package."""
    place = sources.joinpath(*name.split("."))
    return frozenset(place.glob("*.py") if place.is_dir() else [place.with_suffix(".py")])


@functools.cache
def _digest(file: Path) -> bytes:
    return hashlib.sha256(_source(file)).digest()


@functools.cache
def _source(file: Path) -> bytes:
    return file.read_bytes() if file.is_file() else b""
