"""The values of names in a stopped program's text, shown under the mouse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wsusim.gui.features.debugging.session import DebugSession


class ValuesInText:
    """Asks for each value once, and has it from the next look on.

    Args:
        session: Answers for the stopped program.
        frame: Returns which function of the stack a person looks at, from 0.
    """

    def __init__(self, session: DebugSession, frame: Callable[[], int]) -> None:
        self._session = session
        self._frame = frame
        self._known: dict[str, str] = {}

    def forget(self) -> None:
        """Forget all values, since the program goes on or has stopped elsewhere."""
        self._known.clear()

    def value_of(self, path: Path, _line: int, text: str) -> str | None:
        """Return the value of a name in the stopped program, if it is known already."""
        stop = self._session.stop
        if stop is None or all(Path(frame.file) != path.resolve() for frame in stop.stack):
            return None
        if text not in self._known:
            self._known[text] = ""

            def keep(answer: dict[str, object]) -> None:
                self._known[text] = str(answer.get("value", ""))

            self._session.request(keep, what="evaluate", text=text, frame=self._frame())
        return self._known[text] or None
