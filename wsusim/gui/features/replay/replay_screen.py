"""Shows the moments of a film where a run is shown: in the arena, and to all watchers."""

from __future__ import annotations

from wsusim.analysis.film import Film
from wsusim.gui.features.replay.recorded_rays import RecordedRays
from wsusim.gui.shell.shell import Shell

PRINTS_MAX = 5000
"""So many prints are told at most when a recording is wound on."""


class ReplayScreen:
    """Trails and prints grow while time goes on, and are rebuilt when it goes back."""

    def __init__(self, shell: Shell, film: Film) -> None:
        self._scene = shell.scene
        self._watched = shell.watched
        self._film = film
        self._rays = RecordedRays(shell, film)
        self._tick = -1
        self._printed = 0

    def show(self, tick: int, *, at_once: bool) -> None:
        """Show a moment; panels with text only now and then, unless ``at_once``."""
        if tick < self._tick:
            self._wind_back(tick)
        picture = self._film.picture_at(tick)
        for number, robot in enumerate(picture.snapshot.robots):
            self._scene.extend_trail(robot.id, self._film.trail(number, self._tick, tick))
        self._tick = tick
        self._print(tick)
        self._rays.show(picture.snapshot)
        self._watched.show(picture, at_once=at_once)

    def close(self) -> None:
        """End the thread that traces rays."""
        self._rays.close()

    def _print(self, tick: int) -> None:
        """Pass on what was printed up to a tick."""
        count = self._film.prints_until(tick)
        for line in self._film.prints[max(self._printed, count - PRINTS_MAX) : count]:
            assert line.robot is not None
            self._watched.printed.emit(line.robot, line.text)
        self._printed = count

    def _wind_back(self, tick: int) -> None:
        self._scene.clear_trails()
        if self._film.prints_until(tick) != self._printed:
            self._watched.rewound.emit()
            self._printed = 0
        self._tick = -1
