"""All that is kept of a person: given to them, and gone when they are removed."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from sqlalchemy import select

from tests.lab_stores import empty_lab
from tests.unit.lab.conftest import PROGRAM, invited, job_request
from wsusim.errors import BadInput
from wsusim.lab.assignments import Task
from wsusim.lab.audit import newest_entries
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.person_data import REMOVED, export_of, remove_person
from wsusim.lab.program import Program
from wsusim.lab.store import METADATA


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """Return a lab in which Ann has done everything that can be done, and Anna a little."""
    with empty_lab(Plan(tmp_path), now_s=lambda: 5.0) as made:
        ann, anna = invited(made.people, "Ann"), invited(made.people, "Anna")
        tess = invited(made.people, "Tess", is_teacher=True)
        number = made.assignments.add(Task("Walls"), tess, 0.0)
        for person in (ann, anna):
            made.drafts.save(person, "mine.py", f"# {person.name}\n", 0, 0.0)
            job = made.jobs.add(person, job_request("a", "simulation"), 0.0)
            made.jobs.take_to_check("simulation", 0.0)
            made.jobs.ended(job.id, "done", 1.0, text="Drove.")
            made.files.recording(job, "simulation").write_bytes(b"recorded")
            work = made.assignments.hand_in(number, person, Program("driver.py", PROGRAM), 2.0)
            made.assignments.say(work.id, "1", f"Well done, {person.name}!", tess, 3.0)
        made.sessions.begin(ann)
        yield made


def test_everything_of_a_person_is_in_the_export(lab: Lab) -> None:
    """Files, versions, runs, marks, recordings; and nothing of anybody else."""
    with ZipFile(io.BytesIO(export_of(lab.store, lab.files, "Ann"))) as whole:
        names = set(whole.namelist())
        about = json.loads(whole.read("about.json"))
        mine = whole.read("files/mine.py")

    assert names == {
        "about.json", "files/mine.py", "versions/1/driver.py", "recordings/1-simulation.mcap",
    }  # fmt: skip
    assert mine == b"# Ann\n"
    assert [work["comment"] for work in about["hand_ins"]] == ["Well done, Ann!"]
    assert [run["state"] for run in about["runs"]] == ["done"]
    assert "token" not in json.dumps(about)


def test_nothing_is_left_of_who_was_removed(lab: Lab, tmp_path: Path) -> None:
    """In no table and no folder; and everything of others is."""
    remove_person(lab.store, lab.people, lab.files, "Ann", 5.0, "Tess")
    with lab.store.reading() as connection:
        texts = [
            str(tuple(row))
            for table in METADATA.tables.values()
            for row in connection.execute(select(table))
        ]
    entries = {entry.who for entry in newest_entries(lab.store)}

    assert not [text for text in texts if "Ann'" in text or "Ann " in text or "Ann!" in text]
    assert list(lab.files.recordings()) == [2]
    assert [person.name for person in lab.people.all()] == ["Anna", "Tess"]
    assert len(lab.assignments.of(None)) == 1
    assert REMOVED in entries


def test_whose_run_is_under_way_is_not_removed(lab: Lab) -> None:
    """It has to be stopped first; nothing is gone."""
    anna = next(one for one in lab.people.all() if one.name == "Anna")
    lab.jobs.add(anna, job_request("b"), 0.0)
    with pytest.raises(BadInput, match="Run 3 of Anna is under way"):
        remove_person(lab.store, lab.people, lab.files, "Anna", 5.0)

    assert len(lab.jobs.of(anna)) == 2


def test_removing_an_unknown_person_is_refused(lab: Lab) -> None:
    """A mistyped name is told."""
    with pytest.raises(BadInput, match="Nobody called 'Eve'"):
        remove_person(lab.store, lab.people, lab.files, "Eve", 5.0)
