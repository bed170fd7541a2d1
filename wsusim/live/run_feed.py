"""Passes one run to a publisher, and the requests of its viewers to the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsusim.live.asking import Seek
from wsusim.live.publisher import Publisher
from wsusim.live.rights import abilities_of
from wsusim.live.telling import scene_of
from wsusim.runs.actions import Action, TypeLine
from wsusim.runs.observer import RunObserver, RunStart, RunUpdate
from wsusim.runs.pictures import Pictures
from wsusim.runs.run import Run

if TYPE_CHECKING:
    from wsusim.control.report import FailureReport
    from wsusim.runs.pictures import Picture
    from wsusim.runs.report import RunReport


class RunFeed(RunObserver):
    """Observes one run; make it before the run begins."""

    def __init__(self, publisher: Publisher, run: Run) -> None:
        self._publisher = publisher
        self._run = run
        self._pictures = Pictures()
        run.observe(self._pictures)  # before this: what is seen is a picture by then
        run.observe(self)
        publisher.steer = self._steer

    def started(self, start: RunStart) -> None:
        """Send the scene."""
        request, world = start.request, start.world
        names = [spec.rpartition("/")[2] for spec in request.controllers]
        scene = scene_of(
            world,
            name=world.name,
            controllers=names,
            abilities=abilities_of(self._run.source.abilities, request.driven, world),
            seed=start.seed,
        )
        known = world if self._run.source.abilities.rays else None
        self._publisher.begin(scene, known, self._pictures.take_samples)
        self._note(phase="going")
        self._publisher.show(self._picture())

    def seen(self, update: RunUpdate) -> None:
        """Show the run's picture."""
        self._publisher.show(self._picture())

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Show a print."""
        self._publisher.print(tick, robot, text)

    def noticed(self, tick: int, text: str) -> None:
        """Show a remark about the run."""
        self._publisher.print(tick, -1, f"{text}\n")

    def replied(self, asked: TypeLine, lines: tuple[str, ...]) -> None:
        """Send a robot's answer to the person who typed."""
        self._publisher.reply(asked, lines)

    def failed(self, robot: int | None, spec: str, report: FailureReport) -> None:
        """Show why a controller failed."""
        self._publisher.print(self._run.tick, -1, f"{report.summary}\n")

    def ended(self, report: RunReport) -> None:
        """Show how the run ended."""
        self._note(phase="ended", end=report.end)

    def _picture(self) -> Picture:
        assert self._pictures.picture is not None
        return self._pictures.picture

    def _note(self, **values: str) -> None:
        self._publisher.note({**values, "is_paused": self._run.is_paused})

    def _steer(self, action: Action | Seek) -> None:
        if not isinstance(action, Seek):
            self._run.do(action)
        self._note()
