"""Draws the paths of several runs into the arena, to compare them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from wsusim.gui.arena.compared_item import ComparedRun
from wsusim.gui.features.replay.kept_runs import KeptRun
from wsusim.gui.features.replay.runs_panel import RunsPanel
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.widgets.theme import robot_colour
from wsusim.gui.widgets.worker import Report, Worker
from wsusim.model.geometry import Point

if TYPE_CHECKING:
    from wsusim.model.world import World

Ways = list[tuple[Point, ...]]


class ComparedWays(Side):
    """Reads the paths in a thread, one after the other, and keeps those that it has read."""

    def __init__(self, shell: Shell, panel: RunsPanel) -> None:
        super().__init__(shell)
        self._panel = panel
        self._ways: dict[KeptRun, Ways] = {}
        self._reading: KeptRun | None = None
        self.worker = Worker(self)
        panel.compared_changed.connect(self.show)
        shell.document.loaded.connect(self._forget)
        shell.closing.connect(self.worker.close)

    def show(self) -> None:
        """Draw the ticked ones that are read, and read the rest."""
        compared = self._panel.compared
        self._ways = {run: self._ways[run] for run in compared if run in self._ways}
        self._shell.scene.set_compared(
            [
                ComparedRun(robot_colour(compared[run]), tuple(ways))
                for run, ways in self._ways.items()
            ]
        )
        self._panel.show_same(_alike(self._ways))
        missing = next((run for run in compared if run not in self._ways), None)
        if missing is not None and self._reading is None:
            self._reading = missing
            self.worker.ask(
                partial(_read, missing),
                partial(self._take, missing),
                partial(self._refuse, missing),
            )

    def _take(self, run: KeptRun, read: tuple[World, Ways]) -> None:
        self._reading = None
        world, ways = read
        here = self._shell.document.world
        if (world.arena, world.walls) != (here.arena, here.walls):
            text = self.tr(
                "The run of {time} was in another maze, or before you changed the walls. Replay it "
                "to see its path."
            )
            self._shell.tell(text.format(time=run.at), is_news=True)
            self._panel.untick(run)
        else:
            self._ways[run] = ways
        self.show()

    def _refuse(self, run: KeptRun, error: Exception) -> None:
        self._reading = None
        self._shell.tell(str(error), is_news=True)
        self._panel.untick(run)
        self.show()

    def _forget(self) -> None:
        """Forget the paths when another maze is opened: they would cross its walls."""
        for run in tuple(self._panel.compared):
            self._panel.untick(run)
        self.show()


def _alike(ways: dict[KeptRun, Ways]) -> list[KeptRun]:
    """Return the first runs with exactly the same paths, if there are any."""
    for its in ways.values():
        same = [other for other in ways if ways[other] == its]
        if len(same) > 1 and any(its):
            return same
    return []


def _read(run: KeptRun, report: Report) -> tuple[World, Ways]:
    from wsusim.analysis.takeaway import open_film

    film = open_film(run.file, report)
    try:
        robots = range(len(film.header.world.robots))
        begin = film.first_tick - 1
        return film.header.world, [tuple(film.trail(n, begin, film.last_tick)) for n in robots]
    finally:
        film.close()
