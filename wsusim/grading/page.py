"""The results of a class for people: one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template

from wsusim.grading.alike import Pair
from wsusim.grading.class_results import percent
from wsusim.grading.grade import Grades
from wsusim.grading.svg_drawing import maze_symbol, run_picture
from wsusim.grading.verdict import RunVerdict, StudentVerdict
from wsusim.model.text import counted, printable
from wsusim.model.typed_names import as_argument
from wsusim.model.world import World
from wsusim.robots import robot_kind
from wsusim.scene.svg import scene_css

LONGEST_MESSAGE = 160
"""Characters in the table; all of it stands with the run."""

_PAGE = Path(__file__).with_name("page.html")


def html_report(
    grades: Grades,
    *,
    assignment_file: Path,
    pairs: Sequence[Pair] = (),
    recordings: str | None = None,
) -> str:
    """Return the page.

    Args:
        grades: The class.
        assignment_file: As it is named in the command that repeats a run.
        pairs: Programs that look alike.
        recordings: Folder of the recordings, seen from the page; ``None``: there are none.
    """
    entry = grades.assignment.entry
    mazes = list(grades.assignment.requests)
    facts = (
        f"{counted(len(grades.students), 'student')}, {counted(len(mazes), 'maze')} "
        f"({', '.join(mazes)}), {counted(len(entry.seeds), 'seed')}: "
        f"{counted(grades.assignment.runs, 'run')} each, "
        f"{grades.assignment.points:g} points each. The grade is the mean over all runs."
    )
    return Template(_PAGE.read_text(encoding="utf-8")).substitute(
        title=_text(entry.title),
        description=_text(entry.description.strip(), keep="\n"),
        facts=_text(facts),
        scene_css=scene_css(),
        symbols="".join(
            maze_symbol(_symbol(number), request.world)
            for number, request in enumerate(grades.assignment.requests.values())
        ),
        faults=_faults(grades) + _left_out(grades),
        headings=_headings(mazes),
        rows="\n".join(_row(grades, one) for one in grades.students),
        alike=_alike(pairs),
        students="\n".join(
            _student(grades, one, assignment_file, recordings) for one in grades.students
        ),
    )


def _headings(mazes: Sequence[str]) -> str:
    names = ["Student", "Points", "%", "Goals", "Failed", *mazes, "First message"]
    is_text = {0, len(names) - 1}
    return "".join(
        f'<th scope="col"{"" if place in is_text else " class=number"}>'
        f'<button type="button">{_text(name)}</button></th>'
        for place, name in enumerate(names)
    )


def _row(grades: Grades, one: StudentVerdict) -> str:
    share = percent(one, grades.assignment.points)
    numbers = [one.goals, one.failures, *one.by_maze(list(grades.assignment.requests))]
    cells = [
        f'<td class="name"><a href="#{_anchor(grades, one)}">{_text(one.student)}</a></td>',
        f'<td class="number">{_n(one.points)}</td>',
        f'<td class="number bar" style="--share:{share}%">{share:g}</td>',
        *(f'<td class="number">{_n(number)}</td>' for number in numbers),
        f'<td class="small">{_text(_short(one.message))}</td>',
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _student(
    grades: Grades, one: StudentVerdict, assignment_file: Path, recordings: str | None
) -> str:
    points = grades.assignment.points
    failed = f'<span class="bad">{one.failures} failed</span>' if one.failures else ""
    runs = "\n".join(_run(grades, one, run, assignment_file, recordings) for run in one.runs)
    return (
        f'<details id="{_anchor(grades, one)}"><summary><h2>{_text(one.student)}</h2>{failed}'
        f"<span>{_n(one.points)} of {_n(points)} points</span></summary>"
        f'<div class="runs">{runs}</div></details>'
    )


def _run(
    grades: Grades,
    student: StudentVerdict,
    run: RunVerdict,
    assignment_file: Path,
    recordings: str | None,
) -> str:
    mazes = grades.assignment.requests
    world: World = mazes[run.maze].world
    scores = "".join(
        f'<li><span>{_text(one.name)}</span><span class="value">{_text(one.text)}</span>'
        f"<span>{_n(one.points)} / {_n(one.of)}</span></li>"
        for one in run.scores
    )
    parts = [
        f"<h3><span>{_text(run.maze)}, seed {run.seed}</span><span>{_n(run.points)}</span></h3>",
        f'<p class="verdict {_tone(run)}">{_text(run.words)}</p>',
    ]
    if run.message:
        parts.append(f'<p class="small">{_text(run.message)}</p>')
    if run.trail_mm:
        radius_mm = robot_kind(world.robots[0].kind).radius_mm
        symbol = _symbol(list(mazes).index(run.maze))
        parts.append(run_picture(symbol, world, run.trail_mm, radius_mm))
    parts.append(f"<ul>{scores}</ul>")
    if run.details:
        parts.append(_folded("The lines", run.details))
    if run.prints:
        parts.append(_folded("What it printed", "\n".join(run.prints)))
    again = (
        f"python main.py check {as_argument(student.path)} "
        f"--assignment {as_argument(assignment_file)} --maze {as_argument(run.maze)} "
        f"--seed {run.seed}"
    )
    parts.append(_folded("Run it again", again))
    if recordings is not None and run.trace_sha256:
        name = grades.places.recording(student.student, run)
        parts.append(f'<p class="small quiet">Recording: {_text(f"{recordings}/{name}")}</p>')
    return f'<section class="run">{"".join(parts)}</section>'


def _tone(run: RunVerdict) -> str:
    """Return the CSS class of a run's text: without colour if neither failed nor reached."""
    return "bad" if run.has_failed else "good" if run.is_done else ""


def _n(points: float) -> str:
    """Return points for people: two decimals at most."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_MESSAGE else f"{text[:LONGEST_MESSAGE]}..."


def _folded(title: str, text: str) -> str:
    return f"<details><summary>{title}</summary><pre>{_text(text, keep=chr(10))}</pre></details>"


def _faults(grades: Grades) -> str:
    lost = "".join(f'<p class="bad">{_text(sentence)}</p>' for sentence in grades.lost)
    items = "".join(f"<li>{_text(fault)}</li>" for fault in grades.faults)
    if not items:
        return lost
    told = "Checks of this assignment failed; no one got the points for them:"
    return f'{lost}<p class="bad">{told}</p><ul class="bad">{items}</ul>'


def _left_out(grades: Grades) -> str:
    items = "".join(f"<li>{_text(one.name)}: {_text(one.why)}</li>" for one in grades.left_out)
    told = "Left out, because it is no work that can be run. Is a student missing?"
    return f"<p>{told}</p><ul>{items}</ul>" if items else ""


def _alike(pairs: Sequence[Pair]) -> str:
    if not pairs:
        return ""
    items = "".join(
        f"<li>{_text(pair.first)} and {_text(pair.second)}: {pair.percent:.0f} % of the shorter "
        "program</li>"
        for pair in pairs
    )
    told = "These programs have much in common. That proves nothing: look at both."
    return f"<h2>Alike</h2><p>{told}</p><ul>{items}</ul>"


def _symbol(number: int) -> str:
    return f"maze{number}"


def _anchor(grades: Grades, one: StudentVerdict) -> str:
    return "student-" + escape(grades.places.folders[one.student])


def _text(text: str, keep: str = "") -> str:
    """Return text for the page, harmless whatever students wrote."""
    return escape(printable(text, keep=keep))
