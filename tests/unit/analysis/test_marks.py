"""What happened in a run, as marks for a timeline."""

from __future__ import annotations

from wsusim.analysis.marks import MOVED_BY_HAND, Mark, MarkKind, all_marks, contact_spans
from wsusim.model.interventions import ObjectMoved, RobotMoved
from wsusim.recording.notes import Event, Line


def test_a_contact_lasts_until_it_ends_or_the_run_does() -> None:
    """Each robot has its own."""
    events = [
        Event(10, "contact_begins", 0, None),
        Event(15, "contact_begins", 1, None),
        Event(20, "contact_ends", 0, None),
    ]
    assert contact_spans(events, 2, 99) == [[(10, 20)], [(15, 99)]]


def test_prints_of_one_tick_are_one_mark_and_empty_ones_none() -> None:
    """A mark for each robot and tick."""
    lines = [Line(4, "print", 0, "a\n"), Line(4, "print", 0, "b\n"), Line(6, "print", 0, "\n")]
    assert all_marks([], [], lines, [], []) == (Mark(4, 4, MarkKind.PRINT, 0, "a\nb"),)


def test_a_drag_is_one_mark() -> None:
    """Moves that follow each other closely are one; a later one is another."""
    orders = [
        (10, 0, RobotMoved(1.0, 1.0, 0.0)),
        (30, 0, RobotMoved(2.0, 1.0, 0.0)),
        (70, 0, RobotMoved(3.0, 1.0, 0.0)),
        (200, 0, ObjectMoved(7, 1.0, 1.0)),
    ]
    marks = all_marks([], [], [], [], orders)
    assert [(mark.tick, mark.robot, mark.text) for mark in marks] == [
        (10, 0, MOVED_BY_HAND),
        (200, None, MOVED_BY_HAND),
    ]


def test_marks_come_in_order_with_the_value_of_an_event() -> None:
    """The window words what a mission's event is called."""
    events = [Event(50, "caps_delivered", None, 2), Event(5, "goal_entered", 0, None)]
    marks = all_marks([[(20, 30)]], [], [], events, [])
    assert [(mark.tick, mark.last_tick, mark.text, mark.value) for mark in marks] == [
        (5, 5, "goal_entered", None),
        (20, 30, "", None),
        (50, 50, "caps_delivered", 2),
    ]
