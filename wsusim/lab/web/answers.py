"""What a page or program is told about a lab, as plain values. Times are seconds since 1970."""

from __future__ import annotations

import re
from itertools import takewhile

from wsusim.errors import BadInput
from wsusim.lab.audit import AuditEntry, newest_entries
from wsusim.lab.courses import Course
from wsusim.lab.job import Job
from wsusim.lab.lab import Lab
from wsusim.lab.looking_back import printed_in
from wsusim.lab.people import Person
from wsusim.lab.rules import told
from wsusim.lab.shapes import (
    ToldDisk,
    ToldJob,
    ToldLab,
    ToldLastRun,
    ToldMe,
    ToldProgress,
    ToldRobots,
    ToldState,
    ToldWholeJob,
)

SHOWN_RUNS, NEWEST_RUNS = 200, 1000
"""Runs that a teacher's page lists, and those in which everybody's last one is looked for."""

NOTHING_YET: ToldProgress = {"last_run": None, "failures": 0}

NEWEST_LINES = 500
"""Of a program's prints that a page is told of."""


def tell_person(lab: Lab, person: Person, csrf: str, wanted: int | None = None) -> ToldMe:
    """Return who the person is, and what this lab is, in the course that they want to see.

    People who were removed from it, or from all courses, see that in the answer.
    """
    rules = lab.rules.now()
    plan = rules.plan
    courses = lab.courses.of(person)
    try:
        here = lab.courses.for_person(person, wanted if wanted in {c.id for c in courses} else None)
    except BadInput:
        here = None
    number = None if here is None else here.id
    pair = None if number is None else lab.pairs.of(number, person.id)
    return {
        "name": person.name,
        "is_teacher": here is not None and person.may_teach(here.id),
        "is_lab_teacher": person.is_teacher,
        "may_halt": person.is_any_teacher,
        "course": number,
        "courses": [
            {"id": one.id, "title": one.title, "is_closed": one.is_closed} for one in courses
        ],
        "partner": "" if pair is None else pair.partner(person.id),
        "csrf": csrf,
        "maze": plan.maze,
        "has_camera": lab.camera is not None,
        "is_sandboxed": plan.is_sandboxed,
        **told(rules),
        **tell_state(lab, number),
    }


def tell_robots(lab: Lab) -> ToldRobots:
    """Return whether the robots are stopped, without reading the store."""
    return {
        "is_halted": lab.switch.is_pressed,
        "halted_by": lab.halted_by,
        "driving": [robot.title for robot in lab.robots.states if robot.is_busy],
    }


def tell_state(lab: Lab, course: int | None = None) -> ToldState:
    """Return what the people of a course may know about the lab as it is now."""
    return {
        "notice": lab.notice(course),
        "is_halted": lab.switch.is_pressed,
        "is_open": lab.robots.are_open(),
        "waiting": len(lab.jobs.line),
        "compiled": lab.compiled,
        "rules": told(lab.rules.now()),
        "robots": [
            {
                "title": robot.title,
                "is_ready": robot.is_ready,
                "is_busy": robot.is_busy,
                "is_going_home": robot.is_going_home,
                "trouble": robot.trouble,
                "is_ours": lab.courses.may_drive(course, robot.number + 1),
            }
            for robot in lab.robots.states
        ],
    }


def tell_jobs(lab: Lab, jobs: list[Job], person: Person) -> list[ToldJob]:
    """Return some jobs in brief."""
    return [_short(lab, job, person) for job in jobs]


def tell_job(lab: Lab, job: Job, person: Person) -> ToldWholeJob:
    """Return everything about one job."""
    work = lab.running.of(job.id)
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


