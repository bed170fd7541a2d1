"""Several courses over HTTP: a teacher of one reaches nothing of another; and pairs."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.unit.lab.conftest import PROGRAM
from tests.unit.lab.web.conftest import Somebody
from wsusim.lab.lab import Lab

FIRST, FIVES = 1, 2
JOB = {"name": "a.py", "source": PROGRAM, "kind": "simulation"}


@pytest.fixture
def mary(lab: Lab, client: TestClient, tokens: dict[str, str]) -> Somebody:
    """Return the teacher of the second course alone; Cleo is her student."""
    lab.courses.add("Robots 5b", (), "Tess", 0.0)
    (mary,) = lab.people.invite(["Mary"], 0.0, course=FIVES, is_course_teacher=True)
    lab.people.invite(["Cleo"], 0.0, course=FIVES)
    return Somebody(client, mary.token)


def test_a_course_s_teacher_sees_its_people_and_runs_alone(
    mary: Somebody, ann: Somebody, tess: Somebody
) -> None:
    """The lab's teacher sees each course by itself."""
    ann.post("/api/jobs", **JOB)

    told = mary.get("/api/lab")
    assert [one["name"] for one in told["people"]] == ["Cleo", "Mary"]
    assert told["jobs"] == []
    assert {entry["who"] for entry in told["audit"]}.isdisjoint({"Ann", "Bob", "Tess"})
    assert [one["owner"] for one in tess.get("/api/lab?course=1")["jobs"]] == ["Ann"]
    assert tess.get("/api/lab?course=2")["jobs"] == []


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/lab/rules", {"hours": ""}),
        ("/api/lab/courses", {"title": "Mine"}),
        ("/api/lab/courses/1", {"title": "Mine"}),
        ("/api/lab/people/revoke", {"name": "Ann"}),
        ("/api/lab/people/remove", {"name": "Ann"}),
        ("/api/lab/people/remove", {"name": "Tess"}),
        ("/api/lab/people/codes", {"names": ["Ann"]}),
        ("/api/lab/people/leave", {"name": "Ann"}),
        ("/api/lab/pairs", {"names": ["Ann", "Bob"]}),
        ("/api/lab/assignments/1", {"title": "Mine"}),
        ("/api/lab/assignments/1/files", {"files": {}}),
        ("/api/lab/hand-ins/1", {"mark": "A"}),
        ("/api/jobs/1/stop", {}),
    ],
)
def test_a_course_s_teacher_changes_nothing_of_another(
    mary: Somebody, ann: Somebody, tess: Somebody, lab: Lab, path: str, body: dict[str, Any]
) -> None:
    """Whatever number or name they know."""
    tess.post("/api/lab/assignments", title="Walls")
    ann.post("/api/jobs", **JOB)
    ann.post("/api/assignments/1/hand-in", name="a.py", source=PROGRAM)

    assert "error" in mary.post(path, **body)
    assert "error" in mary.post(f"{path}?course=1", **body)
    assert lab.assignments.get_hand_in(1).mark == ""


@pytest.mark.parametrize(
    "path",
    [
        "/api/lab?course=1",
        "/api/lab/courses",
        "/api/jobs/1",
        "/api/jobs/1/curves",
        "/api/lab/assignments/1/work",
        "/api/lab/assignments/1/hand-ins",
        "/api/lab/hand-ins/1",
        "/api/lab/people/Ann/export",
        "/api/lab?course=nonsense",
    ],
)
def test_a_course_s_teacher_reads_nothing_of_another(
    mary: Somebody, ann: Somebody, tess: Somebody, path: str
) -> None:
    """Nor does their own course's number help."""
    tess.post("/api/lab/assignments", title="Walls")
    ann.post("/api/jobs", **JOB)
    ann.post("/api/assignments/1/hand-in", name="a.py", source=PROGRAM)

    assert "error" in mary.get(path)


def test_a_course_s_teacher_gets_no_other_token(
    mary: Somebody, lab: Lab, client: TestClient, tokens: dict[str, str]
) -> None:
    """Inviting the lab's teacher, or another's student, gives no address in their name."""
    made = mary.post("/api/lab/people", names="Tess\nAnn\nDora", is_teacher=True)

    assert [one["token"] is None for one in made] == [True, True, False]
    assert not lab.people.named("Dora").is_teacher
    assert lab.people.named("Ann").courses == {FIRST, FIVES}
    assert lab.people.named("Tess").courses == {FIRST}
    ann = Somebody(client, tokens["Ann"])
    assert ann.get("/api/me")["name"] == "Ann"


