"""The table of many runs: a line each, as CSV or Parquet."""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wsusim.errors import BadInput, NotInstalled
from wsusim.formats.atomic import write_whole

Row = dict[str, Any]

SUFFIXES = (".csv", ".parquet")

FIRST = ("run", "controller", "maze", "seed")
LAST = (
    "outcome", "goal", "goal_time_s", "sim_time_s", "distance_mm", "contacts", "contact_time_s",
    "caps_delivered", "message", "line", "trace_sha256", "trail_mm",
)  # fmt: skip
OWN_COLUMNS = frozenset((*FIRST, *LAST))
"""Columns that every table has; parameters stand between the first and the last of them."""

_TEXTS = frozenset(("run", "controller", "maze", "outcome", "message", "trace_sha256", "trail_mm"))


def check_table(file: Path) -> None:
    """Raise ``BadInput`` if such a table can't be written here."""
    if not file.parent.is_dir():
        raise BadInput(f"There is no folder {file.parent} for the table. Create it first.")
    if file.suffix == ".parquet" and importlib.util.find_spec("pyarrow") is None:
        raise NotInstalled("A Parquet table (a .csv doesn't)", "pyarrow", "cluster")


def write_table(file: Path, rows: Sequence[Row], columns: Sequence[str]) -> None:
    """Write a table in one step, or leave the existing one; ``columns``: the parameters."""
    names = [*FIRST, *columns, *LAST]
    if file.suffix == ".parquet":
        import pyarrow
        import pyarrow.parquet

        output = io.BytesIO()
        table = pyarrow.table({name: _column([row[name] for row in rows]) for name in names})
        pyarrow.parquet.write_table(table, output, compression="zstd")
        write_whole(file, output.getvalue())
        return
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([row[name] for name in names] for row in rows)
    write_whole(file, text.getvalue().encode())


def read_table(file: Path) -> list[Row]:
    """Return the rows of a table.

    Raises:
        BadInput: It can't be read, or is another kind of table.
    """
    try:
        if file.suffix == ".parquet":
            import pyarrow.parquet

            rows: list[Row] = pyarrow.parquet.read_table(file).to_pylist()
        else:
            with file.open(encoding="utf-8", newline="") as stream:
                rows = [
                    {name: text if name in _TEXTS else _value(text) for name, text in row.items()}
                    for row in csv.DictReader(stream)
                ]
    except (OSError, ValueError, csv.Error) as error:
        raise BadInput(f"The table {file} can't be read ({error}). Move it elsewhere.") from error
    if any(name not in row for row in rows[:1] for name in OWN_COLUMNS):
        raise BadInput(
            f"The table {file} was not made by a plan. Move it elsewhere, or give the plan's table "
            "another name."
        )
    return rows


def _column(values: list[Any]) -> list[Any]:
    """Return a column of one type: texts if there are any among numbers."""
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {int, float} and len(kinds) > 1:
        return [None if value is None else float(value) for value in values]
    if len(kinds) > 1:
        return [None if value is None else str(value) for value in values]
    return values


def _value(text: str) -> Any:
    if text == "":
        return None
    if text in ("True", "False"):
        return text == "True"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
