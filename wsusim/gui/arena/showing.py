"""Draws the pictures of a run or recording: whatever has changed since the one before."""

from __future__ import annotations

import time

from wsusim.gui.arena.arena_scene import ArenaScene
from wsusim.runs.pictures import Picture

DRAWING_S = 0.2
"""How often what a controller draws is redrawn; all of it is drawn each time."""

SAID_MAX = 120
"""Characters of a speech bubble; of a longer text the rest is left out."""


class Showing:
    """Moves things and robots, and shows what controllers say and draw."""

    def __init__(self, scene: ArenaScene) -> None:
        self._scene = scene
        self.begin()

    def begin(self) -> None:
        """Forget what is drawn, since another run or recording begins."""
        self._says: tuple[str, ...] = ()
        self._drawings: dict[int, object] = {}
        self._drawn_robot = 0
        self._drawn_s = 0.0

    def show(self, picture: Picture) -> None:
        """Show a picture; of the drawings those of one robot, when it is time."""
        self._scene.show(picture.snapshot)
        says = self._says or ("",) * len(picture.says)
        self._says = picture.says
        for robot, old, new in zip(picture.snapshot.robots, says, picture.says, strict=True):
            if new != old:
                self._scene.say(robot.id, new if len(new) <= SAID_MAX else f"{new[:SAID_MAX]}…")
        now_s = time.monotonic()
        if now_s - self._drawn_s >= DRAWING_S / max(1, len(picture.drawings)):
            self._drawn_s = now_s
            self._draw(picture, is_all=False)

    def draw_all(self, picture: Picture) -> None:
        """Show at once all that controllers have drawn, while time stands still."""
        self._draw(picture, is_all=True)

    def _draw(self, picture: Picture, *, is_all: bool) -> None:
        """Draw what a robot's controller has added, the robots in turn."""
        count = len(picture.drawings)
        for robot in (*range(self._drawn_robot + 1, count), *range(self._drawn_robot + 1)):
            new = picture.drawings[robot] if robot < count else ()
            if new is not self._drawings.get(robot, ()):
                self._drawings[robot] = new
                self._scene.set_drawing(picture.snapshot.robots[robot].id, new)
                if not is_all:
                    self._drawn_robot = robot
                    return
