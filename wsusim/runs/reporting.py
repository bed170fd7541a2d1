"""Assembles a run's report from its robots and its hosts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wsusim.control.report import FailureReport
from wsusim.model.fixed_order import total_of
from wsusim.model.units import TICK_S, ticks_to_seconds
from wsusim.runs.report import Outcome, RobotReport, RunError, RunReport

if TYPE_CHECKING:
    from wsusim.hosting.host import Host
    from wsusim.runs.observer import RunStart
    from wsusim.runs.request import RunRequest
    from wsusim.runs.sources.source import Finish

NOT_REPRODUCIBLE = (
    "This run counted the time the controller spent computing (--decision measured), so it can't "
    "be repeated exactly."
)

ENDED_BY_CLOCK = (
    "A program was stopped because it took too long or used too much. When that happens depends on "
    "the computer, so this run may come out differently the next time."
)


ENDED_AT_ONCE = (
    "The controller ended after {seconds:.2f} s, and a robot stops when its program ends. To keep "
    "it driving, wait with self.sleep(5), or write a loop: while self.active: ... self.sleep(0.1)"
)
AT_ONCE_TICKS = 5


def closing_remarks(request: RunRequest, finish: Finish, hosts: Sequence[Host]) -> tuple[str, ...]:
    """Return what people should know about a run that has ended, a sentence or two each."""
    remarks = [] if request.is_reproducible else [NOT_REPRODUCIBLE]
    if len(hosts) > 1 and any(host.clock_tick is not None for host in hosts):
        remarks.append(ENDED_BY_CLOCK)
    if hosts and finish.tick <= AT_ONCE_TICKS and all(h.outcome == "finished" for h in hosts):
        remarks.append(ENDED_AT_ONCE.format(seconds=ticks_to_seconds(finish.tick)))
    return tuple(remarks)


def report_of(
    request: RunRequest,
    finish: Finish,
    hosts: Sequence[Host],
    start: RunStart | None,
    wall_time_s: float,
) -> RunReport:
    """Return the report of a run that has ended."""
    by_robot = {host.info.robot_id: host for host in hosts}
    robots = [
        _robot_report(finish, robot, by_robot.get(robot))
        for robot in range(len(finish.statistics))
        if robot in by_robot or not by_robot
    ]
    first_error = next((robot.error for robot in robots if robot.error is not None), None)
    begun_s = 0.0 if start is None else ticks_to_seconds(start.update.snapshot.tick)
    sim_time_s = ticks_to_seconds(finish.tick)
    score = finish.mission.score
    return RunReport(
        outcome=_worst([robot.outcome for robot in robots if robot.controller], finish.end),
        end=finish.end,
        seed=request.seed,
        maze=request.maze_name,
        timing=request.timing,
        sim_time_s=sim_time_s,
        wall_time_s=wall_time_s,
        speedup=(sim_time_s - begun_s) / wall_time_s if wall_time_s > 0 else 0.0,
        startup_s=0.0 if start is None else start.startup_s,
        distance_mm=total_of(robot.distance_mm for robot in robots),
        contacts=sum(robot.contacts for robot in robots),
        contact_time_s=total_of(robot.contact_time_s for robot in robots),
        caps_delivered=finish.mission.caps_delivered,
        goal_time_s=finish.mission.goal_time_s,
        trace_sha256=finish.trace_sha256,
        robots=tuple(robots),
        notices=(
            *(host.remark for host in hosts if host.remark is not None),
            *closing_remarks(request, finish, hosts),
        ),
        is_reproducible=request.is_reproducible
        and finish.is_reproducible
        and all(host.clock_tick is None for host in hosts),
        error=first_error,
        line=finish.line,
        score=None if score is None else (score.left, score.right),
    )


def run_error(failure: FailureReport, controller: str) -> RunError:
    """Return a controller's failure in the form of a report."""
    return RunError(
        file=failure.file,
        line=failure.line,
        message=failure.message,
        hints=failure.hints,
        text=failure.text(),
        controller=controller,
    )


def _worst(outcomes: Sequence[Outcome], end: Outcome) -> Outcome:
    """Return the outcome that people must know first."""
    failures: tuple[Outcome, ...] = ("unresponsive", "error")
    return next((outcome for outcome in failures if outcome in outcomes), end)


def _robot_report(finish: Finish, robot: int, host: Host | None) -> RobotReport:
    statistics = finish.statistics[robot]
    outcome: Outcome = (None if host is None else host.outcome) or "stopped"
    failure = None if host is None else host.failure
    return RobotReport(
        robot=robot + 1,
        controller=None if host is None else host.spec,
        outcome=finish.end if outcome == "stopped" else outcome,
        distance_mm=statistics.distance_mm,
        contacts=statistics.contacts,
        contact_time_s=statistics.contact_ticks * TICK_S,
        error=None if host is None or failure is None else run_error(failure, host.spec),
    )
