"""A robot that only knows speeds, held on its way to a target."""

from __future__ import annotations

import pytest

from wsusim.backends.serial_line.target_drive import LOOK_S, NEAR_MM, TargetDrive
from wsusim.model.commands import SetProfile, SetTargets
from wsusim.model.robot_kind import MotorModel
from wsusim.robots import robot_kind


class Wheels:
    """Wheels that turn at once as they are told, and exactly so far."""

    def __init__(self, motors: MotorModel) -> None:
        self.pulses_a_second = motors.speed_unit_mm_s / motors.pulse_mm
        self.way = [0.0, 0.0]
        self.fastest = 0

    def drive(self, targets: SetTargets, drive: TargetDrive) -> float:
        """Drive to a target; return after how many seconds it was reached."""
        now_s = 0.0
        drive.begin(targets, now_s)
        while now_s < 60.0:
            speeds = drive.look((round(self.way[0]), round(self.way[1])), now_s)
            self.fastest = max(self.fastest, abs(speeds.left), abs(speeds.right))
            if drive.is_there:
                return now_s
            for wheel, speed in enumerate((speeds.left, speeds.right)):
                self.way[wheel] += speed * self.pulses_a_second * LOOK_S
            now_s += LOOK_S
        return now_s


@pytest.mark.parametrize("kind", ["epuck", "thymio"])
@pytest.mark.parametrize(
    "targets", [SetTargets(1000, 1000), SetTargets(-400, 900), SetTargets(2, 0)]
)
def test_both_wheels_get_there_and_not_beyond(kind: str, targets: SetTargets) -> None:
    """Within NEAR_MM of their targets, the wheels stand."""
    motors = robot_kind(kind).motors
    wheels, drive = Wheels(motors), TargetDrive(motors)

    taken_s = wheels.drive(targets, drive)

    near_pulses = max(1.0, NEAR_MM / motors.pulse_mm) + 0.5
    assert taken_s < 20.0
    assert abs(wheels.way[0] - targets.left_pulses) <= near_pulses
    assert abs(wheels.way[1] - targets.right_pulses) <= near_pulses


def test_no_wheel_is_faster_than_its_profile() -> None:
    """What ``set_profile`` says is the greatest order that is given."""
    motors = robot_kind("epuck").motors
    wheels, drive = Wheels(motors), TargetDrive(motors)
    drive.set_profile(SetProfile(200, 64, 200, 64))

    wheels.drive(SetTargets(3000, 3000), drive)

    assert wheels.fastest == 200


def test_the_motion_tells_mode_and_gap() -> None:
    """On the way: position mode, and how many pulses are left; afterwards: there."""
    drive = TargetDrive(robot_kind("epuck").motors)
    drive.begin(SetTargets(100, -50), 0.0)
    drive.look((0, 0), 0.0)
    on_its_way = drive.motion()
    drive.look((100, -50), 1.0)

    assert on_its_way == (0, 1, 100, 0, 1, -50)
    assert drive.motion()[::3] == (1, 1)
    assert drive.due_s(2.0) is None


def test_another_order_lets_the_wheels_go() -> None:
    """After ``set_speeds`` the target is dropped."""
    drive = TargetDrive(robot_kind("epuck").motors)
    drive.begin(SetTargets(100, 100), 0.0)
    drive.end()

    assert not drive.is_active
    assert drive.motion() == (0, 0, 0, 0, 0, 0)
