"""What is handed in arrives, with its time; students see their own only."""

from __future__ import annotations

import pytest

from wsusim.errors import BadInput
from wsusim.lab.assignments import Assignments, Task, counting
from wsusim.lab.people import Person
from wsusim.lab.program import Program
from wsusim.lab.store import Store


@pytest.fixture
def assignments(store: Store) -> Assignments:
    """Return a course without assignments."""
    return Assignments(store)


def test_what_is_handed_in_arrives(assignments: Assignments, ann: Person, teacher: Person) -> None:
    """With who, what and when."""
    number = assignments.add(Task("Walls", due_s=100.0), teacher, 1.0)
    assignments.hand_in(number, ann, Program("a.py", "x = 1"), 50.0)
    (found,) = assignments.handed_in(number)

    assert (found.who, found.name, found.made_s, found.is_late) == ("Ann", "a.py", 50.0, False)
    assert assignments.program(found).source == "x = 1"
    assert assignments.of(ann) == [found]


def test_the_same_again_right_after_is_one(
    assignments: Assignments, ann: Person, teacher: Person
) -> None:
    """A request whose answer was lost is sent again."""
    number = assignments.add(Task("Walls"), teacher, 1.0)
    first = assignments.hand_in(number, ann, Program("a.py", "x = 1"), 50.0)
    again = assignments.hand_in(number, ann, Program("a.py", "x = 1"), 51.0)

    assert again == first


def test_the_last_one_in_time_counts(
    assignments: Assignments, ann: Person, bob: Person, teacher: Person
) -> None:
    """A late one only of those who had nothing in time."""
    number = assignments.add(Task("Walls", due_s=100.0), teacher, 1.0)
    assignments.hand_in(number, ann, Program("a.py", "first"), 50.0)
    assignments.hand_in(number, ann, Program("a.py", "second"), 99.0)
    assignments.hand_in(number, ann, Program("a.py", "too late"), 101.0)
    assignments.hand_in(number, bob, Program("b.py", "late"), 200.0)
    counts = counting(assignments.handed_in(number))

    assert [(one.who, assignments.program(one).source, one.is_late) for one in counts] == [
        ("Ann", "second", False),
        ("Bob", "late", True),
    ]


def test_a_later_deadline_makes_a_late_one_count(
    assignments: Assignments, ann: Person, teacher: Person
) -> None:
    """What is late is told by the deadline as it is now."""
    number = assignments.add(Task("Walls", due_s=100.0), teacher, 1.0)
    assignments.hand_in(number, ann, Program("a.py", "x = 1"), 150.0)
    assignments.change(number, Task("Walls", due_s=200.0), teacher, 160.0)

    assert [one.is_late for one in assignments.handed_in(number)] == [False]


def test_a_hidden_one_is_for_teachers(
    assignments: Assignments, ann: Person, teacher: Person
) -> None:
    """And nothing can be handed in for it."""
    number = assignments.add(Task("Exam", is_hidden=True), teacher, 1.0)

    assert assignments.all(ann) == []
    assert [one.title for one in assignments.all(teacher)] == ["Exam"]
    with pytest.raises(BadInput, match="There is no assignment"):
        assignments.hand_in(number, ann, Program("a.py", "x = 1"), 2.0)


def test_the_next_one_due_stands_first(assignments: Assignments, teacher: Person) -> None:
    """Those without a deadline stand last."""
    tasks = [Task("ever"), Task("late", due_s=9.0), Task("soon", due_s=3.0)]
    assert all(assignments.add(task, teacher, 1.0) for task in tasks)

    assert [one.title for one in assignments.all(teacher)] == ["soon", "late", "ever"]


@pytest.mark.parametrize(
    ("name", "source"), [("a", "x = 1"), ("a.py", "  \n"), ("a.py", "x" * 200_001)]
)
def test_what_is_no_program_is_not_taken_in(
    assignments: Assignments, ann: Person, teacher: Person, name: str, source: str
) -> None:
    """The student is told why."""
    number = assignments.add(Task("Walls"), teacher, 1.0)
    with pytest.raises(BadInput):
        assignments.hand_in(number, ann, Program(name, source), 2.0)

    assert assignments.handed_in(number) == []


@pytest.mark.parametrize("title", ["", "  ", "x" * 81, "a\nb"])
def test_a_title_that_cant_be_is_refused(title: str) -> None:
    """Before anything is set."""
    with pytest.raises(BadInput, match="title"):
        Task(title)


def test_a_changed_module_is_another_hand_in(
    assignments: Assignments, ann: Person, teacher: Person
) -> None:
    """The controller's own file may be the same."""
    number = assignments.add(Task("Walls"), teacher, 1.0)
    for text in ("a = 1", "a = 1", "a = 2"):
        assignments.hand_in(number, ann, Program("x.py", "import a", {"a.py": text}), 2.0)

    assert [assignments.program(one).modules for one in assignments.handed_in(number)] == [
        {"a.py": "a = 2"},
        {"a.py": "a = 1"},
    ]


def test_a_teachers_comment_reaches_the_student(
    assignments: Assignments, ann: Person, teacher: Person
) -> None:
    """It stays with the work that it is about, and can be changed."""
    number = assignments.add(Task("Walls"), teacher, 1.0)
    work = assignments.hand_in(number, ann, Program("a.py", "x = 1"), 2.0)
    assignments.say(work.id, "B", "Slower.", teacher, 3.0)
    assignments.say(work.id, " B+ ", "Better.\n", teacher, 4.0)

    assert [(one.mark, one.comment) for one in assignments.of(ann)] == [("B+", "Better.")]


@pytest.mark.parametrize(("mark", "comment"), [("x" * 21, ""), ("", "x" * 4001)])
def test_a_comment_has_its_limits(
    assignments: Assignments, ann: Person, teacher: Person, mark: str, comment: str
) -> None:
    """Nothing of it is kept."""
    number = assignments.add(Task("Walls"), teacher, 1.0)
    work = assignments.hand_in(number, ann, Program("a.py", "x = 1"), 2.0)
    with pytest.raises(BadInput, match="is the most"):
        assignments.say(work.id, mark, comment, teacher, 3.0)

    assert assignments.get_hand_in(work.id) == work
