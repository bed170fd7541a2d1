"""Shows the moments of a film where a run is shown: arena, panels and console."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject

from wsusim.gui.arena.scene import ArenaScene
from wsusim.gui.features.replay.film import Film
from wsusim.gui.features.replay.recorded_rays import RecordedRays
from wsusim.gui.features.run.bridge import SAID_MAX, RunBridge
from wsusim.gui.features.run.console_panel import BATCH_LINES, ConsolePanel
from wsusim.gui.shell.watched import SAMPLE_S


class ReplayScreen(QObject):
    """Passes pictures of a film on to whoever shows those of a run.

    Trails and console grow while time goes on, and are made anew when it goes back.
    """

    def __init__(self, scene: ArenaScene, bridge: RunBridge, console: ConsolePanel) -> None:
        super().__init__(bridge)
        self._scene = scene
        self._bridge = bridge
        self._console = console
        self.rays = RecordedRays(scene, bridge)
        self._film: Film | None = None
        self._tick = -1
        self._printed = 0
        self._sampled_s = 0.0
        self._says: tuple[str, ...] = ()
        self._drawings: tuple[object, ...] = ()

    def take(self, film: Film | None) -> None:
        """Show another film from now on; ``None``: nothing."""
        self._film = film
        self._forget()
        self.rays.take(film)
        if film is not None:
            self._console.set_robots(len(film.header.world.robots))

    def show(self, tick: int, *, at_once: bool) -> None:
        """Show a moment; panels with text only now and then, unless ``at_once``."""
        film = self._film
        if film is None:
            return
        if tick < self._tick:
            self._wind_back(film, tick)
        picture = film.picture_at(tick)
        for number, robot in enumerate(picture.snapshot.robots):
            self._scene.extend_trail(robot.id, film.trail(number, self._tick, tick))
        self._scene.show(picture.snapshot)
        said = self._says or ("",) * len(picture.says)
        drawn = self._drawings or ((),) * len(picture.drawings)
        for number, robot in enumerate(picture.snapshot.robots):
            if picture.says[number] != said[number]:
                self._scene.say(robot.id, picture.says[number][:SAID_MAX])
            if picture.drawings[number] is not drawn[number]:
                self._scene.set_drawing(robot.id, picture.drawings[number])
        self._says, self._drawings = picture.says, picture.drawings
        self._print(film, tick)
        self._tick = tick
        self.rays.show(picture)
        self._bridge.pictured.emit(picture)
        now_s = time.monotonic()
        if at_once or now_s - self._sampled_s >= SAMPLE_S:
            self._sampled_s = now_s
            self._bridge.sampled.emit(picture)

    def _print(self, film: Film, tick: int) -> None:
        """Bring the console to what had been printed by a tick."""
        count = film.prints_until(tick)
        for line in film.prints[max(self._printed, count - BATCH_LINES) : count]:
            assert line.robot is not None
            self._console.add(line.robot, line.text)
        self._printed = count

    def _wind_back(self, film: Film, tick: int) -> None:
        self._scene.clear_trails()
        if film.prints_until(tick) != self._printed:
            self._console.clear()
            self._printed = 0
        self._tick = -1

    def _forget(self) -> None:
        self._tick, self._printed, self._sampled_s = -1, 0, 0.0
        self._says, self._drawings = (), ()
        self._console.clear()
