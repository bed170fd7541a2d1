"""The teacher's own controller, which drives a robot back to its start after each run."""

from __future__ import annotations

from wsusim.errors import BadInput
from wsusim.lab.job_process import SIMULATED, Order
from wsusim.lab.lab_plan import Plan
from wsusim.lab.work import Result, Work


def homing_order(plan: Plan, robot: str, speed: float | None = 1.0) -> Order:
    """Return the order to drive home, without a sandbox: a teacher's programs are trusted."""
    return Order(
        controller=plan.homing,
        maze=plan.maze,
        robot=robot,
        profile=plan.profile,
        time_s=plan.time_limit_s,
        speed=speed,
        is_sandboxed=False,
    )


def is_home(result: Result) -> bool:
    """Return whether the controller ended by itself."""
    report = result.report
    return (
        report is not None
        and report["outcome"] in ("finished", "goal")
        and not (result.why_stopped or result.breakdown)
    )


def tried(plan: Plan) -> str:
    """Try the controller in the simulation; return what the teacher should know, or "".

    Raises:
        BadInput: It can't drive any robot home; the message says why, with the line.
    """
    result = Work(homing_order(plan, SIMULATED, speed=None)).run()
    report = result.report
    if report is None or report["outcome"] in ("error", "unresponsive") or result.text:
        error = None if report is None else report.get("error")
        text = error["text"] if error else result.text
        raise BadInput(
            f"--homing {plan.homing}: the lab has tried it in the simulation, and it failed. {text}"
        )
    if is_home(result):
        return ""
    return (
        f"--homing {plan.homing}: in the simulation it did not end within {plan.time_limit_s:g} s. "
        "A robot that it hasn't brought home in that time waits for a person."
    )
