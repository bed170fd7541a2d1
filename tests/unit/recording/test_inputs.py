"""Everything that reaches a simulation, as rows."""

from __future__ import annotations

import orjson
import pytest

from wsusim.model import commands as c
from wsusim.model.interventions import MadeSafe, ObjectMoved, RobotMoved
from wsusim.recording.inputs import from_row, to_rows

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
def test_every_input_survives_json(value):
    """An input written as JSON and read back is equal to itself."""
    (row,) = to_rows([(12, 1, value)])

    assert from_row(orjson.loads(orjson.dumps(row))) == (12, 1, value)


def test_taking_the_rows_empties_the_list():
    """Inputs are handed over once."""
    waiting = [(0, 0, c.SetGrip(False)), (1, 0, c.SetSpeeds(1, 2))]

    rows = to_rows(waiting)

    assert rows == [(0, 0, "SetGrip", False), (1, 0, "SetSpeeds", 1, 2)]
    assert waiting == []
