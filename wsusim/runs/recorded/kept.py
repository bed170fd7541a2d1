"""Keeps the recording of the last run, so that it can be saved when it turns out to be worth it.

Nobody knows beforehand which run will be the interesting one. Whoever starts runs gives each the
``wish`` of a ``KeptRuns`` when no other recording is asked for; a button saves the last one.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from wsusim.errors import BadInput
from wsusim.runs.request import RecordingWish

KEPT = 2
"""The run that goes on and the one before it; half an hour of one robot takes 8 MB."""


class KeptRuns:
    """A temporary folder with the newest recordings; ``close`` removes it."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="wsusim-", ignore_cleanup_errors=True)
        self._files: list[Path] = []
        self._count = 0

    @property
    def last(self) -> Path | None:
        """The newest recording that is there."""
        return next((file for file in reversed(self._files) if file.exists()), None)

    def wish(self) -> RecordingWish:
        """Return where the next run is recorded; the oldest recording is removed for it."""
        self._count += 1
        self._files.append(Path(self._folder.name) / f"run-{self._count}.mcap")
        while len(self._files) > KEPT:
            self._files.pop(0).unlink(missing_ok=True)
        return RecordingWish(self._files[-1], overwrite=True)

    def save(self, file: Path, *, overwrite: bool = False) -> None:
        """Copy the last recording to where its user wants it.

        Raises:
            BadInput: There is none, the file is there already, or it can't be written.
        """
        last = self.last
        if last is None:
            raise BadInput("No run has been recorded yet. Run a controller first.")
        try:
            with last.open("rb") as source, file.open("wb" if overwrite else "xb") as target:
                shutil.copyfileobj(source, target)
        except FileExistsError:
            raise BadInput(
                f"The file {file.name} is there already and was left as it is. Choose another name."
            ) from None
        except OSError as error:
            raise BadInput(
                f"The run can't be saved as {str(file)!r} ({error.strerror}). Choose another place."
            ) from None

    def close(self) -> None:
        """Remove all that was not saved."""
        self._folder.cleanup()
