"""The results of a class for other programs: everything as JSON, a line per student as CSV."""

from __future__ import annotations

import csv
import io
import json

from wsusim.grading.grade import Grades
from wsusim.grading.verdict import StudentVerdict
from wsusim.model.text import safe_cell


def json_report(grades: Grades) -> str:
    """Return everything except what depends on the day: the same class gives the same text."""
    assignment = grades.assignment
    report = {
        "format": "wsusim-grades",
        "version": 1,
        "title": assignment.entry.title,
        "mazes": list(assignment.requests),
        "seeds": list(assignment.entry.seeds),
        "points_of_a_run": assignment.points,
        "students": [
            {
                "student": one.student,
                "folder": grades.places.folders[one.student],
                "points": one.points,
                "goals": one.goals,
                "failures": one.failures,
                "runs": [run.to_json() for run in one.runs],
            }
            for one in grades.students
        ],
        "left_out": [{"name": one.name, "why": one.why} for one in grades.left_out],
        "faults_of_own_checks": list(grades.faults),
    }
    return json.dumps(report, indent=1, ensure_ascii=False) + "\n"


def csv_report(grades: Grades) -> str:
    """Return a line of headings, and a line for each student."""
    assignment = grades.assignment
    mazes = list(assignment.requests)
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(
        ["student", "points", "of", "percent", "runs", "goals", "failures",
         *(f"points in {maze}" for maze in mazes), "message"]
    )  # fmt: skip
    for one in grades.students:
        writer.writerow(
            [safe_cell(one.student), one.points, assignment.points, percent(one, assignment.points),
             len(one.runs), one.goals, one.failures, *one.by_maze(mazes), safe_cell(one.message)]
        )  # fmt: skip
    return output.getvalue()


def percent(student: StudentVerdict, points: float) -> float:
    """Return a student's share of all points."""
    return round(100.0 * student.points / points, 1) if points else 0.0
