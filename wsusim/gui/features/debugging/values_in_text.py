"""What names in the text of a program are worth where it stands, for the mouse to show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wsusim.gui.features.debugging.session import DebugSession


class ValuesInText:
    """Asks for each value once, and has it from the next look on.

    Args:
        session: Asked where the program stands.
        frame: Returns which function of the stack a person looks at, from 0.
    """

    def __init__(self, session: DebugSession, frame: Callable[[], int]) -> None:
        self._session = session
        self._frame = frame
        self._known: dict[str, str] = {}

    def forget(self) -> None:
        """The program stands somewhere else, or goes on."""
        self._known.clear()

    def value_of(self, path: Path, _line: int, text: str) -> str | None:
        """Return what a name is worth where the program stands, as far as it is known already."""
        stop = self._session.stop
        if stop is None or all(Path(frame.file) != path.resolve() for frame in stop.stack):
            return None
        if text not in self._known:
            self._known[text] = ""

            def keep(answer: dict[str, object]) -> None:
                self._known[text] = str(answer.get("value", ""))

            self._session.request(keep, what="evaluate", text=text, frame=self._frame())
        return self._known[text] or None
