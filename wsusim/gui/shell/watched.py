"""Passes what the arena shows to all panels: a run, a recording, or the maze itself.

Runs and recordings do so in the same way, so that a panel need not know which one it shows.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from wsusim.control.report import FailureReport
from wsusim.model.world import World
from wsusim.runs.observer import Abilities
from wsusim.runs.pictures import Picture

if TYPE_CHECKING:
    from wsusim.recording.video import Video

NOTHING = Abilities()

SAMPLE_S = 1 / 15
"""How often panels with text are updated while time goes on."""


class RunState(Enum):
    """The state of a run, on which possible actions depend; ``IDLE`` while a recording is shown."""

    IDLE = "idle"
    """The maze is shown, and can be edited."""
    LOADING = "loading"
    GOING = "going"
    PAUSED = "paused"
    ENDED = "ended"
    """What the run has left is shown."""


LIVELY = frozenset({RunState.LOADING, RunState.GOING, RunState.PAUSED})


@dataclass(frozen=True, slots=True)
class Failure:
    """A controller that failed (``robot`` counts from 0), or the run itself (``None``)."""

    robot: int | None
    report: FailureReport
    tick: int | None = None
    """When, in a recording."""


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """The run or recording that is shown."""

    world: World
    name: str = ""
    """What the window's title calls a recording."""
    seed: int = 1
    is_ideal: bool = False
    is_real: bool = False
    """Of a real robot: what its sensors saw is unknown."""
    abilities: Abilities = NOTHING
    """What people can make the robots of a run do."""
    driven: frozenset[int] = frozenset()
    """Numbers of the robots that controllers drive."""
    is_recording: bool = False
    history: object = None
    """Of a recording: all its values, for curves."""
    values: object = None
    """What controllers' variables held, and what they plotted: a ``runs.value_book.ValueBook``."""
    video: Video | None = None
    """Of a recording: what a camera beside the robots saw. One thread at a time may ask it."""
    failures: tuple[Failure, ...] = ()
    """Of a recording: all of them, in their order. Those of a run are told by ``failed``."""
    file: Path | None = None
    """Of a recording: where it is."""
    locate: Callable[[Path], Path] = lambda path: path
    """Returns where a program can be read, given where it was when it ran."""


class Watched(QObject):
    """The port between what shows a run or a recording and all the panels."""

    begun = Signal(object)
    """Another ``Subject`` is shown from now on: panels forget the one before."""

    pictured = Signal(object)
    """A new ``Picture``."""

    sampled = Signal(object)
    """A new ``Picture``, for panels with text, which need not change sixty times a second."""

    refreshed = Signal(object)
    """What a run's sensors saw since the last time: a list of ``recording.samples.Samples``."""

    carried = Signal(int, int)
    """Tick, and number of a robot of a run that a person has put elsewhere."""

    printed = Signal(int, str)
    """Number of a robot, and a piece of what its controller printed."""

    rewound = Signal()
    """A recording was wound back: what was printed before is told again."""

    failed = Signal(object)
    """A ``Failure``."""

    ended = Signal(object)
    """How a run ended: ``runs.events.Ended``."""

    cleared = Signal()
    """The maze itself is shown again."""

    state_changed = Signal(object)
    """The new ``RunState``."""

    run_begun = Signal(object)
    """This ``runs.run.Run`` is shown from now on; it has not begun to move yet."""

    reset_wanted = Signal()
    """Asks to show the maze itself again: runs end, recordings are closed."""

    moment_wanted = Signal(int)
    """Asks to show this tick of the recording."""

    play_wanted = Signal()
    """Asks to play the recording, or to pause it."""

    step_wanted = Signal()
    """The recording is to go on by a step."""

    playing_changed = Signal(bool)
    """Whether a recording plays now."""

    run_made = Signal(object)
    """Asks to show this ``runs.run.Run`` instead of what is shown."""

    action_wanted = Signal(object)
    """A remote viewer asks for a ``runs.actions.Action``."""

    replied = Signal(object, object)
    """The ``TypeLine`` that a person typed to a robot, and the lines of its answer."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.subject: Subject | None = None
        """What is shown; ``None``: the maze itself."""
        self.picture: Picture | None = None
        """What is shown of it."""
        self.state = RunState.IDLE
        self.is_playing = False
        """Whether a recording plays."""
        self._sampled_s = 0.0

    @property
    def is_lively(self) -> bool:
        """Whether a run is loading, going or paused."""
        return self.state in LIVELY

    @property
    def is_recording(self) -> bool:
        """Whether a recording is shown."""
        return self.subject is not None and self.subject.is_recording

    def set_playing(self, is_playing: bool) -> None:
        """Return whether the recording plays."""
        if is_playing != self.is_playing:
            self.is_playing = is_playing
            self.playing_changed.emit(is_playing)

    def begin(self, subject: Subject) -> None:
        """Show another run or recording from now on."""
        self.subject, self.picture = subject, None
        self.begun.emit(subject)

    def show(self, picture: Picture, *, at_once: bool) -> None:
        """Show a moment; panels with text only now and then, unless ``at_once``."""
        self.picture = picture
        self.pictured.emit(picture)
        now_s = time.monotonic()
        if at_once or now_s - self._sampled_s >= SAMPLE_S:
            self._sampled_s = now_s
            self.sampled.emit(picture)

    def end(self, ended: object) -> None:
        """Report how a run ended, after its last picture, to all panels."""
        if self.picture is not None:
            self.sampled.emit(self.picture)
        self.ended.emit(ended)

    def clear(self) -> None:
        """Show the maze itself again."""
        self.subject, self.picture = None, None
        self.set_state(RunState.IDLE)
        self.cleared.emit()

    def set_state(self, state: RunState) -> None:
        """Report the state of a run."""
        if state is not self.state:
            self.state = state
            self.state_changed.emit(state)
