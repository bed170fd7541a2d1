"""An observer of runs that keeps what it hears, for the tests."""

from __future__ import annotations

from wsusim.model.commands import Annotation, Say
from wsusim.runs.observer import RunObserver


class Heard(RunObserver):
    """Keeps what a run tells."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.remarks: list[str] = []
        self.prints: list[str] = []

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Keep a print."""
        self.prints.append(text)

    def remarked(self, tick: int, robot: int, remark: Annotation) -> None:
        """Keep what was said."""
        if isinstance(remark, Say):
            self.said.append(remark.text)

    def noticed(self, tick: int, text: str) -> None:
        """Keep a remark about the run."""
        self.remarks.append(text)
