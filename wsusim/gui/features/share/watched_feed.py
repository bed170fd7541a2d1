"""Passes what the window shows, a run or a recording, to a publisher."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from wsusim.gui.shell.watched import NOTHING, RunState, Subject, Watched
from wsusim.live.asking import Seek
from wsusim.live.publisher import Publisher
from wsusim.live.rights import abilities_of
from wsusim.live.telling import scene_of
from wsusim.recording.samples import Samples
from wsusim.runs.actions import Action
from wsusim.runs.pictures import Picture


class WatchedFeed(QObject):
    """Follows the port ``Watched``; begins with what is shown now.

    Args:
        watched: Emits what is shown, and gets what viewers ask for.
        publisher: Shares it.
        may_steer: Whether viewers can do anything; in a recording they choose the moment.
        parent: Owns this.
    """

    _asked = Signal(object)
    """From another thread: a ``Action`` or ``Seek``."""

    def __init__(
        self, watched: Watched, publisher: Publisher, may_steer: bool, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._watched = watched
        self._publisher = publisher
        self._may_steer = may_steer
        self._tick = -1
        self._asked.connect(self._steer)
        publisher.steer = self._asked.emit
        watched.begun.connect(self._begin)
        watched.pictured.connect(self._show)
        watched.refreshed.connect(self._lead)
        watched.printed.connect(self._print)
        watched.rewound.connect(publisher.rewind)
        watched.state_changed.connect(self._follow_state)
        watched.ended.connect(lambda ended: self._note_end(ended.kind))
        watched.cleared.connect(lambda: self._note_end("stopped"))
        watched.replied.connect(publisher.reply)
        if watched.subject is not None:
            self._begin(watched.subject)
        if watched.picture is not None:
            self._show(watched.picture)

    def _begin(self, subject: Subject) -> None:
        can, driven = (subject.abilities, subject.driven) if self._may_steer else (NOTHING, ())
        abilities = abilities_of(can, driven, subject.world)
        scene = scene_of(
            subject.world,
            name=subject.name or subject.world.name,
            abilities={**abilities, "seek": subject.is_recording and self._may_steer},
            seed=subject.seed,
            span_ticks=_span(subject),
        )
        self._tick = -1
        self._publisher.begin(scene, None if subject.is_real else subject.world)
        self._follow_state(self._watched.state)

    def _show(self, picture: Picture) -> None:
        if picture.snapshot.tick < self._tick:
            self._publisher.rewind()
        self._tick = picture.snapshot.tick
        self._publisher.show(picture)

    def _lead(self, blocks: list[Samples]) -> None:
        for block in blocks:
            for number, robot in enumerate(block.robots):
                self._publisher.lead(number, robot.track[:, :2].tolist())

    def _print(self, robot: int, text: str) -> None:
        self._publisher.print(max(self._tick, 0), robot, text)

    def _follow_state(self, state: RunState) -> None:
        self._publisher.note({"phase": "going", "is_paused": state is RunState.PAUSED})

    def _note_end(self, kind: str) -> None:
        self._publisher.note({"phase": "ended", "end": kind})

    def _steer(self, action: Action | Seek) -> None:
        """Pass on what a viewer asks for."""
        if isinstance(action, Seek):
            self._watched.moment_wanted.emit(action.tick)
        else:
            self._watched.action_wanted.emit(action)


def _span(subject: Subject) -> tuple[int, int] | None:
    """Return first and last tick of a recording."""
    ticks = getattr(subject.history, "ticks", None)
    if not subject.is_recording or ticks is None or not len(ticks):
        return None
    return int(ticks[0]), int(ticks[-1])
