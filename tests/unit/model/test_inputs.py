"""Everything that reaches a simulation, as rows."""

from __future__ import annotations

import json

import pytest

from wsusim.model import commands as c
from wsusim.model.inputs import Input, row_of, value_of
from wsusim.model.interventions import MadeSafe, ObjectMoved, RobotMoved

EVERY_INPUT = [
    c.SetSpeeds(-3, 127),
    c.SetTargets(8_388_606, -5),
    c.SetCounters(-(2**31), 7),
    c.SetProfile(20, 64, 19, 63),
    c.SetPwm(255, -255),
    c.SetArm(249),
    c.SetGrip(True),
    c.SetLed(1, 2),
    c.Say("Grüße"),
    c.Draw("line", ((0.1, 2.0), (3.0, 1 / 3)), "red"),
    c.Draw("text", ((1.0, 2.0),), text="here"),
    c.ClearDrawing(),
    MadeSafe(),
    RobotMoved(1.5, 2.5, 0.1),
    ObjectMoved(4, 1.0, 2.0),
]


@pytest.mark.parametrize("value", EVERY_INPUT, ids=lambda value: type(value).__name__)
def test_every_input_survives_json(value: Input) -> None:
    """An input written as JSON and read back is equal to itself."""
    assert value_of(json.loads(json.dumps(row_of(value)))) == value


@pytest.mark.parametrize(
    "row",
    [
        [],
        ["Jump"],
        [["SetSpeeds"], 1, 2],
        ["SetSpeeds", 1],
        ["SetSpeeds", 1, 2, 3],
        ["SetSpeeds", 10_001, 0],
        ["SetSpeeds", "1", 2],
        ["SetSpeeds", 1.0, 2],
        ["SetSpeeds", None, 2],
        ["SetCounters", 10**30, 0],
        ["SetGrip", 1],
        ["SetLed", 0, True],
        ["Say", ["a"]],
        ["Draw", "line", [[1]], "red", ""],
        ["Draw", "line", [["1", 2]], "red", ""],
        ["Draw", "line", [[0, 0]] * 10_001, "red", ""],
        ["RobotMoved", 1, 2, float("nan")],
        ["ObjectMoved", 1.5, 2, 3],
    ],
    ids=lambda row: repr(row)[:40],
)
def test_what_no_robot_may_be_told_is_refused(row: list[object]) -> None:
    """Wrong names, numbers of fields, types and ranges are all errors that the reader expects."""
    with pytest.raises((KeyError, TypeError, ValueError)):
        value_of(row)
