"""Put a run's report together from its simulation and its hosts."""

from __future__ import annotations

from collections.abc import Sequence

from wsusim.control.hosting.host import Host
from wsusim.engine.lockstep import Lockstep
from wsusim.engine.participant import EndReason
from wsusim.engine.simulation import Simulation
from wsusim.model.units import TICK_S, ticks_to_seconds
from wsusim.runs.report import Outcome, RobotReport, RunError, RunReport
from wsusim.runs.request import RunRequest

NOT_REPRODUCIBLE = (
    "The time that the controller computed was counted (--decision measured), so this run can't "
    "be repeated to the byte."
)


def report_of(
    request: RunRequest,
    simulation: Simulation,
    lockstep: Lockstep,
    hosts: Sequence[Host],
    wall_time_s: float,
    startup_s: float,
) -> RunReport:
    """Return the report of a run that has ended."""
    end = _end_of(simulation, lockstep.end_reason)
    robots = tuple(_robot_report(simulation, end, host) for host in hosts)
    errors = [robot.error for robot in robots if robot.error is not None]
    mission = simulation.mission
    sim_time_s = ticks_to_seconds(simulation.tick)
    return RunReport(
        outcome=_overall([robot.outcome for robot in robots], end),
        seed=request.seed,
        maze=request.maze,
        timing=request.timing,
        sim_time_s=sim_time_s,
        wall_time_s=wall_time_s,
        speedup=sim_time_s / wall_time_s if wall_time_s > 0 else 0.0,
        startup_s=startup_s,
        distance_mm=sum(robot.distance_mm for robot in robots),
        contacts=sum(robot.contacts for robot in robots),
        contact_time_s=sum(robot.contact_time_s for robot in robots),
        caps_delivered=mission.caps_delivered,
        goal_time_s=mission.goal_time_s,
        trace_sha256=simulation.trace_sha256(),
        robots=robots,
        notices=(
            *(host.remark for host in hosts if host.remark is not None),
            *(() if request.is_reproducible else (NOT_REPRODUCIBLE,)),
        ),
        is_reproducible=request.is_reproducible,
        error=errors[0] if errors else None,
    )


def _end_of(simulation: Simulation, reason: EndReason | None) -> Outcome:
    """Return how the run as a whole came to its end."""
    if simulation.end_reason == "goal":
        return "goal"
    if reason is EndReason.STOPPED:
        return "stopped"
    if reason is EndReason.TIME or simulation.end_reason == "time":
        return "time"
    return "finished"


def _overall(outcomes: Sequence[Outcome], end: Outcome) -> Outcome:
    """Return the outcome that people must hear of first."""
    failures: tuple[Outcome, ...] = ("unresponsive", "error")
    for outcome in failures:
        if outcome in outcomes:
            return outcome
    return end


def _robot_report(simulation: Simulation, end: Outcome, host: Host) -> RobotReport:
    robot = host.info.robot_id
    statistics = simulation.statistics(robot)
    failure = host.failure
    outcome: Outcome = host.outcome or "stopped"
    return RobotReport(
        robot=robot + 1,
        controller=host.spec,
        outcome=end if outcome == "stopped" else outcome,
        distance_mm=statistics.distance_mm,
        contacts=statistics.contacts,
        contact_time_s=statistics.contact_ticks * TICK_S,
        error=None
        if failure is None
        else RunError(
            file=failure.file,
            line=failure.line,
            message=failure.message,
            hints=failure.hints,
            text=failure.text(),
            controller=host.spec,
        ),
    )
