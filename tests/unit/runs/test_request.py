"""What may be asked of a run, and what is refused with which words."""

from __future__ import annotations

import math

import pytest

from wsusim.errors import BadInput
from wsusim.runs.request import (
    RunRequest,
    in_order,
    parse_parameter,
    parse_start,
    parse_timing,
)
from wsusim.runs.run import execute


def test_a_request_needs_a_controller() -> None:
    """Without a controller the message says how to name one."""
    with pytest.raises(BadInput, match=r"run my_robot\.py"):
        execute(RunRequest(controllers=()))


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("seed", -1, "from 0 to 9,223,372,036,854,775,807"),
        ("time_s", -3.0, "0.01 to 1,000,000"),
        ("time_s", math.nan, "0.01 to"),
        ("time_s", math.inf, "0.01 to"),
        ("speed", 0.0, "0.01 to 1,000"),
        ("patience_s", 0.0, "0.05 to 3,600"),
        ("baud", 9601, "9600"),
    ],
)
def test_a_value_out_of_range_is_refused_with_the_range(
    field: str, value: float, allowed: str
) -> None:
    """The message names what is allowed."""
    with pytest.raises(BadInput, match=allowed):
        RunRequest(controllers=("a.py",), **{field: value})  # type: ignore[arg-type]


def test_a_start_is_millimetres_and_degrees() -> None:
    """``X,Y,DEG`` becomes a pose in millimetres and radians."""
    pose = parse_start("300, 250.5,90")

    assert (pose.x_mm, pose.y_mm) == (300.0, 250.5)
    assert pose.heading_rad == pytest.approx(math.pi / 2)


@pytest.mark.parametrize("text", ["", "1,2", "1,2,3,4", "a,b,c", "nan,0,0", "0,inf,0"])
def test_a_start_that_is_not_three_numbers_is_refused(text: str) -> None:
    """The message shows the form and what was typed."""
    with pytest.raises(BadInput, match="X,Y,DEG"):
        parse_start(text)


@pytest.mark.parametrize(("text", "baud"), [("ideal", None), ("serial:9600", 9600)])
def test_timing_is_ideal_or_a_baud_rate(text: str, baud: int | None) -> None:
    """Both spellings are understood."""
    assert parse_timing(text) == baud


@pytest.mark.parametrize("text", ["", "serial", "serial:", "serial:fast", "9600", "serial:²"])
def test_other_timings_are_refused(text: str) -> None:
    """The message shows both forms."""
    with pytest.raises(BadInput, match="'ideal' or 'serial:BAUD'"):
        parse_timing(text)


def test_robots_without_a_controller_have_an_empty_one() -> None:
    """Their place is kept."""
    request = RunRequest(in_order({2: "a.py", 0: "b.py"}))

    assert request.controllers == ("b.py", "", "a.py")
    assert request.driven == {0: "b.py", 2: "a.py"}


@pytest.mark.parametrize(
    ("text", "value"),
    [("NEAR=600", 600), ("gain=0.5", 0.5), ("is_bold=true", True), ("mood=calm", "calm")],
)
def test_a_figure_has_a_name_and_a_value(text: str, value: object) -> None:
    """NAME=VALUE is a number, true or false, or else a text."""
    assert parse_parameter(text) == (text.partition("=")[0], value)


@pytest.mark.parametrize("text", ["NEAR", "=3", "a b=3"])
def test_a_figure_without_a_name_is_refused(text: str) -> None:
    """What sets nothing is told, with how it is written."""
    with pytest.raises(BadInput, match="sets no value of a controller"):
        parse_parameter(text)
