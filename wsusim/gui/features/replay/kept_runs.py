"""The last runs of a window, kept until it closes, with their recordings."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale, QObject, Signal

from wsusim.gui.widgets.phrases import translate
from wsusim.model.units import ticks_to_seconds
from wsusim.runs.events import Ended
from wsusim.runs.pictures import Picture
from wsusim.runs.request import RunRequest

KEPT_MAX = 10


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A run that is over, and what distinguishes it for people."""

    file: Path
    at: str
    """The time of day when it ended."""
    controllers: str
    maze: str
    seed: int
    result: str
    seconds: float
    """Of the simulation."""
    distance_mm: float
    """Of all robots together."""
    contacts: int

    @property
    def name(self) -> str:
        """Its name in menus."""
        return f"{self.at}  {self.controllers}  —  {self.result}"


def kept_run(
    file: Path, request: RunRequest, ended: Ended, picture: Picture | None, *, has_failed: bool
) -> KeptRun:
    """Return the description of a run that has just ended."""
    now = QDateTime.currentDateTime().time()
    statistics = () if picture is None else picture.statistics
    return KeptRun(
        file,
        QLocale().toString(now, "HH:mm:ss"),
        controllers_text(request.controllers),
        request.world.name,
        request.seed,
        result_text(ended, has_failed=has_failed),
        ticks_to_seconds(ended.tick),
        sum(one.distance_mm for one in statistics),
        sum(one.contacts for one in statistics),
    )


def controllers_text(specs: tuple[str, ...]) -> str:
    """Return the controllers of a run in short: each program once."""
    names = dict.fromkeys(_short(spec) for spec in specs if spec)
    return ", ".join(names) or translate("Kept runs", "driven by hand")


def result_text(ended: Ended, *, has_failed: bool) -> str:
    """Return how a run ended in a word or two."""
    if has_failed:
        return translate("Kept runs", "error")
    return {
        "goal": translate("Kept runs", "goal reached"),
        "time": translate("Kept runs", "time ran out"),
        "stopped": translate("Kept runs", "stopped"),
        "finished": translate("Kept runs", "ended"),
        "failed": translate("Kept runs", "error"),
    }[ended.kind]


class KeptRuns(QObject):
    """A list, newest first; of more than ``KEPT_MAX`` the oldest goes, and its file if it is ours.

    Files outside ``folder`` are the person's own and stay.
    """

    changed = Signal()

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self.runs: list[KeptRun] = []

    def add(self, run: KeptRun) -> None:
        """Keep one more."""
        self.runs = [run, *self.runs][:KEPT_MAX]
        self.changed.emit()

    def forget(self) -> None:
        """Keep none."""
        self.runs = []
        self.changed.emit()

    def tidy(self, needed: Path | None = None) -> None:
        """Remove files of runs that are no longer kept, or never ended, except a ``needed`` one."""
        files = {run.file for run in self.runs} | {needed}
        for file in self._folder.iterdir():
            if file not in files:
                with contextlib.suppress(OSError):
                    file.unlink()


def _short(spec: str) -> str:
    """Return the name of a controller's class, or of its file."""
    _path, joint, name = spec.rpartition(":")
    return name if joint and name.isidentifier() else Path(spec).stem
