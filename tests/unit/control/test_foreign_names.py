"""Names from other robots and packages lead to ours."""

from __future__ import annotations

import re

import pytest

from wsusim.backends.fake import FakeBackend
from wsusim.control import foreign_names
from wsusim.control.controller import Controller
from wsusim.control.hints import hints_for, missing_module
from wsusim.control.loader import load_controller
from wsusim.control.misuse import public_names
from wsusim.control.motors import Motors
from wsusim.control.report import report_failure
from wsusim.errors import MisuseAttribute


def told(write, line: str) -> str:
    """Return all that is said of a program whose only line is this."""
    path = write(
        "page.py",
        "from wsusim import Controller\n\n\nclass Page(Controller):\n    def run(self):\n"
        f"        {line}\n",
    )
    program = load_controller(str(path)).create()
    with pytest.raises((MisuseAttribute, NameError)) as caught:
        FakeBackend().run(program)
    return report_failure(caught.value, path.parent).text()


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("self.turn(90)", "has no method `turn()`. To turn on the spot, write `self.motors.turn_d"),
        ("self.wait(1)", "write `self.sleep(1.0)`"),
        ("self.forward(5)", "`self.motors.set_speeds(5, 5)`"),
        ("self.stop()", "`self.motors.stop()`"),
        ("print(self.gps)", "has no `gps`. As a real robot, it doesn't know where it is"),
        ("print(self.heading)", "a variable of your own, give it a value first"),
        ("self.motors.forward(5)", "`motors` has no `forward`. To drive, write"),
        ("self.motors.turn_left()", "`self.motors.turn_deg(90)`"),
        ("self.motors.set_speed(5)", "left wheel, right wheel"),
        ("print(robot.active)", "within a controller the robot is `self`"),
        ("self.turm(90)", "Write one in your class"),
        ("self.turnLeft(90)", "`self.motors.turn_deg(90)`"),
        ("self.drive_mm(100)", "Write `self.motors.drive_mm()`"),
        ("print(self.color_sensor)", "`self.floor.left.brightness`"),
        ("print(self.stopped)", "`while self.active:`"),
        ("self.motors.run_angle(100, 90)", "`self.motors.drive_mm(200)`"),
        ("self.motors.left.set_speeds(3)", "left wheel, right wheel"),
        ("self.distanc = self.distanse = 3; print(self.distance)", "Did you mean `distanc"),
        ("forward(100)", "`self.motors.drive_mm(200)`"),
        ("delay(100)", "write `self.sleep(1.0)`"),
        ("analogRead(2)", "`self.sensors[2].proximity`"),
        ("hub.speaker.beep()", "the robot is `self`"),
        ("distanse = 3; print(distance[0])", "Did you mean `distanse`"),
        ("math.sin(1)", "top of the file: import math"),
        ("np.zeros(3)", "top of the file: import numpy as np"),
        ("print(self.anything_of_mine)", "Give it a value first"),
    ],
)
def test_what_other_robots_have_leads_to_what_ours_has(write, line: str, advice: str) -> None:
    """At the student's line, instead of a list or a misleading guess."""
    assert advice in told(write, line)


@pytest.mark.parametrize(
    ("module", "own", "advice"),
    [
        ("sklearn.svm", (), "pip install scikit-learn"),
        ("skimage", (), "pip install scikit-image"),
        ("cv2", ("cv",), "pip install opencv-python-headless"),
        ("controller", (), "belongs to Webots, which is not here"),
        ("tdmclient", (), "belongs to the Thymio"),
        ("unifr_api_epuck", (), "belongs to the e-puck"),
        ("RPi.GPIO", (), "belongs to the Raspberry Pi"),
        ("soccer", (), "copy the folder controllers/soccer"),
        ("nosuchmodule", (), "pip install nosuchmodule"),
        ("matplotlib", (), "pip install matplotlib"),
        ("keyboard", (), "pip install keyboard"),
        ("maths", (), "Did you mean 'math'?"),
        ("pyplot", (), "Write: import matplotlib.pyplot as plt"),
        ("hub", (), "belongs to LEGO's hubs"),
        ("pyfirmata", (), "belongs to the Arduino"),
        ("myro", (), "belongs to another robot"),
        ("croblink", (), "belongs to the CiberMouse contest. `python main.py ciber match` plays"),
        ("pythymiodw", (), "belongs to the Thymio. Started by itself"),
        ("gym", (), "wsusim's own environments are for Gymnasium"),
        ("Queue", (), "Python 3 has queue."),
        ("motors", (), "`from wsusim import Controller` at the top"),
        ("walsl", ("walls",), "Did you mean 'walls'?"),
    ],
)
def test_a_missing_module_gets_the_right_advice(module: str, own: tuple[str], advice: str) -> None:
    """The package by its own name, or our way where there is no such robot."""
    assert advice in missing_module(module, own)
    assert advice in hints_for(ModuleNotFoundError(name=module), "", set(), own)[-1]
    if "belongs" in advice or "soccer" in advice:
        assert "pip install" not in missing_module(module, own)


def test_no_advice_stands_in_for_a_name_that_exists() -> None:
    """And what the advice says to write is there."""
    ours = {foreign_names.plain_name(name) for name in public_names(Controller)}
    of_motors = {foreign_names.plain_name(name) for name in public_names(Motors)}
    text = " ".join([*foreign_names.OF_CONTROLLER.values(), *foreign_names.OF_MOTORS.values()])
    said = set(re.findall(r"self\.motors\.(\w+)", text))

    assert not ours & {*foreign_names.OF_CONTROLLER}
    assert not {*foreign_names.OF_MOTORS} & of_motors
    assert said <= {*dir(Motors)}


def test_a_module_that_may_be_the_students_own_is_not_called_foreign() -> None:
    """An editor that sees the text alone says nothing of it."""
    names = ("robot", "motor", "sensors", "pybricks.hubs", "numpy")

    assert [foreign_names.is_foreign(name) for name in names] == [False, False, False, True, False]
