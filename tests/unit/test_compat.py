"""The names of the original simulator do what they did, on top of the robot's parts."""

from __future__ import annotations

import pytest

from wsusim.backends.fake import FakeBackend
from wsusim.compat import (
    ARM_DOWN,
    ARM_UP,
    GRIP_CLOSED,
    GRIP_OPEN,
    KSGripperStates,
    Robot,
    RobotController,
)
from wsusim.errors import Misuse
from wsusim.model.commands import SetArm, SetGrip, SetSpeeds

SCRIPT = {
    0.0: {
        "proximity": [0, 1, 2, 3, 4, 5, 6, 7],
        "ambient": [50, 51, 52, 53, 54, 55, 56, 57],
        "positions": [11, -12],
        "resistivity": [99],
        "object_present": [200],
    }
}


def once(base: type, work) -> tuple[FakeBackend, list[object]]:
    """Let a program of the given generation call ``work`` once; return robot and answers."""
    answers: list[object] = []

    class Program(base):  # type: ignore[misc]
        def doWork(self):  # noqa: N802
            answers.append(work(self))
            self.finish()

    class OldProgram(base):  # type: ignore[misc]
        def run(self):
            answers.append(work(self))

    fake = FakeBackend(SCRIPT)
    fake.run(OldProgram() if base is Robot else Program())
    return fake, answers


V7_ANSWERS = {
    "distance": (lambda self: self.getDistanceValue(3), 3),
    "light": (lambda self: self.getLightValue(3), 53),
    "left": (lambda self: self.getLeftWheelPosition(), 11),
    "right": (lambda self: self.getRightWheelPosition(), -12),
    "resistivity": (lambda self: self.getResistivity(), 255 - 99),
    "present": (lambda self: self.isObjectPresent(), True),
    "image": (lambda self: self.readLvtImage(), [240.0] * 64),
    "brightest": (lambda self: self.getPixelMaxIntensity(), 0),
    "darkest": (lambda self: self.getPixelMinIntensity(), 0),
    "not held": (lambda self: self.isObjectHeld(), False),
    "held": (lambda self: (self.setGripperState(GRIP_CLOSED), self.isObjectHeld())[1], True),
    "up": (lambda self: self.getArmState(), ARM_UP),
    "down": (lambda self: (self.setArmState(ARM_DOWN), self.getArmState())[1], ARM_DOWN),
    "open": (lambda self: self.getGripperState(), GRIP_OPEN),
    "closed": (
        lambda self: (self.setGripperState(GRIP_CLOSED), self.getGripperState())[1],
        GRIP_CLOSED,
    ),
}


@pytest.mark.parametrize(("work", "answer"), V7_ANSWERS.values(), ids=V7_ANSWERS)
def test_answers_of_version_7(work, answer) -> None:
    """Each method of version 7 answers from the robot."""
    assert once(RobotController, work)[1] == [answer]


V7_ORDERS = {
    "both": (lambda self: self.setMotorSpeeds(3, -5), [SetSpeeds(3, -5)]),
    "left": (
        lambda self: (self.setMotorSpeeds(3, 4), self.setLeftMotorSpeed(7)),
        [SetSpeeds(3, 4), SetSpeeds(7, 4)],
    ),
    "right": (lambda self: self.setRightMotorSpeed(-7), [SetSpeeds(0, -7)]),
    "arm": (lambda self: self.setArmState(KSGripperStates.ARM_UP), [SetArm(180)]),
    "jaws": (lambda self: self.setGripperState(KSGripperStates.GRIP_OPEN), [SetGrip(False)]),
}


@pytest.mark.parametrize(("work", "orders"), V7_ORDERS.values(), ids=V7_ORDERS)
def test_orders_of_version_7(work, orders) -> None:
    """Each method of version 7 sends its order."""
    fake, _ = once(RobotController, work)

    assert [sent.command for sent in fake.commands] == orders


