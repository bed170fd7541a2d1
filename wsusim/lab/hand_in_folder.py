"""Packs what was handed in as one ZIP with the folder that ``grade`` reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from datetime import datetime
from zipfile import ZIP_DEFLATED, ZipFile

from wsusim.formats.folder_names import folder_name, folder_names
from wsusim.lab.assignments import HandIn
from wsusim.lab.program import Program
from wsusim.model.text import safe_cell

LIST = "_hand_ins.csv"
"""``grade`` leaves files alone that begin with an underscore."""


def zip_of(title: str, handed_in: Iterable[tuple[HandIn, Program]]) -> bytes:
    """Return a ZIP: a folder named after the assignment, with one for each student, and a list.

    Among several files the controller is named after its folder: that is how ``grade`` finds it.

    Args:
        title: Of the assignment.
        handed_in: What counts; one for each student.
    """
    top = folder_name(title) or "handed_in"
    whole, table = io.BytesIO(), io.StringIO(newline="")
    rows = csv.writer(table)
    rows.writerow(["student", "folder", "file", "handed_in", "late", "mark", "comment"])
    handed_in = list(handed_in)
    folders = folder_names(_name(one, program) for one, program in handed_in)
    with ZipFile(whole, "w", ZIP_DEFLATED) as made:
        for (one, program), folder in zip(handed_in, folders, strict=True):
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


def _name(one: HandIn, program: Program) -> str:
    """Return a student's name, changed if a module has it: the controller gets this name."""
    is_modules = f"{folder_name(one.who)}.py" in program.modules
    return f"{one.who} (work)" if is_modules else one.who
