"""The names in a class list, as teachers have them: typed, pasted, or saved by a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections import Counter

from wsusim.errors import BadInput
from wsusim.lab.people import checked_name

WHOLE = ("name", "full name", "student", "student name")
FIRST = ("first name", "firstname", "given name", "forename", "vorname", "prénom")
LAST = (
    "last name",
    "lastname",
    "family name",
    "surname",
    "nachname",
    "familienname",
    "nom",
    "name",
)
"""Headings of columns, in small letters; ``name`` is the last name where a first name is too."""


def decoded(content: bytes) -> str:
    """Return the text of a file in any of the encodings in which spreadsheets save."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def twice_in(text: str) -> list[str]:
    """Return the names that occur more than once in a class list: perhaps they are two people."""
    return [name for name, count in Counter(_all_in(text)).items() if count > 1]


def names_in(text: str) -> list[str]:
    """Return the names of a class list, each once.

    It is a name a line, or a table (with commas, semicolons or tabs) with a heading that says where
    the names are, or with the names in its first column. ``Smith, Ann`` is Ann Smith.

    Raises:
        BadInput: There is no name in it, or it is no table.
    """
    names = list(dict.fromkeys(_all_in(text)))
    if not names:
        raise BadInput("There are no names in the class list, only a heading.")
    return names


def _all_in(text: str) -> list[str]:
    text = text.lstrip("\ufeff")
    start = text.strip().partition("\n")[0]
    delimiter = max(",;\t", key=start.count)
    try:
        table = csv.reader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True)
        rows = [[cell.strip() for cell in row] for row in table]
    except csv.Error as error:
        raise BadInput(
            f"The class list can't be read as a table ({error}). It wants one name a line."
        ) from None
    rows = [row for row in rows if any(row)]
    if not rows:
        raise BadInput("There are no names in the class list. It wants one name a line.")
    columns, has_heading = _columns(rows[0])
    if not has_heading and delimiter == "," and all(_is_last_and_first(row) for row in rows):
        columns = [1, 0]
    found = [" ".join(row[one] for one in columns if one < len(row)) for row in rows[has_heading:]]
    return [checked_name(name) for name in found if name.strip()]


def _columns(first: list[str]) -> tuple[list[int], bool]:
    """Return the columns that make a name, and whether the first row is a heading."""
    heading = [cell.casefold() for cell in first]
    given = next((heading.index(word) for word in FIRST if word in heading), None)
    family = next((heading.index(word) for word in LAST if word in heading), None)
    if given is not None and family is not None:
        return [given, family], True
    whole = next((heading.index(word) for word in WHOLE if word in heading), None)
    return [0 if whole is None else whole], whole is not None


def _is_last_and_first(row: list[str]) -> bool:
    return len(row) == 2 and all(cell and not any(map(str.isdigit, cell)) for cell in row)
