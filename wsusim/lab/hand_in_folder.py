"""What was handed in, as one ZIP with the folder that ``grade`` reads."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from datetime import datetime
from zipfile import ZIP_DEFLATED, ZipFile

from wsusim.lab.assignments import HandIn
from wsusim.lab.program import RESERVED, Program
from wsusim.model.text import safe_cell

LIST = "_hand_ins.csv"
"""``grade`` leaves files alone that begin with an underscore."""


def zip_of(title: str, handed_in: Iterable[tuple[HandIn, Program]]) -> bytes:
    """Return a ZIP: a folder called like the assignment, in it one for each student, and a list.

    Of several files the controller's is called like its folder: by that ``grade`` knows it.

    Args:
        title: Of the assignment.
        handed_in: What counts; one for each student.
    """
    top = folder_name(title) or "handed_in"
    whole, table = io.BytesIO(), io.StringIO(newline="")
    rows = csv.writer(table)
    rows.writerow(["student", "folder", "file", "handed_in", "late", "mark", "comment"])
    used: set[str] = set()
    with ZipFile(whole, "w", ZIP_DEFLATED) as made:
        for one, program in handed_in:
            folder = folder_name(one.who) or "student"
            if folder.casefold() in used:
                folder = f"{folder}_{one.person}"
            used.add(folder.casefold())
            for name, source in program.files.items():
                is_main = name == program.name and program.modules
                own = f"{folder}.py" if is_main else name
                made.writestr(f"{top}/{folder}/{own}", source.encode())
            when = datetime.fromtimestamp(one.made_s).astimezone().isoformat(" ", "seconds")
            late = "late" if one.is_late else ""
            said = safe_cell(one.mark), safe_cell(one.comment)
            rows.writerow([safe_cell(one.who), folder, one.name, when, late, *said])
        made.writestr(f"{top}/{LIST}", table.getvalue().encode("utf-8-sig"))
    return whole.getvalue()


def folder_name(name: str) -> str:
    """Return a name that is good for a folder on every system; empty: nothing of it is left."""
    plain = re.sub(r"[^\w-]+", "_", name).strip("_-")[:60]
    return f"{plain}_" if RESERVED.fullmatch(plain) else plain
