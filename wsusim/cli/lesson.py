"""``lesson``: check, pack and list lessons, and see how far a class has come."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wsusim.cli.options import AS_JSON, FILE, FOLDER
from wsusim.cli.output import show, tell
from wsusim.cli.sandbox import SANDBOX, is_locked_in
from wsusim.cli.workers import progress, workers_of
from wsusim.errors import BadInput
from wsusim.model.typed_names import as_argument

if TYPE_CHECKING:
    from wsusim.lessons.lesson_check import LessonReport

PLACE = click.Path(path_type=Path)


@click.group(short_help="Check, pack and list lessons, and see how far a class has come.")
def lesson() -> None:
    """Lessons: a text, a program to start from, hints and checks, in a folder or one file.

    \b
    Open one:      python main.py 01-first-drive.lesson
    The teacher:   python main.py lesson check my_lesson
                   python main.py lesson pack my_lesson --out for_students.lesson
                   python main.py lesson status handed_in
    """  # noqa: D301 - click takes the backspace character as "keep these lines"


@lesson.command("list", short_help="List the lessons that come with wsusim.")
@AS_JSON
def list_lessons(as_json: bool) -> None:
    """List the lessons that come with wsusim.

    \b
    Example:
      python main.py lesson list
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.lessons.catalogue import shipped_lessons
    from wsusim.lessons.lesson import load_lesson

    lessons = [load_lesson(place) for place in shipped_lessons().values()]
    if as_json:
        told = [
            {"name": one.name, "title": one.entry.title, "level": one.entry.level,
             "minutes": one.entry.minutes, "description": one.entry.description.strip()}
            for one in lessons
        ]  # fmt: skip
        show(json.dumps(told))
        return
    width = max((len(one.name) for one in lessons), default=0)
    for one in lessons:
        show(f"{one.name:<{width}}  {one.entry.minutes:3} min  {one.entry.title}")