def test_a_code_for_another_course_s_student_is_refused(mary: Somebody, lab: Lab) -> None:
    """It would sign in as them, in the other teacher's course as well."""
    mary.post("/api/lab/people", names="Ann")

    assert "in other courses, too" in mary.post("/api/lab/people/codes", names=["Ann"])["error"]
    assert mary.post("/api/lab/people/codes", names=["Cleo"])[0]["name"] == "Cleo"
    shared = {one["name"]: one["is_shared"] for one in mary.get("/api/lab")["people"]}
    assert shared == {"Ann": True, "Cleo": False, "Mary": False}


def test_what_is_sent_is_for_the_course_that_is_asked_for(
    mary: Somebody, ann: Somebody, lab: Lab
) -> None:
    """Of those that one is in."""
    lab.people.join(["Ann"], FIVES, 0.0)

    assert ann.post("/api/jobs?course=2", **JOB)["course"] == FIVES
    assert ann.post("/api/jobs", **JOB)["course"] == FIRST
    assert "There is no course 7" in ann.post("/api/jobs?course=7", **JOB)["error"]


def test_a_course_s_message_is_for_it_alone(mary: Somebody, ann: Somebody, tess: Somebody) -> None:
    """The lab's teacher speaks to all."""
    mary.post("/api/lab/say", text="Test on Friday")
    tess.post("/api/lab/say", text="Closed at 4")

    assert ann.get("/api/state")["notice"] == "Closed at 4"
    assert mary.get("/api/state")["notice"] == "Closed at 4\nTest on Friday"


def test_any_teacher_may_stop_all_robots(mary: Somebody, lab: Lab) -> None:
    """Any teacher may see that something goes wrong."""
    mary.post("/api/lab/halt")

    assert lab.switch.is_pressed


def test_two_students_become_a_pair_with_a_code(
    ann: Somebody, bob: Somebody, tess: Somebody
) -> None:
    """And both, and their teacher, see it."""
    code = ann.post("/api/partner/code")["code"]

    assert bob.post("/api/partner/join", code=code.lower()) == {"partner": "Ann"}
    assert ann.get("/api/me")["partner"] == "Bob"
    people = {one["name"]: one["partner"] for one in tess.get("/api/lab")["people"]}
    assert people == {"Ann": "Bob", "Bob": "Ann", "Tess": ""}
    assert "isn't valid" in bob.post("/api/partner/join", code=code)["error"]


def test_a_pair_ends_when_one_of_them_or_the_teacher_wants(
    ann: Somebody, bob: Somebody, tess: Somebody
) -> None:
    """Or when one is taken out of the course."""
    tess.post("/api/lab/pairs", names=["Ann", "Bob"])
    assert bob.post("/api/partner/part") == {"partner": ""}
    tess.post("/api/lab/pairs", names=["Ann", "Bob"])
    tess.post("/api/lab/people/leave", name="Ann")

    assert bob.get("/api/partner") == {"partner": ""}
    assert ann.get("/api/me")["course"] is None


def test_both_of_a_pair_see_each_other_s_runs(ann: Somebody, bob: Somebody, tess: Somebody) -> None:
    """With the name of who has sent it."""
    tess.post("/api/lab/pairs", names=["Ann", "Bob"])
    job = ann.post("/api/jobs", **JOB)

    (seen,) = bob.get("/api/jobs")
    assert (seen["id"], seen["owner"], seen["partner"]) == (job["id"], "Ann", "Bob")
    work = {one["name"]: one["last_run"] for one in tess.get("/api/lab")["people"]}
    assert work["Bob"]["id"] == work["Ann"]["id"] == job["id"]


def test_the_lab_s_teacher_keeps_its_courses(mary: Somebody, tess: Somebody) -> None:
    """Titles, robots, and which are closed."""
    changed = tess.post("/api/lab/courses/2", title="Robots 6b", robots=[1], is_closed=True)

    assert changed[1] == {
        "id": 2, "title": "Robots 6b", "robots": [1], "is_closed": True, "students": 1,
        "teachers": ["Mary"],
    }  # fmt: skip
    assert "only open course" in tess.post("/api/lab/courses/1", is_closed=True)["error"]
    assert "no robot 7" in tess.post("/api/lab/courses/1", robots=[7])["error"]
    assert "must be a list" in tess.post("/api/lab/courses/1", robots="1")["error"]
