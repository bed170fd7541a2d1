"""What can be asked of a lab and done in it: each a function of the lab, who asks, and the wish."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict
from typing import Any

from wsusim.control.completions import robot_words
from wsusim.errors import BadInput
from wsusim.lab.class_list import names_in, twice_in
from wsusim.lab.drive import PERIOD_TICKS
from wsusim.lab.invitations import address_for, code_of
from wsusim.lab.job import Wish
from wsusim.lab.lab import Lab
from wsusim.lab.looking_back import curves_of
from wsusim.lab.people import Person
from wsusim.lab.person_data import remove_person
from wsusim.lab.short_codes import CODE_S
from wsusim.lab.web.answers import tell_job, tell_jobs, tell_lab, tell_state
from wsusim.lab.web.asked import Act, Ask, for_teachers, number, program, text, texts, whole_number
from wsusim.model.units import ticks_to_seconds


def _then_tell(act: Act) -> Act:
    """Return an act of teachers that ends by telling how the lab is now."""
    return for_teachers(lambda lab, person, ask: (act(lab, person, ask), tell_lab(lab, person))[1])


def _submit(lab: Lab, person: Person, ask: Ask) -> Any:
    kind = text(ask, "kind", "robot")
    if kind not in ("robot", "simulation"):
        raise BadInput(f"A job's kind is 'robot' or 'simulation', not {kind[:40]!r}.")
    lab.require_room()
    rules = lab.rules.now()
    plan = rules.plan
    maze = plan.maze if kind == "robot" else text(ask, "maze", plan.maze)
    if maze not in plan.all_mazes:
        raise BadInput(
            f"This lab has no maze {maze[:40]!r}. Choose one of: {', '.join(plan.all_mazes)}."
        )
    wish = Wish(
        program=program(ask),
        key=text(ask, "key", secrets.token_urlsafe(12)),
        kind="robot" if kind == "robot" else "simulation",
        maze=maze,
        seed=whole_number(ask, "seed", 1, 0, 2**31 - 1),
        time_s=number(ask, "time_s", plan.time_limit_s, 1.0, plan.time_limit_s),
        is_live=kind == "robot" or _is_live(ask),
    )
    job = lab.jobs.add(person, wish, lab.now_s(), rules.most_open)
    lab.wake()
    return tell_job(lab, job, person)


def _is_live(ask: Ask) -> bool:
    pace = text(ask, "pace", "fast")
    if pace not in ("fast", "live"):
        raise BadInput(f"A simulation's pace is 'fast' or 'live', not {pace[:40]!r}.")
    return pace == "live"


def _job(lab: Lab, person: Person, ask: Ask) -> Any:
    return tell_job(lab, lab.jobs.get(ask["job"], person), person)


def _curves(lab: Lab, person: Person, ask: Ask) -> Any:
    job = lab.jobs.get(ask["job"], person)
    file = lab.files.newest_recording(job)
    if file is None:
        raise BadInput(f"Run {job.id} has no recording (yet), so there are no curves.")
    return curves_of(file)


def _drive(lab: Lab, person: Person, ask: Ask) -> Any:
    """Tell where the simulated robot of a job drove, from a place on: while it drives, too."""
    job, first = lab.jobs.get(ask["job"], person), ask["first"]
    work = lab.works.of(job.id)
    if work is not None and work.going.scene is not None:
        scene, places, is_over = work.going.scene, work.going.places, False
    elif (file := lab.files.drive(job)).is_file():
        kept = json.loads(file.read_bytes())
        scene, places, is_over = kept["scene"], kept["places"], True
    elif job.is_over:
        raise BadInput(f"Nobody has kept where the robot of run {job.id} drove.")
    else:
        scene, places, is_over = None, [], False
    return {
        "scene": scene if first == 0 else None,
        "period_s": ticks_to_seconds(PERIOD_TICKS),
        "places": places[first:],
        "is_over": is_over,
    }


def _stop(lab: Lab, person: Person, ask: Ask) -> Any:
    lab.stop_job(ask["job"], person)
    return _job(lab, person, ask)


def _put_back(lab: Lab, person: Person, ask: Ask) -> Any:
    lab.put_back(ask["robot"] - 1, person)
    return tell_state(lab)


def _invite(lab: Lab, person: Person, ask: Ask) -> Any:
    names = names_in(text(ask, "names", ""))
    known = {one.name for one in lab.people.all() if not one.is_revoked}
    wanted = [one for one in names if ask.get("only_new") is not True or one not in known]
    is_teacher = ask.get("is_teacher") is True
    made = lab.people.invite(wanted, lab.now_s(), is_teacher=is_teacher, by=person.name)
    tokens = {one.name: one.token for one in made}
    twice = twice_in(text(ask, "names", ""))
    place = text(ask, "address", "")
    return [
        {
            "name": name,
            "token": tokens.get(name),
            "is_twice": name in twice,
            "code": code_of(address_for(place, tokens[name])) if place and name in tokens else None,
        }
        for name in names
    ]


def _make_codes(lab: Lab, person: Person, ask: Ask) -> Any:
    names = texts(ask, "names")
    students = {one.name: one for one in lab.people.all() if not one.is_revoked}
    for name in names:
        if name not in students or students[name].is_teacher:
            raise BadInput(f"There is no student called {name[:60]!r}. Codes are for students.")
    made = lab.codes.make(students[name] for name in names)
    return [{"name": name, "code": made[name], "until_s": lab.now_s() + CODE_S} for name in names]


def _remove_person(lab: Lab, person: Person, ask: Ask) -> Any:
    name = text(ask, "name")
    if name == person.name:
        raise BadInput("You can't remove yourself. Another teacher can.")
    remove_person(lab.store, lab.people, lab.files, name, lab.now_s(), person.name)
    return tell_lab(lab, person)


READS: dict[str, Act] = {
    "/api/words": lambda lab, person, ask: [asdict(word) for word in robot_words()],
    "/api/state": lambda lab, person, ask: tell_state(lab),
    "/api/jobs": lambda lab, person, ask: tell_jobs(lab, lab.jobs.of(person), person),
    "/api/jobs/{job:number}": _job,
    "/api/jobs/{job:number}/curves": _curves,
    "/api/jobs/{job:number}/drive/{first:number}": _drive,
    "/api/lab": for_teachers(lambda lab, person, ask: tell_lab(lab, person)),
}

WRITES: dict[str, Act] = {
    "/api/jobs": _submit,
    "/api/jobs/{job:number}/stop": _stop,
    "/api/robots/{robot:number}/put-back": _put_back,
    "/api/lab/go-on": _then_tell(lambda lab, person, ask: lab.go_on(person)),
    "/api/lab/say": _then_tell(lambda lab, person, ask: lab.say(text(ask, "text", ""), person)),
    "/api/lab/robots/{robot:number}/put-back": _then_tell(
        lambda lab, person, ask: lab.put_back(ask["robot"] - 1, person)
    ),
    "/api/lab/people": for_teachers(_invite),
    "/api/lab/people/codes": for_teachers(_make_codes),
    "/api/lab/people/remove": for_teachers(_remove_person),
    "/api/lab/people/revoke": _then_tell(
        lambda lab, person, ask: lab.people.revoke(text(ask, "name"), lab.now_s(), by=person.name)
    ),
}
