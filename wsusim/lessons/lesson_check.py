"""Checks a lesson: the solution passes, the starter fails, and nothing is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from wsusim.entry_points import blamed
from wsusim.errors import BadInput
from wsusim.formats.json_text import decode_text
from wsusim.grading.assignment import Assignment
from wsusim.grading.criterion_table import GROUP, criteria
from wsusim.grading.evidence import Collector, Evidence
from wsusim.grading.grade import grade
from wsusim.grading.predicates import measured
from wsusim.grading.submissions import Submission, program_among
from wsusim.jobs.isolated import run_isolated
from wsusim.jobs.job import Workers
from wsusim.lessons.catalogue import next_lesson
from wsusim.lessons.lesson import NOTES, TEXT, Lesson, linked_pictures
from wsusim.lessons.lesson_entry import NumberEntry
from wsusim.lessons.passing import Outcome, outcome_of
from wsusim.recording.header import ControllerSource

STARTER, SOLUTION = "starter", "solution"
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg")

OnRuns = Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Measured:
    """A number of the text, as measured; ``None``: it could not be measured."""

    entry: NumberEntry
    value: float | None


@dataclass(frozen=True, slots=True)
class LessonReport:
    """What a check of a lesson found.

    Attributes:
        problems: A sentence for each thing that a teacher has to fix; empty: all is well.
        advice: What a teacher may want to fix.
        solution: How the solution did; ``None``: there is none here.
        starter: How the program that students begin with did.
        numbers: The numbers of the text.
    """

    problems: tuple[str, ...]
    advice: tuple[str, ...]
    solution: Outcome | None
    starter: Outcome
    numbers: tuple[Measured, ...]


def check_lesson(
    lesson: Lesson,
    workers: Workers,
    *,
    is_sandboxed: bool = False,
    on_runs: OnRuns = lambda runs: None,
) -> LessonReport:
    """Run solution and starter on all mazes and seeds, and check what the texts refer to.

    Raises:
        BadInput: Something that the lesson names can't be used.
    """
    assignment = replace(lesson.assignment(), is_sandboxed=is_sandboxed)
    wanted = lesson.entry.program
    starter = Submission(STARTER, STARTER, starter_of(lesson))
    submissions = [starter]
    if lesson.has_solution:
        solved = _program_or_problem(SOLUTION, lesson.solution_files, wanted)
        submissions = [solved, starter]
    grades = grade(
        assignment, submissions, workers, on_runs=lambda _student, runs: on_runs(len(runs))
    )
    outcomes = {one.student: outcome_of(lesson.entry, one) for one in grades.students}
    numbers = tuple(_measured(lesson, assignment, one) for one in lesson.entry.numbers)
    problems = [
        *grades.faults,
        *_of_solution(outcomes.get(SOLUTION)),
        *_of_starter(outcomes[STARTER]),
        *_of_pictures(lesson),
        *_of_numbers(lesson, numbers),
    ]
    return LessonReport(
        tuple(problems),
        tuple(_advice(lesson)),
        outcomes.get(SOLUTION),
        outcomes[STARTER],
        numbers,
    )


def runs_of(lesson: Lesson) -> int:
    """Return how many runs a check does, besides those for the numbers."""
    entry = lesson.entry
    each = len(entry.mazes) * len(entry.seeds) * max(1, len(entry.profiles))
    return each * (2 if lesson.has_solution else 1)


def starter_of(lesson: Lesson) -> ControllerSource:
    """Return the program that students begin with, under the name of their copy."""
    first = lesson.entry.starter[0]
    files = {name: lesson.files[name] for name in lesson.entry.starter[1:]}
    files[lesson.entry.program] = lesson.files[first]
    class_name = (lesson.entry.file or "").partition(":")[2]
    return ControllerSource(0, class_name, lesson.entry.program, files)


def _program_or_problem(student: str, files: dict[str, bytes], wanted: str) -> Submission:
    try:
        program = program_among(student, dict(files), wanted)
    except BadInput as error:
        return Submission(student, student, None, str(error))
    return Submission(student, student, program)


def _of_solution(outcome: Outcome | None) -> Iterator[str]:
    if outcome is not None and not outcome.is_passed:
        told = " ".join(outcome.missing[:3])
        yield f"The solution passes {outcome.passed} of {outcome.runs} runs. {told}"


def _of_starter(outcome: Outcome) -> Iterator[str]:
    if outcome.is_passed:
        yield (
            f"The starter passes {outcome.passed} of {outcome.runs} runs already, so there is "
            "nothing to do. Ask for more, or give less."
        )


def _of_pictures(lesson: Lesson) -> Iterator[str]:
    for page in (TEXT, NOTES):
        for picture in linked_pictures(decode_text(lesson.files.get(page, b""))):
            if "://" in picture:
                yield (
                    f"{page} shows {picture}, which is not in the lesson: a classroom may have no "
                    "network. Put the picture into the folder."
                )
            elif picture not in lesson.files:
                yield f"{page} shows the picture {picture}, which isn't in the lesson."


def _of_numbers(lesson: Lesson, numbers: tuple[Measured, ...]) -> Iterator[str]:
    told = "\n".join(decode_text(lesson.files.get(page, b"")) for page in (TEXT, NOTES))
    told = " ".join(told.split())
    for one in numbers:
        entry = one.entry
        if " ".join(entry.says.split()) not in told:
            yield f"numbers: neither {TEXT} nor {NOTES} says {entry.says!r}."
        if one.value is None:
            yield f"{entry.says!r}: nothing was measured. Did the program fail?"
        elif not entry.low <= one.value <= entry.high:
            yield (
                f"{entry.says!r}: measured is {one.value:.4g}, but it must be {entry.low:g} to "
                f"{entry.high:g}."
            )


def _advice(lesson: Lesson) -> Iterator[str]:
    if not lesson.has_solution:
        yield "There is no solution here, so it is not known whether the lesson can be solved."
    elif NOTES not in lesson.files:
        yield f"There are no notes for the teacher ({NOTES})."
    if not lesson.entry.hints:
        yield "There are no hints."
    shown = {
        picture
        for page in (TEXT, NOTES)
        for picture in linked_pictures(decode_text(lesson.files.get(page, b"")))
    }
    for name in lesson.files:
        if PurePosixPath(name).suffix.lower() in PICTURES and name not in shown:
            yield f"No text shows the picture {name}."
    following = lesson.entry.next
    if following is not None and next_lesson(following, lesson.source) is None:
        yield f"The next lesson, {following}, is neither beside this one nor comes with wsusim."


def _measured(lesson: Lesson, assignment: Assignment, number: NumberEntry) -> Measured:
    maze = number.maze or next(iter(assignment.requests))
    seed = assignment.entry.seeds[0] if number.seed is None else number.seed
    if maze not in assignment.requests:
        raise BadInput(
            f"{lesson.where}: numbers: there is no maze {maze!r}. The lesson's mazes are: "
            f"{', '.join(assignment.requests)}."
        )
    evidence = _evidence(lesson, assignment, number.program, maze, seed)
    return Measured(number, None if evidence is None else _value(lesson, number, evidence))


def _evidence(
    lesson: Lesson, assignment: Assignment, program: str, maze: str, seed: int
) -> Evidence | None:
    source = named_program(lesson, program)
    robots = assignment.entry.robots
    programs = [replace(source, robot=robot) for robot in range(robots)]
    collector = Collector()
    request = replace(assignment.requests[maze], seed=seed)
    done = run_isolated([*programs, *assignment.companions], request, assignment.limits,
                        [collector])  # fmt: skip
    return None if done.report is None else collector.evidence(done.report)


def named_program(lesson: Lesson, program: str) -> ControllerSource:
    """Return a program by its name in ``[[numbers]]``; raises ``BadInput``: there is none."""
    if program == STARTER:
        return starter_of(lesson)
    if program == SOLUTION:
        return program_among(SOLUTION, dict(lesson.solution_files), lesson.entry.program)
    if program in lesson.files:
        main = PurePosixPath(program).name
        return ControllerSource(0, "", main, {main: lesson.files[program]})
    raise BadInput(
        f"{lesson.where}: numbers: there is no program {program!r} in the lesson. Write solution, "
        "starter, or the name of a Python file."
    )


def _value(lesson: Lesson, number: NumberEntry, run: Evidence) -> float | None:
    if number.measure is not None:
        return _own_value(lesson, number.measure, run)
    row = criteria().get(number.what or "")
    if row is None or row.needs:
        simple = ", ".join(name for name, one in criteria().items() if not one.needs)
        raise BadInput(
            f"{lesson.where}: numbers: {number.what!r} can't be measured without more. Write "
            f'what = one of {simple}; or measure = "numbers.py:function".'
        )
    with blamed(GROUP, row):
        return row.measure(run, _NOTHING_ASKED)


class _NothingAsked:
    region = None
    regions = None


_NOTHING_ASKED = _NothingAsked()


def _own_value(lesson: Lesson, measure: str, run: Evidence) -> float:
    file = measure.partition(":")[0]
    if file not in lesson.files:
        raise BadInput(f"{lesson.where}: numbers: there is no file {file!r} in the lesson.")
    try:
        return measured(measure, decode_text(lesson.files[file]), run)
    except BadInput as error:
        raise BadInput(f"{lesson.where}: numbers: {error}") from None
