"""The lessons that come with wsusim are good ones."""

from __future__ import annotations

import pytest

from wsusim.engine.simulation import Simulation
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.formats.maze_reader import read_maze
from wsusim.jobs.local import LocalWorkers
from wsusim.lessons.catalogue import shipped_lessons
from wsusim.lessons.lesson import NOTES, linked_pictures, load_lesson
from wsusim.lessons.lesson_check import check_lesson
from wsusim.model.geometry import Pose
from wsusim.model.readings import Quantity

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


def test_the_floor_of_the_line_lesson_reads_as_its_text_says() -> None:
    """About 1000 over white floor, about 60 over black ink."""
    text = load_lesson(shipped_lessons()["12-line"]).text
    world = read_maze(built_in_mazes()["line"])
    simulation = Simulation(world, ideal=True)
    readings = set()
    for x_mm in range(40, int(world.arena.width_mm) - 40, 7):
        simulation.move_robot(0, Pose(float(x_mm), world.arena.height_mm / 2))
        readings.update(simulation.read(0, Quantity.FLOOR))

    assert "reads about 1000 over white floor\nand about 60 over black ink" in text
    assert min(readings) == pytest.approx(60, abs=15)
    assert max(readings) == pytest.approx(1000, abs=30)
