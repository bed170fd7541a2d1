"""The finished runs of a plan: a line for each, written as it finishes.

Whatever ends the program, complete lines count and an incomplete one is done again, so that no run
is lost or counted twice.
"""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO, Self

from wsusim.errors import BadInput
from wsusim.jobs.run_table import Row
from wsusim.recording.file_lock import FileInUse, hold_lock


class Journal:
    """The finished runs of a plan, in a file beside its table; use it in a ``with`` statement.

    Raises:
        BadInput: From the ``with`` statement: another program is at the same plan.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.rows: dict[str, Row] = {}
        """By the runs' keys."""
        self._stack = ExitStack()
        self._stream: BinaryIO

    def __enter__(self) -> Self:
        """Read the file, cut off an unfinished line, and get ready to go on."""
        with ExitStack() as stack:
            self._stream = stack.enter_context(self.file.open("a+b"))
            try:
                stack.enter_context(hold_lock(self._stream))
            except FileInUse:
                raise BadInput(
                    f"Another program is working on this plan (it holds {self.file.name}). Wait "
                    "until it has finished, or stop it."
                ) from None
            self._read()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_failure: object) -> None:
        """Close the file."""
        self._stack.close()

    def add(self, row: Row) -> None:
        """Write a finished run."""
        self.rows[row["run"]] = row
        self._stream.write(json.dumps(row).encode() + b"\n")
        self._stream.flush()

    def clear(self) -> None:
        """Forget everything."""
        self.rows.clear()
        self._stream.truncate(0)

    def remove(self) -> None:
        """Remove the file: its runs are in the table."""
        self._stack.close()
        self.file.unlink(missing_ok=True)

    def _read(self) -> None:
        self._stream.seek(0)
        whole = 0
        for line in self._stream:
            row = _row(line)
            if row is None:
                break
            self.rows[row["run"]] = row
            whole += len(line)
        self._stream.truncate(whole)


def _row(line: bytes) -> Row | None:
    """Return the row of a complete line."""
    try:
        row: Any = json.loads(line)
    except ValueError:
        return None
    return row if line.endswith(b"\n") and isinstance(row, dict) and "run" in row else None
