"""Keeps a lab's folder private: it contains people's digests, programs and videos."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from wsusim.errors import BadInput
from wsusim.hosting.shown_files import shown_place_of

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def make_private(folder: Path) -> str:
    """Keep other users out of a lab's folder, and of all that will be made in it.

    Returns: What was changed, a sentence; empty: nothing.

    Raises:
        BadInput: It belongs to another user, or can't be made private.
    """
    if os.name != "posix":
        return ""
    os.umask(_OTHERS)
    if not hasattr(os, "geteuid") or os.geteuid() not in (0, folder.stat().st_uid):
        raise BadInput(
            f"The lab's folder {folder} belongs to another user of this computer, who could read "
            "everything in it. Start the lab as that user, or use a folder of your own."
        )
    open_ones = [path for path in _all_in(folder) if _is_open(path)]
    try:
        for path in open_ones:
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS)
    except OSError as error:
        raise BadInput(
            f"Other users of this computer can read {path}, and that can't be corrected "
            f"({error.strerror or error}). Use a folder of your own."
        ) from None
    if _is_open(folder):
        raise BadInput(
            f"Other users of this computer can read {folder}: its disk keeps no one out. Put the "
            "lab's folder on another disk."
        )
    if not any(path.name == "lab.db" for path in open_ones):
        return ""
    return (
        f"Other users of this computer could read the lab's folder {folder}. That is corrected now."
    )


def refuse_if_shown(places: Iterable[tuple[str, Path]]) -> None:
    """Refuse secret places that every locked-in program may read.

    Args:
        places: The name and path of each.

    Raises:
        BadInput: One lies in the installation of Python or wsusim.
    """
    for name, path in places:
        if shown := shown_place_of(path):
            raise BadInput(
                f"{name} {path} lies in {shown}, which every student's program may read, because "
                "Python or wsusim is there. Choose another place."
            )


def _all_in(folder: Path) -> Iterator[Path]:
    yield folder
    for path in folder.rglob("*"):
        if not path.is_symlink():
            yield path


def _is_open(path: Path) -> bool:
    return bool(path.stat().st_mode & _OTHERS)
