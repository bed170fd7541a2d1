"""Repeats runs, unseen, so that there is a way back into their programs."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from wsusim.errors import BadInput
from wsusim.gui.widgets.worker import Report, Worker
from wsusim.model.geometry import Pose
from wsusim.runs.debugged import DebuggedRun, run_again
from wsusim.runs.pictures import Picture
from wsusim.runs.request import RunRequest

if TYPE_CHECKING:
    from wsusim.runs.recorded.back_in import BackIn

Failed = Callable[[Exception], object]


class DoneAgain(QObject):
    """Repeats a recorded run once, and one without a debugger up to a moment.

    ``worker`` also does other work that needs these runs, one piece after the other.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.worker = Worker(self)
        self._copies: tempfile.TemporaryDirectory[str] | None = None
        self._recorded: tuple[Path, BackIn] | None = None

    def forget(self) -> None:
        """Forget the runs, since another one is shown."""
        self._recorded = None

    def known(self, file: Path) -> DebuggedRun | None:
        """Return the repeated run of a recording, if there is one."""
        is_it = self._recorded is not None and self._recorded[0] == file
        return self._recorded[1].debugged if is_it and self._recorded is not None else None

    @property
    def originals(self) -> Mapping[str, str]:
        """The original place of each file of a program that is only a copy."""
        return {} if self._recorded is None else self._recorded[1].originals

    def text_now(self, file: str, before: str) -> str:
        """Return the current text of a program's file, its copy or the original.

        Args:
            file: Its path.
            before: Its earlier text; returned if it can't be read.
        """
        text = _read(file, before)
        original = self.originals.get(file)
        return text if text != before or original is None else _read(original, before)

    def record(
        self, file: Path, done: Callable[[DebuggedRun, str], object], failed: Failed
    ) -> None:
        """Repeat a recorded run; ``done`` gets it, and what a person should know about it."""
        if self._copies is None:
            self._copies = tempfile.TemporaryDirectory(prefix="wsusim-debug-")
        folder = Path(tempfile.mkdtemp(dir=self._copies.name))

        def work(_report: Report) -> BackIn:
            from wsusim.runs.recorded.back_in import back_in  # with the engine

            return back_in(file, folder)

        def keep(found: BackIn) -> None:
            self._recorded = file, found
            done(found.debugged, found.remark)

        self.worker.ask(work, keep, failed, self.tr("Running the program again..."))

    def run(
        self,
        request: RunRequest,
        picture: Picture,
        done: Callable[[DebuggedRun], object],
        failed: Failed,
    ) -> None:
        """Repeat a run up to the moment of a picture."""
        differs = self.tr(
            "This run can't be done again in the same way: someone moved things by hand, or a "
            "program uses threads, the computer's clock or random numbers without a seed."
        )

        def work(_report: Report) -> DebuggedRun:
            tick = picture.snapshot.tick
            again, _ = run_again(request, tick)
            if _poses(again.picture_at(tick)) != _poses(picture):
                raise BadInput(differs)
            return again

        self.worker.ask(work, done, failed, self.tr("Running the program again..."))

    def close(self) -> None:
        """End what is being done, and remove the copies."""
        self.worker.close()
        if self._copies is not None:
            self._copies.cleanup()


def _poses(picture: Picture) -> list[Pose]:
    return [robot.pose for robot in picture.snapshot.robots]


def _read(file: str, before: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return before