def test_the_states_have_their_old_numbers() -> None:
    """Programs that wrote the numbers themselves go on working."""
    assert (ARM_UP, ARM_DOWN, GRIP_OPEN, GRIP_CLOSED) == (20, 21, 22, 23)


def test_wait_time_is_milliseconds() -> None:
    """``setWaitTime`` in the constructor sets the time from one ``doWork`` to the next."""

    class Counting(RobotController):
        def __init__(self):
            self.setWaitTime(50)
            self.count = 0

        def doWork(self):  # noqa: N802
            self.count += 1

    program = Counting()
    FakeBackend(stop_at_s=1.0).run(program)

    assert program.count == 20


@pytest.mark.parametrize("wait", [0, 5, 10])
def test_the_shortest_wait_is_a_tick(wait: int) -> None:
    """5 ms, the original's default, becomes 10 ms."""
    program = RobotController()

    program.setWaitTime(wait)

    assert program.period == 0.01


def test_sleep_is_milliseconds() -> None:
    """``sleep(200)`` of a ported program waits a fifth of a second."""
    assert once(RobotController, lambda self: self.sleep(200))[0].now_ticks() == 20


def test_close_is_called_at_the_end() -> None:
    """``close`` is version 7's clean-up."""

    class Closing(RobotController):
        def doWork(self):  # noqa: N802
            self.finish()

        def close(self):
            self.say("closed")

    fake = FakeBackend()
    fake.run(Closing())

    assert fake.said == ["closed"]


def test_a_program_prepares_itself_and_ends_itself() -> None:
    """``simStart`` is called once, ``setFinished(true)`` ends the loop, then ``close`` comes."""

    class Whole(RobotController):
        def simStart(self):  # noqa: N802
            super().simStart()
            self.setMotorSpeeds(5, 5)

        def doWork(self):  # noqa: N802
            self.say(f"running: {self.isRunning()}")
            self.setFinished(False)
            self.setFinished(self.getDistanceValue(2) == 2)

        def close(self):
            self.say(f"running: {self.isRunning()}")

    fake = FakeBackend(SCRIPT)
    fake.run(Whole())

    assert fake.commands[0].command == SetSpeeds(5, 5)
    assert fake.said == ["running: True", "running: False"]


def test_where_the_robot_is_is_not_to_be_had() -> None:
    """A later version of the simulator told its programs; a message says what to do instead."""
    with pytest.raises(AttributeError, match="doesn't know where it is"):
        once(RobotController, lambda self: self.getRobotXPosition())


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (lambda self: self.setArmState(22), "`state` is 22.*ARM_UP"),
        (lambda self: self.setGripperState("open"), "`state` is 'open'.*GRIP_OPEN"),
        (lambda self: self.setMotorSpeeds(200, 0), "-127 to 127"),
        (lambda self: self.getDistanceValue(8), "no sensor 8"),
        (lambda self: self.setWaitTime("5"), "milliseconds"),
    ],
)
def test_misuse_of_the_old_names(work, message: str) -> None:
    """What the original ignored in silence is a message here."""
    with pytest.raises(Misuse, match=message):
        once(RobotController, work)


def test_do_work_must_be_written() -> None:
    """A program without ``doWork`` is told to write it."""
    with pytest.raises(Misuse, match=r"def doWork\(self\)"):
        FakeBackend().run(RobotController())


def test_a_program_of_2001() -> None:
    """Sensors, motors, gripper and the end work by the names of 2001."""

    def work(self):
        motor = self.currentData.getMotorState()
        values = self.currentData.getSensorValues()
        motor.setMotorSpeeds(3, -1)
        self.sleepTime(100)
        self.killControl()
        return (
            values[4].getDistValue(),
            values[4].getLightValue(),
            motor.getLeftPosition(),
            motor.getRightPosition(),
            self.currentData.getArmState(),
            self.active,
        )

    fake, answers = once(Robot, work)

    assert answers == [(4, 54, 11, -12, ARM_UP, False)]
    assert (fake.commands[0].command, fake.now_ticks()) == (SetSpeeds(3, -1), 10)