def tell_lab(lab: Lab, person: Person, course: Course) -> ToldLab:
    """Return everything about a course, for a teacher."""
    newest = lab.jobs.newest(NEWEST_RUNS, course.id)
    if not person.is_teacher:
        newest = [job for job in newest if job.course == course.id]
    progress, handed_in = _progress(newest), lab.assignments.counts_by_person(course.id)
    partners: dict[int, str] = {}
    for pair in lab.pairs.all(course.id):
        partners |= {pair.first: pair.names[1], pair.second: pair.names[0]}
    people = [
        one
        for one in lab.people.all()
        if course.id in one.courses or (person.is_teacher and (one.is_teacher or not one.courses))
    ]
    return {
        **tell_state(lab, course.id),
        "halted_by": lab.halted_by,
        "maze": lab.plan.maze,
        "maze_choice": lab.rules.choice(),
        "most_simulations": lab.plan.simulations,
        "disk": _disk(lab),
        "camera_trouble": None if lab.camera is None else lab.camera.trouble,
        "jobs": tell_jobs(lab, newest[:SHOWN_RUNS], person),
        "assignment_count": lab.assignments.visible_count(course.id),
        "people": [
            {
                **progress.get(one.id, NOTHING_YET),
                "handed_in": handed_in.get(one.id, 0),
                "name": one.name,
                "partner": partners.get(one.id, ""),
                "is_teacher": one.may_teach(course.id),
                "is_lab_teacher": one.is_teacher,
                "is_here": course.id in one.courses,
                "is_shared": not (person.is_teacher or one.courses <= person.teaches),
                "seen_s": one.seen_s,
                "is_revoked": one.is_revoked,
                "recordings_mb": round(lab.tidying.used_mb.get(one.id, 0.0), 1),
            }
            for one in people
        ],
        "audit": [
            {"at_s": entry.at_s, "who": entry.who, "what": entry.what, "about": entry.about}
            for entry in _entries_for(lab, person, people)
        ],
    }


def _entries_for(lab: Lab, person: Person, people: list[Person]) -> list[AuditEntry]:
    """Return the audit entries; for teachers of only this course, those of its people."""
    entries = newest_entries(lab.store)
    if person.is_teacher:
        return entries
    names = {one.name for one in people if one.courses <= person.teaches}
    return [entry for entry in entries if entry.who in names]


def _progress(newest: list[Job]) -> dict[int, ToldProgress]:
    """Return each person's last run, and how many in a row have failed."""
    runs: dict[int, list[Job]] = {}
    for job in newest:
        for one in job.people:
            runs.setdefault(one, []).append(job)
    return {
        person: {"last_run": _last(jobs[0]), "failures": _failures(jobs)}
        for person, jobs in runs.items()
    }


def _last(job: Job) -> ToldLastRun:
    return {
        "id": job.id, "name": job.name, "kind": job.kind, "state": job.state, "text": job.text,
        "made_s": job.made_s, "ended_s": job.ended_s,
    }  # fmt: skip


def _failures(jobs: list[Job]) -> int:
    over = (job for job in jobs if job.is_over)
    return sum(1 for _ in takewhile(lambda job: job.state in ("failed", "refused"), over))


def _disk(lab: Lab) -> ToldDisk:
    disk = lab.disk()
    return {
        "free_mb": round(disk.free_mb),
        "total_mb": round(disk.total_mb),
        "state": disk.state,
        "text": disk.text,
    }


def _printed(lab: Lab, job: Job) -> list[str]:
    """Return what a finished run has printed."""
    file = lab.files.newest_recording(job)
    try:
        return [] if file is None else list(printed_in(file)[-NEWEST_LINES:])
    except BadInput:
        return []  # a recording that was cut off


def _file(job: Job) -> str:
    """Return the program's file that contains the job's line."""
    for run in (job.report or {}).values():
        if isinstance(run, dict) and run.get("error"):
            return str(run["error"]["file"] or job.name)
    said = re.match(r"(\w+\.py), line \d+:", job.text)
    return said[1] if said else job.name


def _short(lab: Lab, job: Job, person: Person) -> ToldJob:
    at_once = lab.rules.now().plan.simulations
    robots = sum(not robot.is_out for robot in lab.robots.of_course(job.course))
    rivals = lab.courses.rivals(job.course)
    place = lab.jobs.line.place(job.id, robots, at_once, lab.now_s(), rivals)
    work = lab.running.of(job.id)
    may_know = person.may_teach(job.course) or person.id in job.people
    held = lab.robots.why_held(job.course) if job.state == "waiting" else ""
    is_next = job.state == "waiting" and place is not None and place.number == 1
    return {
        "id": job.id,
        "owner": job.owner if may_know else "",
        "partner": job.partner if may_know else "",
        "course": job.course,
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
        "awaits_start": is_next
        and not held
        and all(one.is_awaited for one in lab.robots.of_course(job.course)),
        "put_back": _awaited(lab, job) if is_next and person.id in job.people else [],
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


def _awaited(lab: Lab, job: Job) -> list[int]:
    """Return the robots that the next person in the queue may report as back at their start."""
    may_say = lab.plan.can_students_put_back
    return [
        robot.number + 1
        for robot in lab.robots.of_course(job.course)
        if may_say and robot.is_awaited and not robot.is_out
    ]
