"""What a page or program is told of a lab, as plain values. Times are seconds since 1970."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any

from wsusim.errors import BadInput
from wsusim.lab.audit import newest_deeds
from wsusim.lab.job import Job
from wsusim.lab.lab import Lab
from wsusim.lab.looking_back import printed_in
from wsusim.lab.people import Person
from wsusim.lab.rules import told
from wsusim.lab.settings import NOTICE

SHOWN_RUNS, NEWEST_RUNS = 200, 1000
"""Runs that a teacher's page lists, and those in which everybody's last one is looked for."""

NOTHING_YET: dict[str, Any] = {"last_run": None, "failures": 0}

NEWEST_LINES = 500
"""Of a program's prints that a page is told of."""


def tell_person(lab: Lab, person: Person, csrf: str) -> dict[str, Any]:
    """Tell somebody who they are, and what this lab is."""
    rules = lab.rules.now()
    plan = rules.plan
    return {
        "name": person.name,
        "is_teacher": person.is_teacher,
        "csrf": csrf,
        "maze": plan.maze,
        "has_camera": lab.camera is not None,
        "is_sandboxed": plan.is_sandboxed,
        **told(rules),
        **tell_state(lab),
    }


def tell_robots(lab: Lab) -> dict[str, Any]:
    """Tell whether robots stand; nothing here is read from the store."""
    return {
        "is_halted": lab.switch.is_pressed,
        "halted_by": lab.halted_by,
        "driving": [robot.title for robot in lab.robots.states if robot.is_busy],
    }


def tell_state(lab: Lab) -> dict[str, Any]:
    """Tell what everybody may know of the lab as it is now."""
    return {
        "notice": lab.settings.get(NOTICE),
        "is_halted": lab.switch.is_pressed,
        "is_open": lab.robots.are_open(),
        "waiting": len(lab.jobs.line),
        "rules": told(lab.rules.now()),
        "robots": [
            {
                "title": robot.title,
                "is_ready": robot.is_ready,
                "is_busy": robot.is_busy,
                "is_going_home": robot.is_going_home,
                "trouble": robot.trouble,
            }
            for robot in lab.robots.states
        ],
    }


def tell_jobs(lab: Lab, jobs: list[Job], person: Person) -> list[dict[str, Any]]:
    """Tell of some jobs, shortly."""
    return [_short(lab, job, person) for job in jobs]


def tell_job(lab: Lab, job: Job, person: Person) -> dict[str, Any]:
    """Tell everything of one job."""
    work = lab.works.of(job.id)
    going = None if work is None else work.going
    program = lab.jobs.program(job)
    return {
        **_short(lab, job, person),
        "report": job.report,
        "file": _file(job),
        "source": program.source,
        "modules": program.modules,
        "printed": going.printed[-NEWEST_LINES:] if going is not None else _printed(lab, job),
    }


def tell_lab(lab: Lab, person: Person) -> dict[str, Any]:
    """Tell a teacher everything."""
    newest = lab.jobs.newest(NEWEST_RUNS)
    progress, handed_in = _progress(newest), lab.assignments.counts_by_person()
    return {
        **tell_state(lab),
        "halted_by": lab.halted_by,
        "maze": lab.plan.maze,
        "maze_choice": lab.rules.choice(),
        "most_simulations": lab.plan.simulations,
        "disk": _disk(lab),
        "camera_trouble": None if lab.camera is None else lab.camera.trouble,
        "jobs": tell_jobs(lab, newest[:SHOWN_RUNS], person),
        "assignment_count": lab.assignments.visible_count(),
        "people": [
            {
                **progress.get(one.id, NOTHING_YET),
                "handed_in": handed_in.get(one.id, 0),
                "name": one.name,
                "is_teacher": one.is_teacher,
                "seen_s": one.seen_s,
                "is_revoked": one.is_revoked,
                "recordings_mb": round(lab.tidying.used_mb.get(one.id, 0.0), 1),
            }
            for one in lab.people.all()
        ],
        "audit": [
            {"at_s": deed.at_s, "who": deed.who, "what": deed.what, "about": deed.about}
            for deed in newest_deeds(lab.store)
        ],
    }


