"""What a program draws over the maze."""

from __future__ import annotations

import itertools

import pytest

from wsusim.backends.fake import FakeBackend
from wsusim.control.robot import Robot
from wsusim.errors import Misuse, MisuseValue
from wsusim.model.commands import (
    ClearDrawing,
    Draw,
)


@pytest.mark.parametrize(("points", "ticks"), [(1, 0), (900, 0), (1000, 1), (10_000, 10)])
def test_large_figures_take_time(fake: FakeBackend, robot: Robot, points: int, ticks: int) -> None:
    """A loop that only draws moves on in time, so that a recording has room for what it draws."""
    robot.draw.line([(0, 0)] * points)

    assert fake.now_ticks() == ticks


def test_points_without_end_are_refused(robot: Robot) -> None:
    """A generator that never ends is not gathered into memory first."""
    with pytest.raises(MisuseValue, match="10,000 points"):
        robot.draw.dots((x, x) for x in itertools.count())


def test_half_characters_are_drawn_as_their_escapes(fake: FakeBackend, robot: Robot) -> None:
    """What can't be written into a file is shown as Python would write it."""
    robot.draw.text((1, 2), "a\ud800")

    assert fake.commands[-1].command == Draw("text", ((1.0, 2.0),), "blue", "a\\ud800")


ORDERS = {
    "line": (
        lambda robot: robot.draw.line([(1, 2), (3, 4)], colour="red"),
        Draw("line", ((1.0, 2.0), (3.0, 4.0)), "red"),
    ),
    "dots": (lambda robot: robot.draw.dots([(1, 2)]), Draw("dots", ((1.0, 2.0),), "blue")),
    "text": (
        lambda robot: robot.draw.text((1, 2), 42, colour="#00ff7f"),
        Draw("text", ((1.0, 2.0),), "#00ff7f", "42"),
    ),
    "long text": (
        lambda robot: robot.draw.text((1, 2), "a" * 5000),
        Draw("text", ((1.0, 2.0),), "blue", "a" * 1000),
    ),
    "clear": (lambda robot: robot.draw.clear(), ClearDrawing()),
}


@pytest.mark.parametrize(("call", "command"), ORDERS.values(), ids=ORDERS)
def test_each_method_sends_its_order(fake: FakeBackend, robot: Robot, call, command) -> None:
    """One call, one order."""
    call(robot)

    assert [sent.command for sent in fake.commands] == [command]


REFUSED = {
    "points": (lambda r: r.draw.line(3), "not a list of points"),
    "point": (lambda r: r.draw.text(3, "x"), "not a list of points"),
    "nan point": (lambda r: r.draw.dots([(float("nan"), 0)]), "`x` is nan"),
    "colour": (lambda r: r.draw.dots([(0, 0)], colour="gren"), "Did you mean 'green'"),
    "many points": (lambda r: r.draw.line([(0, 0)] * 10_001), "10,000 points"),
    "no colour": (lambda r: r.draw.dots([(0, 0)], colour=7), "`colour` is 7"),
    "bad code": (lambda r: r.draw.dots([(0, 0)], colour="#12345g"), "#rrggbb"),
}


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_misuse_says_what_and_what_next(fake: FakeBackend, robot: Robot, call, message) -> None:
    """Each misuse has a message of its own, and no order goes out."""
    with pytest.raises(Misuse, match=message):
        call(robot)

    assert fake.commands == []


def test_a_grid_is_shaded_by_its_largest_value() -> None:
    """Row by row from below; what is 0 or None is left open."""
    fake = FakeBackend()
    Robot(fake).draw.grid([[0, 1, None], [2, 3, True]], origin=(100, 200), size=50)

    figure = fake.commands[-1].command
    assert (figure.shape, figure.text) == ("grid", "050/af5")
    assert figure.points_mm == ((100.0, 200.0), (250.0, 300.0))


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ([[1, 2], [3]], "The rows have 2, 1 values"),
        ([], "The rows have no values"),
        (3, "3 is not a list of rows"),
        ([[1, -2]], "A value is -2"),
        ([["x"]], "`value` is 'x'"),
        ([[0] * 100] * 100, "The grid has more than 9,000 squares"),
        ([[0]] * 1001, "The grid has more than 9,000 squares, or more than 1,000 rows"),
        (itertools.repeat(itertools.repeat(0)), "The grid has more than 9,000 squares"),
    ],
)
def test_what_is_no_grid_is_told(values: object, told: str) -> None:
    """At the student's line, with what goes instead."""
    with pytest.raises(Misuse) as caught:
        Robot(FakeBackend()).draw.grid(values)  # type: ignore[arg-type]

    assert str(caught.value).startswith(told)
