"""Backs up a lab, also while it runs, into one file, and restores it from that file."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tarfile
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from wsusim.errors import BadInput
from wsusim.formats.atomic import draft_of
from wsusim.lab.alone import folder_alone
from wsusim.model.text import printable

DATABASE = "lab.db"
_FOLDERS = ("recordings", "mazes", "assignments", "log")
_MARK = "wsusim-lab"
"""The folder in the file: tells that it is a lab's."""

_UNDER_WAY = "SELECT id FROM jobs WHERE state IN ('uploaded', 'checking', 'waiting', 'running')"


@dataclass(frozen=True, slots=True)
class Saved:
    """What a backup holds."""

    file: Path
    recordings: int
    size_mb: float


def back_up(folder: Path, file: Path, *, overwrite: bool = False) -> Saved:
    """Save a lab as one file, also while it runs. Unfinished recordings are left out.

    Raises:
        BadInput: There is no lab with a database of its own in the folder, the file is there
            already, or it can't be written.
    """
    if not (folder / DATABASE).is_file():
        raise BadInput(
            f"There is no lab with a database of its own in {folder}. A lab with --store is saved "
            "with the tools of its database (pg_dump), and a copy of its folder."
        )
    if file.exists() and not overwrite:
        raise BadInput(f"{file} exists already. Choose another name, or add --overwrite.")
    count = 0
    try:
        with tempfile.TemporaryDirectory(dir=file.absolute().parent) as place:
            copy = Path(place, DATABASE)
            open_jobs = _copied(folder / DATABASE, copy)
            with draft_of(file) as draft, tarfile.open(draft, "w:gz", compresslevel=3) as packed:
                draft.chmod(0o600)
                packed.add(copy, f"{_MARK}/{DATABASE}")
                for name in _FOLDERS:
                    for one in sorted((folder / name).rglob("*")):
                        if not one.is_file() or one.is_symlink():
                            continue
                        number = one.name.partition("-")[0]
                        if name == "recordings" and number in open_jobs:
                            continue
                        packed.add(one, f"{_MARK}/{one.relative_to(folder).as_posix()}")
                        count += name == "recordings" and one.suffix == ".mcap"
    except OSError as error:
        raise BadInput(f"{file} can't be written: {error.strerror or error}.") from None
    return Saved(file, count, file.stat().st_size / 1e6)


def restore(file: Path, folder: Path) -> None:
    """Restore a lab from a file that ``back_up`` has saved, into an empty folder.

    Raises:
        BadInput: It is no backup of a lab, or the folder is not empty or can't be used.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(
            f"{folder} is there already. Move it away first (mv {folder} {folder}.old), or restore "
            "into a new folder."
        )
    with folder_alone(folder):  # a server that is started too early waits for nothing
        new = Path(tempfile.mkdtemp(prefix=".restore-", dir=folder))
        try:
            with tarfile.open(file, "r:gz") as packed:
                _unpack(packed, new)
            unpacked = new / _MARK
            if not (unpacked / DATABASE).is_file():
                raise BadInput(f"{file} is no backup of a lab: it holds no {DATABASE}.")
            for one in sorted(unpacked.iterdir()):
                one.replace(folder / one.name)
        except (OSError, tarfile.TarError, EOFError) as error:
            said = getattr(error, "strerror", None) or error
            raise BadInput(f"{file} can't be restored: {said}.") from None
        finally:
            shutil.rmtree(new, ignore_errors=True)


def _unpack(packed: tarfile.TarFile, folder: Path) -> None:
    """Unpack files, which is all that a backup holds; Python before 3.11.4 has no filter for that.

    Raises:
        TarError: It holds something else, or a file that would lie elsewhere.
    """
    for member in packed:
        place = folder / member.name
        if not member.isfile() or not place.resolve().is_relative_to(folder.resolve()):
            raise tarfile.TarError(f"it holds {printable(member.name)!r}, which no lab has")
        place.parent.mkdir(parents=True, exist_ok=True)
        content = packed.extractfile(member)
        assert content is not None
        with content, place.open("xb") as file:
            shutil.copyfileobj(content, file)
        place.chmod(member.mode & 0o755 | 0o600)
        os.utime(place, (member.mtime, member.mtime))


def _copied(database: Path, copy: Path) -> set[str]:
    """Copy a database in one transaction; return the numbers of the jobs that were under way."""
    try:
        with (
            closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=30.0)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
            return {str(number) for (number,) in target.execute(_UNDER_WAY)}
    except sqlite3.Error as error:
        raise BadInput(f"The database {database} can't be copied: {error}.") from None
