"""Edits of robot files."""

from __future__ import annotations

import copy

import pytest

from wsusim.editor import kind_edits as edits
from wsusim.formats.robot_file import robot_of
from wsusim.robots import robot_kind
from wsusim.robots.file_of import file_of

EPUCK = file_of(robot_kind("epuck"))
KHEPERA = file_of(robot_kind("khepera1"))


def test_an_edit_leaves_the_old_file_alone():
    """Undo can go back to it."""
    before = copy.deepcopy(EPUCK)

    edits.with_sensor_at(EPUCK, 5, 20.0, 20.0)
    edits.with_new_sensor({**EPUCK, "sensors": EPUCK["sensors"][:7]})

    assert before == EPUCK


def test_a_sensor_near_the_rim_snaps_to_it_at_a_round_angle_and_turns_along():
    """From 90 degrees to 62: it is put at 60, 2 mm within the edge, and points to 60."""
    sensor = edits.with_sensor_at(EPUCK, 5, 16.0, 30.0)["sensors"][5]

    assert (sensor["x_mm"], sensor["y_mm"], sensor["bearing_deg"]) == (17.5, 30.3, 60.0)


def test_without_snapping_a_sensor_is_where_it_is_put():
    """To the last digit."""
    sensor = edits.with_sensor_at(EPUCK, 5, 16.03, 30.01, snaps=False)["sensors"][5]

    assert (sensor["x_mm"], sensor["y_mm"]) == (16.03, 30.01)


@pytest.mark.parametrize(("asked", "got"), [(47.0, 45.0), (-178.0, 180.0), (362.0, 0.0)])
def test_a_bearing_snaps_and_goes_round(asked, got):
    """Multiples of 5 degrees, above -180 up to 180."""
    assert edits.with_bearing(EPUCK, 0, asked)["sensors"][0]["bearing_deg"] == got


def test_where_a_sensor_looks_turns_with_it():
    """The differences that were measured stay: 9.3 degrees of all, 0.1 of this robot."""
    sensor = edits.with_bearing(KHEPERA, 2, 30.0)["sensors"][2]

    assert (sensor["looks_deg"], sensor["own"]["looks_deg"]) == (39.3, 30.1)


def test_a_new_sensor_stands_in_the_widest_gap():
    """Without the one on the left there is most room on the left."""
    file = edits.with_new_sensor(edits.without_sensor(EPUCK, 5))
    sensor = file["sensors"][-1]

    assert (sensor["name"], sensor["bearing_deg"]) == ("sensor_1", 95.0)
    assert len(robot_of(file).sensors) == 8


def test_a_mirrored_sensor_stands_on_the_other_side():
    """With the other side's name, and turned the other way."""
    file = edits.with_mirrored({**EPUCK, "sensors": EPUCK["sensors"][5:7]}, 1)
    sensor = file["sensors"][-1]

    assert (sensor["name"], sensor["y_mm"], sensor["bearing_deg"]) == ("right_45", -24.7, -45.0)


def test_a_name_that_is_taken_gets_a_number():
    """Mirroring twice gives two sensors."""
    once = edits.with_mirrored({**EPUCK, "sensors": EPUCK["sensors"][5:7]}, 1)

    assert edits.with_mirrored(once, 1)["sensors"][-1]["name"] == "right_45_2"


def test_a_figure_that_is_not_there_yet_is_put():
    """A sensor gets a width of its own."""
    file = edits.with_figure(EPUCK, ("sensors", 1, "own", "width_deg"), 50.0)

    assert edits.figure_of(EPUCK, ("sensors", 1, "own", "width_deg")) is None
    assert robot_of(file).cone.traits[1].width_deg == 50.0


def test_there_is_room_for_so_many_sensors():
    """Eight at most."""
    assert [edits.can_add(file) for file in (EPUCK, edits.without_sensor(EPUCK, 0))] == [
        False,
        True,
    ]
