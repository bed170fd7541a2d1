"""How a run that people watch ends, in the words of its events."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wsusim.control.report import FailureReport, report_failure
from wsusim.errors import WsusimError
from wsusim.runs.live_events import Ended, EndKind, Picture
from wsusim.shipped import shipped_folder

if TYPE_CHECKING:
    from wsusim.engine.lockstep import Lockstep
    from wsusim.engine.simulation import Simulation


def at_rest(picture: Picture) -> Picture:
    """Return a picture in which no wheel turns any more; that of the last tick has them turn."""
    robots = tuple(
        replace(robot, left_speed=0.0, right_speed=0.0) for robot in picture.snapshot.robots
    )
    return replace(picture, snapshot=replace(picture.snapshot, robots=robots))


def end_kind(simulation: Simulation, lockstep: Lockstep) -> EndKind:
    """Return why a run is over."""
    from wsusim.engine.participant import EndReason

    if simulation.end_reason == "goal":
        return "goal"
    if lockstep.end_reason is EndReason.STOPPED:
        return "stopped"
    if lockstep.end_reason is EndReason.TIME or simulation.end_reason == "time":
        return "time"
    return "finished"


def ended_now(simulation: Simulation, kind: EndKind, *, is_reproducible: bool) -> Ended:
    """Return the end of a run whose simulation stands still now."""
    return Ended(
        kind, simulation.tick, simulation.trace_sha256(), is_reproducible, simulation.mission
    )


def plain_report(error: WsusimError, file: str | None, line: int | None) -> FailureReport:
    """Return the report of an error whose message says everything."""
    if file is None:
        return report_failure(error, shipped_folder("controllers"))
    return FailureReport(type(error).__name__, str(error), file, line)
