"""What a run earns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from wsusim.formats.maze_catalogue import find_maze
from wsusim.grading.criteria import CriterionEntry, Score, score
from wsusim.grading.criterion_table import Asked, Criterion, criteria
from wsusim.grading.evidence import Evidence
from wsusim.model.robot_table import HISTORY
from wsusim.runs.report import RunReport


def run(places_mm: list[tuple[float, float]], **figures: Any) -> Evidence:
    """Return a run in the field that was at these places, a tick each."""
    table = np.zeros(len(places_mm), HISTORY)
    table["x_mm"], table["y_mm"] = np.array(places_mm).T
    known: dict[str, Any] = {
        "distance_mm": 0.0, "contacts": 0, "caps_delivered": 0, "goal_time_s": None,
    }  # fmt: skip
    report = RunReport(
        outcome="time", end="time", seed=1, maze="field", timing="ideal", sim_time_s=1.0,
        wall_time_s=1.0, speedup=1.0, startup_s=0.0, contact_time_s=0.0, trace_sha256="",
        **(known | figures),
    )  # fmt: skip
    return Evidence(find_maze("field"), report, (table,))


def earned(
    what: str, evidence: Evidence, sources: dict[str, str] | None = None, **own: Any
) -> Score:
    """Return what a criterion of ten points gives."""
    entry = CriterionEntry.model_validate({"what": what, "points": 10, **own})
    assert entry.problems() == []
    return score(entry, evidence, sources or {})


STILL = [(100.0, 100.0)] * 4
REGION = {"x_mm": 100, "y_mm": 100, "width_mm": 50, "height_mm": 50}
ELSEWHERE = {"x_mm": 500, "y_mm": 500, "width_mm": 50, "height_mm": 50}


@pytest.mark.parametrize(
    ("time_s", "points"), [(None, 0.0), (10.0, 10.0), (20.0, 10.0), (30.0, 5.0), (50.0, 0.0)]
)
def test_time_counts_evenly_between_full_and_none(time_s: float | None, points: float) -> None:
    """All points up to ``full``, none from ``none`` on or without the goal, evenly between."""
    evidence = run(STILL, goal_time_s=time_s)

    assert earned("time", evidence, full_s=20, none_s=40).points == points


@pytest.mark.parametrize(("contacts", "points"), [(0, 10.0), (2, 8.0), (10, 0.0), (99, 0.0)])
def test_contacts_count_downwards(contacts: int, points: float) -> None:
    """``full`` may lie below ``none``."""
    evidence = run(STILL, contacts=contacts)

    assert earned("contacts", evidence, full_count=0, none_count=10).points == points


def test_goal_caps_and_distance() -> None:
    """What the run's closing figures say is counted as it stands there."""
    evidence = run(STILL, goal_time_s=3.0, caps_delivered=2, distance_mm=1500.0)

    assert earned("goal", evidence) == Score(10.0, "yes")
    assert earned("caps", evidence, full_count=4) == Score(5.0, "2")
    assert earned("distance", evidence, full_m=3) == Score(5.0, "1.50 m")


def test_staying_is_the_share_of_time_in_the_region() -> None:
    """Half of the time in the region is 50 percent."""
    evidence = run([(100.0, 100.0), (100.0, 120.0), (300.0, 300.0), (400.0, 300.0)])

    assert earned("staying", evidence, full_percent=100, region=REGION) == Score(5.0, "50 %")


@pytest.mark.parametrize(
    ("places_mm", "points"),
    [
        ([(100.0, 100.0), (500.0, 500.0)], 10.0),
        ([(500.0, 500.0), (100.0, 100.0)], 5.0),
        ([(300.0, 300.0)], 0.0),
    ],
)
def test_order_counts_the_regions_reached_one_after_the_other(
    places_mm: list[tuple[float, float]], points: float
) -> None:
    """A region counts when it was reached after the one before it."""
    assert earned("order", run(places_mm), regions=[REGION, ELSEWHERE]).points == points


def test_coverage_counts_squares_with_room() -> None:
    """A robot that stood in one square has covered more than nothing, and little."""
    few = earned("coverage", run(STILL), full_percent=100)
    more = earned("coverage", run([*STILL, (300.0, 300.0)]), full_percent=100)

    assert 0.0 < few.points < more.points < 1.0


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("True", Score(10.0, "yes")),
        ("0.25", Score(2.5, "25 %")),
        ("(0.5, 'half')", Score(5.0, "half")),
        ("len(run.x_mm) == 4", Score(10.0, "yes")),
    ],
)
def test_the_teachers_own_check(answer: str, expected: Score) -> None:
    """A check answers with true, false, or a share, with a text if it likes."""
    sources = {"c.py": f"def f(run):\n    return {answer}\n"}

    assert earned("own", run(STILL), sources, predicate="c.py:f") == expected


@pytest.mark.parametrize("answer", ["1 / 0", "7", "'much'", "None"])
def test_a_check_that_fails_is_the_teachers_fault(answer: str) -> None:
    """A check that fails or answers nonsense is told, and gives no points."""
    sources = {"c.py": f"def f(run):\n    return {answer}\n"}

    found = earned("own", run(STILL), sources, predicate="c.py:f")

    assert (found.points, found.is_fault) == (0.0, True)
    assert "c.py:f" in found.text


def test_another_packages_criterion_counts(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """By its row alone; one that fails is a fault of the teacher's side, not the student's."""

    def measure(_run: Evidence, _asked: Asked) -> float | None:
        raise ZeroDivisionError("nothing driven")

    row = Criterion("smooth", "smoothness", "how smoothly", measure, unit="percent")
    monkeypatch.setattr(CriterionEntry, "row", property(lambda _self: row))
    entry = CriterionEntry.model_validate({"what": "goal", "points": 3.0, "full_percent": 80.0})

    assert entry.title == "smoothness"
    assert entry.problems() == []
    result = score(entry, run(STILL), {})
    assert (result.points, result.is_fault) == (0.0, True)
    assert result.text == "it failed: ZeroDivisionError: nothing driven"
    assert "the criterion smooth failed" in caplog.text
    caplog.clear()


def test_every_row_says_what_it_needs() -> None:
    """Settings that are needed are fields of an assignment; names are told once."""
    fields = {*CriterionEntry.model_fields}
    assert [row.name for row in criteria().values() if not row.settings()[0] <= fields] == []
    assert len({row.title for row in criteria().values()}) == len(criteria())
