"""The results of a class as tables."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from wsusim.ciber.grading.agent_lock import AgentLock
from wsusim.ciber.grading.class_match import ClassMatch, Played
from wsusim.ciber.grading.class_report import Row, csv_table, html_page, row_of, text_table
from wsusim.ciber.grading.groups import Group
from wsusim.ciber.match_choice import Scene

ROBOT = {
    "mark": {"points": 0.5, "remark": "It is 8 long, the shortest way 4."},
    "map_mark": {"points": 810.0, "remark": ""},
    "collisions": 2,
    "state": "Finished",
    "silent_in_all": 7,
    "slow_cycles": 0,
}
RESULT: dict[str, Any] = {
    "robots": [ROBOT],
    "scoring": "6 (version 2)",
    "score": 30,
    "cycles": 900,
    "ending": "All robots are done.",
    "doubts": (),
    "trace_sha256": "0123456789abcdef",
}


def rows(name: str = "ben") -> list[Row]:
    """Return a match that was played, and one that was not."""
    jobs = [
        ClassMatch(Group(name, b"", "."), Scene(seed=seed), "4", AgentLock(is_sandboxed=False))
        for seed in (1, 2)
    ]
    return [
        row_of(jobs[0], Played(RESULT, words="one\n<two>")),
        row_of(jobs[1], Played(failure="It did not come.")),
    ]


def test_a_row_has_both_marks() -> None:
    """Challenge 4: of the map and of the path, and why they are not better."""
    row = rows()[0]
    assert (row.values["map"], row.values["path"], row.values["score"]) == (810.0, 0.5, 30)
    assert row.remarks == ("Path: It is 8 long, the shortest way 4.",)
    assert row.stem == "ben-1"


def test_the_table_is_for_spreadsheets() -> None:
    """A line each; names that a spreadsheet would take for formulas are none."""
    lines = list(csv.DictReader(io.StringIO(csv_table(rows("=1+1")))))
    assert [line["score"] for line in lines] == ["30", ""]
    assert not lines[0]["group"].startswith("=")
    assert lines[1]["failure"] == "It did not come."


def test_the_table_is_for_people() -> None:
    """What was not played is told in its line."""
    first, second = text_table(rows()).splitlines()[1:]
    assert first.split()[:7] == ["ben", "1", "30", "810", "0.5", "2", "900"]
    assert second.endswith("It did not come.")


@pytest.mark.parametrize("text", ["<td class=n>1 of 2</td>", "&lt;two&gt;", "&lt;i&gt;"])
def test_the_page_holds_nothing_that_a_group_wrote_as_it_was_written(text: str) -> None:
    """Names and what agents print are shown, not run."""
    page = html_page(rows("<i>"), "rmi-2223/C4: groups")
    assert text in page
    assert "<two>" not in page
