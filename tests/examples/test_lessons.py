"""The lessons that come with wsusim are good ones."""

from __future__ import annotations

import pytest

from wsusim.jobs.local import LocalWorkers
from wsusim.lessons.catalogue import shipped_lessons
from wsusim.lessons.lesson import NOTES, linked_pictures, load_lesson
from wsusim.lessons.lesson_check import check_lesson

LESSONS = list(shipped_lessons())


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_has_all_its_parts(name: str) -> None:
    """Text, notes, a solution, hints, and every picture that is shown; ten seeds or more."""
    lesson = load_lesson(shipped_lessons()[name])

    assert lesson.has_solution
    assert lesson.entry.hints
    assert NOTES in lesson.files
    assert {*linked_pictures(lesson.text), *linked_pictures(lesson.notes)} <= set(lesson.files)
    assert len(lesson.entry.seeds) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("name", LESSONS)
def test_the_solution_passes_and_the_starter_does_not(name: str) -> None:
    """On all seeds, and every number of the text is what was measured."""
    with LocalWorkers(2) as workers:
        report = check_lesson(load_lesson(shipped_lessons()[name]), workers)

    assert report.problems == ()
