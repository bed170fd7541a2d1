"""The programs in a recording, to read one that is no longer where it was."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path, PurePosixPath

from wsusim.recording.header import RunHeader


class RecordedPrograms:
    """Copies requested programs into a folder of its own; ``close`` removes it."""

    def __init__(self, header: RunHeader) -> None:
        self._header = header
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def locate(self, path: Path) -> Path:
        """Return where a program can be read: its old place, else a copy of what was recorded."""
        if path.exists():
            return path
        for source in self._header.controllers:
            for name, content in source.files.items():
                if PurePosixPath(name).name == path.name:
                    with contextlib.suppress(OSError):
                        return self._copy(source.robot, path.name, content)
        return path

    def close(self) -> None:
        """Remove the copies."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _copy(self, robot: int, name: str, content: bytes) -> Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="wsusim-recorded-")
        folder = Path(self._folder.name) / f"robot-{robot + 1}"
        folder.mkdir(exist_ok=True)
        copy = folder / name
        copy.write_bytes(content)
        return copy
