"""Writes several tables of one recording as CSV files in a folder, all of them or none."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from wsusim.formats.atomic import check_replaceable, draft_of, new_folder
from wsusim.model.text import printable
from wsusim.recording.reader import BadRecording


class TablesExist(BadRecording):
    """The folder has such tables already; nothing was written."""


Row = Iterable[Any]
Table = tuple[Sequence[str], Callable[[], Iterable[Row]]]
"""Its headings, and what gives its rows."""


def write_tables(
    folder: Path, tables: Mapping[str, Table], *, overwrite: bool, encoding: str = "utf-8"
) -> list[Path]:
    """Write ``NAME.csv`` for each table into ``folder``, which is created if necessary.

    They are written under other names first and renamed when the last one is complete.

    Raises:
        TablesExist: A table is there already.
        BadRecording: The folder can't be written.
    """
    files = {name: folder / f"{name}.csv" for name in tables}
    taken = [file.name for file in files.values() if file.exists()]
    if taken and not overwrite:
        raise TablesExist(f"{folder} already contains {', '.join(taken)}, so nothing was written.")
    for file in files.values():
        check_replaceable(file, ".csv")
    file = next(iter(files.values()))
    try:
        with new_folder(folder), ExitStack() as all_or_none:
            for name, (headings, rows) in tables.items():
                file = files[name]
                draft = all_or_none.enter_context(draft_of(file))
                with draft.open("w", encoding=encoding, newline="") as stream:
                    writer = csv.writer(stream)
                    writer.writerow(headings)
                    writer.writerows(rows())
    except OSError as error:
        raise BadRecording(
            f"{printable(str(file))} can't be written ({error.strerror or error}), so there are no "
            "tables. Choose another folder."
        ) from None
    return list(files.values())