@lesson.command(short_help="Test a lesson: the solution must pass, the starter must fail.")
@click.argument("place", type=PLACE, metavar="FOLDER|FILE")
@click.option("--workers", type=click.IntRange(1, 1000), help="Number of processes for the runs.")
@SANDBOX
@AS_JSON
def check(place: Path, workers: int | None, is_sandboxed: bool | None, as_json: bool) -> int:
    """Test a lesson: run the solution and the starter on all its mazes and seeds.

    The solution must pass and the starter must not. Every picture in the texts must be there, and
    every number of [[numbers]] must be what was measured.

    Exit code: 0 the lesson is good, 1 something needs fixing, 2 bad input.

    \b
    Example:
      python main.py lesson check my_lesson
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.lessons.catalogue import find_lesson
    from wsusim.lessons.lesson import load_lesson
    from wsusim.lessons.lesson_check import check_lesson, runs_of

    found = load_lesson(find_lesson(str(place)))
    with (
        workers_of(None, workers) as those,
        progress(runs_of(found), f"Checking {found.name}") as advance,
    ):
        report = check_lesson(
            found, those, is_sandboxed=is_locked_in(is_sandboxed), on_runs=advance
        )
    show(json.dumps(_json_report(found.name, report)) if as_json else _told(report))
    return 1 if report.problems else 0


def _told(report: LessonReport) -> str:
    lines = []
    for name, outcome in (("Solution", report.solution), ("Starter", report.starter)):
        if outcome is not None:
            lines.append(
                f"{name}: {outcome.points:g} of {outcome.of:g} points; {outcome.passed} of "
                f"{outcome.runs} runs passed"
            )
    for number in report.numbers:
        value = "nothing" if number.value is None else f"{number.value:.4g}"
        lines.append(f"{number.entry.says!r}: measured {value}")
    lines += [f"Advice: {sentence}" for sentence in report.advice]
    lines += [f"To fix: {sentence}" for sentence in report.problems]
    lines.append("" if report.problems else "ok: the lesson is good.")
    return "\n".join(lines).rstrip()


def _json_report(name: str, report: LessonReport) -> dict[str, Any]:
    programs = {"solution": report.solution, "starter": report.starter}
    return {
        "lesson": name,
        "ok": not report.problems,
        "problems": list(report.problems),
        "advice": list(report.advice),
        "programs": {
            program: {"runs": one.runs, "passed": one.passed, "points": one.points, "of": one.of}
            for program, one in programs.items()
            if one is not None
        },
        "numbers": [
            {"says": one.entry.says, "measured": one.value, "low": one.entry.low,
             "high": one.entry.high}
            for one in report.numbers
        ],
    }  # fmt: skip


@lesson.command(short_help="Make one file of a lesson's folder, without the solution.")
@click.argument("place", type=PLACE, metavar="FOLDER")
@click.option("--out", type=FILE, help="Name of the file. Default: the lesson's name.lesson.")
@click.option(
    "--teacher", "for_teacher", is_flag=True, help="With solution and notes, for other teachers."
)
@click.option("--overwrite", is_flag=True, help="Replace the file.")
def pack(place: Path, out: Path | None, for_teacher: bool, overwrite: bool) -> None:
    """Make one file of a lesson: for students, without solution and notes.

    The same lesson gives the same bytes. Students open the file with a double click, or with
    python main.py FILE.

    \b
    Examples:
      python main.py lesson pack my_lesson
      python main.py lesson pack my_lesson --teacher --out for_teachers.lesson
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.formats.atomic import write_whole
    from wsusim.lessons.catalogue import find_lesson
    from wsusim.lessons.lesson import load_lesson
    from wsusim.lessons.lesson_files import SUFFIX, packed

    found = load_lesson(find_lesson(str(place)))
    suffix = f".teacher{SUFFIX}" if for_teacher else SUFFIX
    file = out or Path(f"{found.name}{suffix}")
    if file.suffix.lower() != SUFFIX:
        raise BadInput(f"--out {file}: the name of a lesson's file ends in {SUFFIX}.")
    if file.exists() and not overwrite:
        raise BadInput(f"{file} exists already. Choose another name with --out, or --overwrite.")
    files = found.files if for_teacher else found.for_students()
    content = packed(found.name, files)
    write_whole(file, content)
    show(f"{file}: {len(files)} files, {len(content):,} bytes")
    if found.has_solution:
        tell(
            "It holds the solution: give it to teachers only."
            if for_teacher
            else "Solution and notes are left out."
        )


@lesson.command(short_help="Show how far each student of a class has come.")
@click.argument("folder", type=FOLDER)
@click.option("--csv", "csv_file", type=FILE, metavar="FILE.csv", help="Save a table as well.")
@AS_JSON
def status(folder: Path, csv_file: Path | None, as_json: bool) -> None:
    """Show a table: a row for each student below FOLDER, a column for each lesson.

    The window keeps a progress.json in each student's folder of a lesson. It is the student's own
    file: for points, use grade.

    \b
    Examples:
      python main.py lesson status handed_in
      python main.py lesson status handed_in --csv progress.csv
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.formats.atomic import check_replaceable, write_whole
    from wsusim.lessons.class_status import class_status

    found = class_status(folder)
    if csv_file is not None:
        check_replaceable(csv_file, ".csv")
        write_whole(csv_file, found.csv().encode("utf-8-sig"))
    show(json.dumps(found.json()) if as_json else found.text())


@lesson.command(short_help="Make your own copy of a lesson, to work on without the window.")
@click.argument("name", metavar="LESSON")
@click.option("--folder", type=FOLDER, default=Path(), help="Where to put your folder of it.")
def start(name: str, folder: Path) -> None:
    """Make your own copy of a lesson: a folder with your program and its mazes.

    LESSON is a file, a folder, or the name or number of a lesson that comes with wsusim. What you
    have written stays.

    \b
    Example:
      python main.py lesson start 1
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.lessons.catalogue import find_lesson
    from wsusim.lessons.lesson import load_lesson
    from wsusim.lessons.student_copy import begin

    found = load_lesson(find_lesson(name))
    program = begin(found, folder)
    lesson_file = program.with_name(f"{found.name}.lesson")
    show(f"Your program: {program}")
    words = f"{as_argument(program)} --assignment {as_argument(lesson_file)}"
    show(f"Check it:     python main.py check {words}")
