"""The lab's API: functions that take the lab, who asks, and the request."""

from __future__ import annotations

import json
import secrets

from wsusim.control.completions import Word, robot_words
from wsusim.errors import BadInput
from wsusim.lab.drive import PERIOD_TICKS
from wsusim.lab.job import JobRequest
from wsusim.lab.lab import Lab
from wsusim.lab.looking_back import curves_of, values_of
from wsusim.lab.looks import Look
from wsusim.lab.people import Person
from wsusim.lab.shapes import (
    ToldDrive,
    ToldJob,
    ToldLab,
    ToldLook,
    ToldPlot,
    ToldState,
    ToldValues,
    ToldWholeJob,
)
from wsusim.lab.web.answers import tell_job, tell_jobs, tell_lab, tell_state
from wsusim.lab.web.asked import (
    COURSE,
    Act,
    Ask,
    course,
    for_teachers,
    number,
    program,
    text,
    whole_number,
)
from wsusim.model.units import seconds_to_ticks, ticks_to_seconds

LAST_TICK = seconds_to_ticks(3600.0)
"""Of the longest run."""


def _told(lab: Lab, person: Person, ask: Ask) -> ToldLab:
    return tell_lab(lab, person, course(lab, person, ask))


def _then_tell(act: Act) -> Act:
    """Return a teachers' act that answers with the state of the lab after it."""

    def then_told(lab: Lab, person: Person, ask: Ask) -> ToldLab:
        act(lab, person, ask)
        return _told(lab, person, ask)

    return for_teachers(then_told)


def _submit(lab: Lab, person: Person, ask: Ask) -> ToldWholeJob:
    kind = text(ask, "kind", "robot")
    if kind not in ("robot", "simulation"):
        raise BadInput(f"A job's kind is 'robot' or 'simulation', not {kind[:40]!r}.")
    for_course = course(lab, person, ask)
    lab.require_room()
    rules = lab.rules.now()
    plan = rules.plan
    maze = plan.maze if kind == "robot" else text(ask, "maze", plan.maze)
    if maze not in plan.all_mazes:
        raise BadInput(
            f"This lab has no maze {maze[:40]!r}. Choose one of: {', '.join(plan.all_mazes)}."
        )
    job_request = JobRequest(
        program=program(ask),
        key=text(ask, "key", secrets.token_urlsafe(12)),
        kind="robot" if kind == "robot" else "simulation",
        maze=maze,
        seed=whole_number(ask, "seed", 1, 0, 2**31 - 1),
        time_s=number(ask, "time_s", plan.time_limit_s, 1.0, plan.time_limit_s),
        is_live=kind == "robot" or _is_live(ask),
        course=for_course.id,
    )
    job = lab.jobs.add(person, job_request, lab.now_s(), rules.most_open)
    lab.wake()
    return tell_job(lab, job, person)


def _is_live(ask: Ask) -> bool:
    pace = text(ask, "pace", "fast")
    if pace not in ("fast", "live"):
        raise BadInput(f"A simulation's pace is 'fast' or 'live', not {pace[:40]!r}.")
    return pace == "live"


def _jobs(lab: Lab, person: Person, ask: Ask) -> list[ToldJob]:
    return tell_jobs(lab, lab.jobs.of(person), person)


def _job(lab: Lab, person: Person, ask: Ask) -> ToldWholeJob:
    return tell_job(lab, lab.jobs.get(ask["job"], person), person)


def _curves(lab: Lab, person: Person, ask: Ask) -> list[ToldPlot]:
    job = lab.jobs.get(ask["job"], person)
    file = lab.files.newest_recording(job)
    if file is None:
        raise BadInput(f"Run {job.id} has no recording (yet), so there are no curves.")
    return curves_of(file)


