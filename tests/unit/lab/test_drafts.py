"""What a student typed stays, whatever else is typed."""

from __future__ import annotations

import pytest

from tests.unit.lab.conftest import job_request
from wsusim.errors import BadInput
from wsusim.lab.drafts import MOST_DRAFTS, Drafts
from wsusim.lab.jobs import Jobs
from wsusim.lab.people import Person
from wsusim.lab.program import Program
from wsusim.lab.store import Store


@pytest.fixture
def drafts(store: Store) -> Drafts:
    """Return an empty store of drafts."""
    return Drafts(store)


def test_a_file_is_as_it_was_saved_last(drafts: Drafts, ann: Person) -> None:
    """The newest file stands first."""
    drafts.save(ann, "first.py", "1", 0, 1.0)
    drafts.save(ann, "second.py", "2", 0, 2.0)
    drafts.save(ann, "first.py", "3", 1, 3.0)

    assert [(one.name, one.source, one.revision) for one in drafts.all(ann)] == [
        ("first.py", "3", 2),
        ("second.py", "2", 1),
    ]


def test_no_one_sees_anothers_files(drafts: Drafts, ann: Person, bob: Person) -> None:
    """Neither files nor versions, by whatever number."""
    drafts.save(ann, "mine.py", "1", 0, 1.0)
    number = drafts.keep(ann, Program("mine.py", "1"), 1.0)

    assert drafts.all(bob) == []
    assert drafts.versions(bob, "mine.py") == []
    with pytest.raises(BadInput, match="You have no version"):
        drafts.program(bob, number)


def test_a_text_that_was_not_seen_makes_way_as_a_version(drafts: Drafts, ann: Person) -> None:
    """Two windows with one file: the later text holds, and the other is not lost."""
    drafts.save(ann, "a.py", "begun", 0, 1.0)
    drafts.save(ann, "a.py", "in the one window", 1, 2.0)
    draft, is_conflict = drafts.save(ann, "a.py", "in the other", 1, 3.0)
    (kept,) = drafts.versions(ann, "a.py")

    assert (draft.source, draft.revision, is_conflict) == ("in the other", 3, True)
    assert drafts.program(ann, kept.id).source == "in the one window"


def test_the_same_text_again_is_no_conflict(drafts: Drafts, ann: Person) -> None:
    """A save whose answer was lost is sent again."""
    drafts.save(ann, "a.py", "text", 0, 1.0)
    draft, is_conflict = drafts.save(ann, "a.py", "text", 0, 2.0)

    assert (draft.revision, is_conflict) == (1, False)


def test_the_same_text_twice_in_a_row_is_one_version(
    drafts: Drafts, jobs: Jobs, ann: Person
) -> None:
    """Running a program again and again makes no new ones; they tell which runs it had."""
    first = jobs.add(ann, job_request("a", name="a.py", source="1"), 1.0)
    second = jobs.add(ann, job_request("b", name="a.py", source="1"), 2.0)
    drafts.keep(ann, Program("a.py", "2"), 3.0)
    drafts.keep(ann, Program("a.py", "2"), 4.0)
    drafts.keep(ann, Program("a.py", "1"), 5.0)
    found = drafts.versions(ann, "a.py")

    assert [drafts.program(ann, one.id).source for one in found] == ["1", "2", "1"]
    assert [sorted(one.runs) for one in found] == [[], [], [first.id, second.id]]


def test_a_removed_file_leaves_its_versions(drafts: Drafts, ann: Person) -> None:
    """With the text that it had."""
    drafts.save(ann, "a.py", "text", 0, 1.0)
    drafts.remove(ann, "a.py", 2.0)
    (kept,) = drafts.versions(ann, "a.py")

    assert drafts.all(ann) == []
    assert drafts.program(ann, kept.id).source == "text"


@pytest.mark.parametrize(
    ("name", "source"), [("x", "1"), ("a b.py", "1"), ("1.py", "1"), ("a.py", "x" * 200_001)]
)
def test_a_name_or_text_that_cant_be_is_refused(
    drafts: Drafts, ann: Person, name: str, source: str
) -> None:
    """And nothing is saved."""
    with pytest.raises(BadInput):
        drafts.save(ann, name, source, 0, 1.0)

    assert drafts.all(ann) == []


def test_there_is_an_end_to_files(drafts: Drafts, ann: Person) -> None:
    """A page that goes wild doesn't fill the disk."""
    names = [f"f{number}.py" for number in range(MOST_DRAFTS)]
    assert all(drafts.save(ann, name, "", 0, 1.0) for name in names)

    with pytest.raises(BadInput, match="Delete one first"):
        drafts.save(ann, "more.py", "", 0, 1.0)
