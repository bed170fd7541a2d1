"""The run that the window shows, as one with a way back into its programs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from wsusim.control.debugging.breakpoints import Why
from wsusim.errors import BadInput
from wsusim.gui.features.debugging.breakpoint_marks import ABOUT_DEBUGGING
from wsusim.gui.features.debugging.done_again import DoneAgain
from wsusim.gui.features.debugging.session import DebugSession
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.shell import Shell
from wsusim.gui.shell.watched import RunState, Watched
from wsusim.runs.debugged import DebuggedRun
from wsusim.runs.run import Run


class ShownRun(QObject):
    """Finds the way back: a debugged run has one, others are repeated for it."""

    def __init__(self, shell: Shell, session: DebugSession, again: DoneAgain) -> None:
        super().__init__(shell.frame)
        self._shell = shell
        self._session = session
        self._again = again
        self.run: Run | None = None
        """The last one that was begun here; ``None``: something else is shown since."""

    def ask(
        self, then: Callable[[DebuggedRun, int], object], refuse: Callable[[Exception], object]
    ) -> None:
        """Get the shown run with a way back, and the tick of the moment that is shown."""
        subject, picture = self._shell.watched.subject, self._shell.watched.picture
        if subject is None or picture is None:
            refuse(BadInput(self.tr("Run your program first, or open a recording.")))
            return
        tick = picture.snapshot.tick
        if subject.file is None and self._session.debugged is not None:
            then(self._session.debugged, tick)
        elif subject.file is None and self.run is not None:
            self._again.run(self.run.request, picture, lambda run: then(run, tick), refuse)
        elif subject.file is not None and (known := self._again.known(subject.file)) is not None:
            then(known, tick)
        elif subject.file is not None:

            def done(run: DebuggedRun, remark: str) -> None:
                if remark:
                    self._shell.tell(remark, Weight.WARNING, about=ABOUT_DEBUGGING)
                then(run, tick)

            self._again.record(subject.file, done, refuse)


def allowed(session: DebugSession, watched: Watched) -> dict[str, bool]:
    """Return which of the debugger's actions can be done now."""
    stands = session.stop is not None
    can_go = session.stop is not None and session.stop.why is not Why.PRESENT
    is_live = session.debugged is not None and watched.state in (RunState.GOING, RunState.PAUSED)
    subject = watched.subject
    is_simulated = subject is not None and not subject.is_real
    forwards = ("debug go", "debug over", "debug into", "debug out", "debug wait")
    backwards = ("debug back", "debug last", "debug first", "debug future", "debug origin")
    return {
        **dict.fromkeys(forwards, can_go),
        **dict.fromkeys(backwards, stands and is_simulated),
        "debug pause": is_live and not stands,
        "debug watch": True,
        "debug here": True,  # where it can't be done, it says why
        "debug present": session.is_past and session.live_stop is not None,
        "debug clear": True,
    }