def _values(lab: Lab, person: Person, ask: Ask) -> ToldValues:
    """Return the values of a finished run's variables at a tick."""
    job, tick = lab.jobs.get(ask["job"], person), min(ask["tick"], LAST_TICK)
    file = lab.files.newest_recording(job)
    if file is None:
        raise BadInput(f"Run {job.id} has no recording (yet), so there are no variables.")
    book = values_of(file)
    values = [(name, value) for name, value in sorted(book.at(0, tick).items())]
    return {"tick": tick, "values": values, "left_out": book.left_out(0, tick)}


def _look(lab: Lab, person: Person, ask: Ask) -> ToldLook:
    """Begin to run a simulation's program again, up to the moment at which to stop it."""
    job = lab.jobs.get(ask["job"], person)
    lab.require_room()
    return _told_look(lab.looks.begin(person, job, whole_number(ask, "tick", 0, 0, LAST_TICK)))


def _newest_look(lab: Lab, person: Person, ask: Ask) -> ToldLook:
    return _told_look(lab.looks.of(ask["look"], person))


def _told_look(look: Look) -> ToldLook:
    stood = look.stood or {}
    return {"id": look.number, "state": look.state, "text": look.text,
            "tick": stood.get("tick"), "frames": stood.get("frames", [])}  # fmt: skip


def _drive(lab: Lab, person: Person, ask: Ask) -> ToldDrive:
    """Return where a job's simulated robot drove, from an offset on, also while it drives."""
    job, first = lab.jobs.get(ask["job"], person), ask["first"]
    work = lab.running.of(job.id)
    if work is not None and work.going.scene is not None:
        scene, places, is_over = work.going.scene, work.going.places, False
    elif (file := lab.files.drive(job)).is_file():
        kept = json.loads(file.read_bytes())
        scene, places, is_over = kept["scene"], kept["places"], True
    elif job.is_over:
        raise BadInput(f"It was not recorded where the robot of run {job.id} drove.")
    else:
        scene, places, is_over = None, [], False
    return {
        "scene": scene if first == 0 else None,
        "period_s": ticks_to_seconds(PERIOD_TICKS),
        "places": places[first:],
        "is_over": is_over,
    }


def _stop(lab: Lab, person: Person, ask: Ask) -> ToldWholeJob:
    lab.stop_job(ask["job"], person)
    return _job(lab, person, ask)


def _put_back(lab: Lab, person: Person, ask: Ask) -> ToldState:
    lab.put_back(ask["robot"] - 1, person)
    return _state(lab, person, ask)


def _state(lab: Lab, person: Person, ask: Ask) -> ToldState:
    """Return the lab's state, also for a person who is in no course (any more)."""
    seen = [one.id for one in lab.courses.of(person)]
    wanted = ask.get(COURSE)
    return tell_state(lab, wanted if wanted in seen or not seen else seen[0])


def _words(lab: Lab, person: Person, ask: Ask) -> list[Word]:
    return robot_words()


READS: dict[str, Act] = {
    "/api/words": _words,
    "/api/state": _state,
    "/api/jobs": _jobs,
    "/api/jobs/{job:number}": _job,
    "/api/jobs/{job:number}/curves": _curves,
    "/api/jobs/{job:number}/values/{tick:number}": _values,
    "/api/looks/{look:number}": _newest_look,
    "/api/jobs/{job:number}/drive/{first:number}": _drive,
    "/api/lab": for_teachers(_told),
}

WRITES: dict[str, Act] = {
    "/api/jobs": _submit,
    "/api/jobs/{job:number}/stop": _stop,
    "/api/jobs/{job:number}/stop-here": _look,
    "/api/robots/{robot:number}/put-back": _put_back,
    "/api/lab/go-on": _then_tell(lambda lab, person, ask: lab.go_on(person)),
    "/api/lab/say": _then_tell(
        lambda lab, person, ask: lab.say(text(ask, "text", ""), person, course(lab, person, ask).id)
    ),
    "/api/lab/robots/{robot:number}/put-back": _then_tell(
        lambda lab, person, ask: lab.put_back(ask["robot"] - 1, person)
    ),
}
