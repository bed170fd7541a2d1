"""Where the relative paths of a controller start: in the folder of its file.

In a process of its own each controller works in its folder. Controllers in threads share the one
working folder that a process has.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from wsusim.control.source_file import find_file, split_spec
from wsusim.errors import ControllerLoadError
from wsusim.shipped import shipped_folder


def located(spec: str) -> str:
    """Return a spec with its file's full path, which is valid in any working folder.

    One that names no file is returned as it is; ``load`` will say what is wrong with it.
    """
    name, wanted = split_spec(spec)
    try:
        file = find_file(name)
    except ControllerLoadError:
        return spec
    return str(file) if wanted is None else f"{file}:{wanted}"


def home_of(specs: Sequence[str]) -> Path | None:
    """Return the folder in which controllers that share a process work: the first one's.

    ``None``: the folder that wsusim was started in, for ready controllers, which have no files, and
    where a spec does not name a file.
    """
    folders = [Path(spec).parent for spec in specs]
    if not all(folder.is_absolute() for folder in folders):
        return None
    ready = shipped_folder("controllers").resolve()
    return next((folder for folder in folders if folder != ready), None)


def go_home(spec: str) -> None:
    """Make a controller's folder the working folder, in a process of its own."""
    if (home := home_of([spec])) is not None:
        os.chdir(home)


@contextmanager
def working_in(folder: Path | None) -> Iterator[None]:
    """Make relative paths start at a folder until the block ends, whatever a controller does."""
    try:
        before = Path.cwd()
    except OSError:  # it has been removed
        before = None
    if folder is not None:
        os.chdir(folder)
    try:
        yield
    finally:
        if before is not None:
            os.chdir(before)
