"""Several courses in one lab: each its own people, assignments and robots."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.lab.conftest import PROGRAM, invited, job_request
from wsusim.errors import BadInput
from wsusim.lab.assignments import Assignments, Task
from wsusim.lab.courses import Courses
from wsusim.lab.jobs import Jobs
from wsusim.lab.people import People, Person
from wsusim.lab.program import Program
from wsusim.lab.store import Store


@pytest.fixture
def courses(store: Store) -> Courses:
    """Return a lab's first course and another one, which may drive only its second robot."""
    made = Courses(store)
    made.add("Robots 5b", (2,), "Tess", 0.0)
    return made


def test_a_new_lab_has_one_course(store: Store) -> None:
    """A teacher who needs no second one never hears of it."""
    assert [one.title for one in Courses(store).all()] == ["My course"]


def test_an_invited_person_is_in_the_first_course_or_in_the_one_that_is_named(
    courses: Courses, people: People
) -> None:
    """A person may be in several."""
    people.invite(["Ann"], 0.0)
    people.invite(["Bob"], 0.0, course=2)
    people.join(["Ann"], 2, 0.0)

    assert people.named("Ann").courses == {1, 2}
    assert people.named("Bob").courses == {2}


def test_joining_another_course_keeps_the_token(courses: Courses, people: People) -> None:
    """Students aren't signed out when a second teacher invites them, too."""
    (ann,) = people.invite(["Ann"], 0.0)
    people.join(["Ann"], 2, 1.0)

    found = people.by_token(ann.token, 2.0)
    assert found is not None
    assert found.courses == {1, 2}


def test_a_teacher_of_one_course_is_none_of_another(courses: Courses, people: People) -> None:
    """A teacher of the lab is one everywhere."""
    people.invite(["Mary"], 0.0, course=2, is_course_teacher=True)
    mary, tess = people.named("Mary"), invited(people, "Tess", is_teacher=True)

    assert (mary.may_teach(1), mary.may_teach(2), mary.is_any_teacher) == (False, True, True)
    assert (tess.may_teach(1), tess.may_teach(2)) == (True, True)


def test_a_student_sees_the_assignments_of_their_own_courses(
    courses: Courses, people: People, store: Store, ann: Person, teacher: Person
) -> None:
    """And can hand in for no other."""
    assignments = Assignments(store)
    mine = assignments.add(Task("Walls"), teacher, 0.0, course=1)
    other = assignments.add(Task("Lines"), teacher, 0.0, course=2)

    assert [one.id for one in assignments.all(ann)] == [mine]
    with pytest.raises(BadInput, match=f"There is no assignment {other}"):
        assignments.hand_in(other, ann, Program("a.py", PROGRAM), 1.0)


def test_a_robot_takes_programs_of_the_courses_that_may_drive_it(
    courses: Courses, people: People, jobs: Jobs, ann: Person
) -> None:
    """Robot 1 leaves what is for robot 2, though it came first."""
    for key, course in (("fives", 2), ("mine", 1)):
        number = jobs.add(ann, job_request(key, course=course), 0.0).id
        jobs.take_to_check("robot", 0.0)
        jobs.passed(number, "Will run.", {})

    first = jobs.take_to_run("robot 1", 0.0, courses.driving(1))
    assert first is not None
    assert first.course == 1
    assert jobs.take_to_run("robot 1", 0.0, courses.driving(1)) is None
    second = jobs.take_to_run("robot 2", 0.0, courses.driving(2))
    assert second is not None
    assert second.course == 2


def test_the_place_in_line_counts_those_who_wait_for_the_same_robots(
    courses: Courses, people: People, jobs: Jobs, ann: Person, bob: Person, teacher: Person
) -> None:
    """A student who may drive only another robot is not before me."""
    courses.change(replace(courses.get(1), robots=(1,)), "Tess", 0.0)
    numbers = []
    for person, course in ((ann, 1), (bob, 2), (teacher, 2)):
        numbers.append(jobs.add(person, job_request(course=course), 0.0).id)
        jobs.take_to_check("robot", 0.0)
        jobs.passed(numbers[-1], "Will run.", {})

    place = jobs.line.place(numbers[2], 1, 1, 0.0, courses.rivals(2))
    assert place is not None
    assert (place.number, place.wait_s) == (2, 10.0)


def test_a_closed_course_is_seen_by_its_teachers_alone(
    courses: Courses, people: People, teacher: Person
) -> None:
    """All of it is kept."""
    people.invite(["Bob"], 0.0, course=2)
    courses.change(replace(courses.get(2), is_closed=True), "Tess", 0.0)

    with pytest.raises(BadInput, match="in no course"):
        courses.for_person(people.named("Bob"), None)
    assert courses.for_person(teacher, 2).title == "Robots 5b"


@pytest.mark.parametrize(("title", "said"), [("My course", "already"), ("", "1 to 80")])
def test_a_course_needs_a_title_of_its_own(courses: Courses, title: str, said: str) -> None:
    """Two of the same title could not be told apart."""
    with pytest.raises(BadInput, match=said):
        courses.add(title, (), "Tess", 0.0)


def test_a_person_taken_out_of_a_course_does_not_see_it_any_more(
    courses: Courses, people: People, ann: Person
) -> None:
    """Their token holds."""
    people.leave("Ann", 1, 1.0)

    with pytest.raises(BadInput, match="Ask your teacher"):
        courses.for_person(people.named("Ann"), None)
    with pytest.raises(BadInput, match="not in this course"):
        people.leave("Ann", 1, 1.0)