def _progress(newest: list[Job]) -> dict[int, dict[str, Any]]:
    """Return each person's last run, and how many of the last ones failed in a row."""
    runs: dict[int, list[Job]] = {}
    for job in newest:
        runs.setdefault(job.person, []).append(job)
    return {
        person: {"last_run": _last(jobs[0]), "failures": _failures(jobs)}
        for person, jobs in runs.items()
    }


def _last(job: Job) -> dict[str, Any]:
    return {
        "id": job.id, "name": job.name, "kind": job.kind, "state": job.state, "text": job.text,
        "made_s": job.made_s, "ended_s": job.ended_s,
    }  # fmt: skip


def _failures(jobs: list[Job]) -> int:
    over = (job for job in jobs if job.is_over)
    return sum(1 for _ in takewhile(lambda job: job.state in ("failed", "refused"), over))


def _disk(lab: Lab) -> dict[str, Any]:
    disk = lab.disk()
    return {
        "free_mb": round(disk.free_mb),
        "total_mb": round(disk.total_mb),
        "state": disk.state,
        "text": disk.text,
    }


def _printed(lab: Lab, job: Job) -> list[str]:
    """Return what a run that is over has printed."""
    file = lab.files.newest_recording(job)
    try:
        return [] if file is None else list(printed_in(file)[-NEWEST_LINES:])
    except BadInput:
        return []  # a recording that was cut off


def _file(job: Job) -> str:
    """Return which of a program's files its line is in."""
    for run in (job.report or {}).values():
        if isinstance(run, dict) and run.get("error"):
            return str(run["error"]["file"] or job.name)
    said = re.match(r"(\w+\.py), line \d+:", job.text)
    return said[1] if said else job.name


def _short(lab: Lab, job: Job, person: Person) -> dict[str, Any]:
    at_once = lab.rules.now().plan.simulations
    robots = sum(not robot.is_out for robot in lab.robots.states)
    place = lab.jobs.line.place(job.id, robots, at_once, lab.now_s())
    work = lab.works.of(job.id)
    held = lab.robots.why_held if job.state == "waiting" else ""
    is_next = job.state == "waiting" and place is not None and place.number == 1
    return {
        "id": job.id,
        "owner": job.owner if person.is_teacher or job.person == person.id else "",
        "name": job.name,
        "kind": job.kind,
        "state": job.state,
        "maze": job.maze,
        "pace": "live" if job.is_live else "fast",
        "seed": job.seed,
        "time_s": job.time_s,
        "robot": job.robot,
        "made_s": job.made_s,
        "started_s": job.started_s,
        "ended_s": job.ended_s,
        "text": job.text,
        "verdict": (job.report or {}).get("verdict", ""),
        "line": job.line,
        "place": None if place is None else place.number,
        "wait_s": None if place is None or held else round(place.wait_s),
        "held": held,
        "tick": None if work is None else work.going.tick,
        "awaits_start": is_next and not held and all(one.is_awaited for one in lab.robots.states),
        "put_back": _awaited(lab) if is_next and job.person == person.id else [],
        "has_camera": job.state == "running" and lab.camera is not None,
        "has_video": bool((job.report or {}).get("has_video")),
        "has_drive": job.kind == "simulation"
        and (lab.files.drive(job).is_file() or (work is not None and work.going.scene is not None)),
        "is_compared": lab.files.comparison(job).is_file(),
        "can_watch": work is not None and bool(work.going.watch_address),
        "recordings": [
            kind
            for kind in ("simulation", "robot")
            if lab.files.recording_of(job, kind) is not None
        ],
    }


def _awaited(lab: Lab) -> list[int]:
    """Return the numbers of robots of which whoever is next may say that they are back."""
    may_say = lab.plan.can_students_put_back
    return [
        robot.number + 1
        for robot in lab.robots.states
        if may_say and robot.is_awaited and not robot.is_out
    ]
