# ruff: noqa: N802 - the names are those of the Java programs
"""The names of the WSU simulator, so that Java coursework can be ported line by line.

``RobotController`` is for programs of version 7 (``doWork`` and ``close``), ``Robot`` for those of
2001 (``run`` and ``currentData``). Both are ordinary controllers: ``self.sensors`` and all the rest
are there as well. Times are milliseconds, as they were in Java. Speeds may be -127 to 127; the
programs of 2001 were limited to -9 to 9, and what was out of range was ignored silently, while here
it is a mistake with a message.
"""

from __future__ import annotations

from wsusim.control.controller import Controller
from wsusim.control.gripper import ARM_DOWN as _LOW
from wsusim.control.gripper import ARM_UP as _HIGH
from wsusim.control.misuse import real_number, shown
from wsusim.control.sensors import Sensor as _Sensor
from wsusim.errors import Misuse, MisuseValue
from wsusim.model.units import TICK_S

ARM_UP = 20
ARM_DOWN = 21
GRIP_OPEN = 22
GRIP_CLOSED = 23

_AIR = 255
"""The resistivity of empty jaws."""

_MS = 1000.0


class KSGripperStates:
    """The states of arm and gripper, as version 7 names them."""

    ARM_UP = ARM_UP
    ARM_DOWN = ARM_DOWN
    GRIP_OPEN = GRIP_OPEN
    GRIP_CLOSED = GRIP_CLOSED


class _WithGripper(Controller):
    """The gripper calls that both generations share."""

    def setArmState(self, state: int) -> None:
        """Move the arm: ``ARM_UP`` or ``ARM_DOWN``."""
        if state == ARM_UP:
            self.gripper.raise_arm()
        elif state == ARM_DOWN:
            self.gripper.lower_arm()
        else:
            raise _no_state(state, "an arm", "ARM_UP (20) or ARM_DOWN (21)")

    def setGripperState(self, state: int) -> None:
        """Move the jaws: ``GRIP_OPEN`` or ``GRIP_CLOSED``."""
        if state == GRIP_OPEN:
            self.gripper.open()
        elif state == GRIP_CLOSED:
            self.gripper.close()
        else:
            raise _no_state(state, "a gripper", "GRIP_OPEN (22) or GRIP_CLOSED (23)")

    def getArmState(self) -> int:
        """Return which end the arm is closer to: ``ARM_UP`` or ``ARM_DOWN``."""
        return ARM_UP if self.gripper.arm_position < (_HIGH + _LOW) / 2 else ARM_DOWN

    def getGripperState(self) -> int:
        """Return ``GRIP_OPEN`` or ``GRIP_CLOSED``."""
        return GRIP_CLOSED if self.gripper.is_closed else GRIP_OPEN

    def isObjectPresent(self) -> bool:
        """Return whether something is between the jaws."""
        return self.gripper.object_present

    def isObjectHeld(self) -> bool:
        """Return whether the closed jaws have something between them."""
        return self.gripper.is_closed and self.gripper.object_present

    def getResistivity(self) -> int:
        """Return what the robot answers to ``T,1,F``: 0 for empty jaws, up to 255 for a conductor.

        The programs of 2001 got that number unchanged, and took more than 20 for something that
        conducts. ``self.gripper.resistivity`` is the other way round.
        """
        return _AIR - self.gripper.resistivity


class RobotController(_WithGripper):
    """A program of version 7: ``doWork`` is called again and again, ``close`` at the end.

    Example:
        >>> from wsusim.backends.fake import FakeBackend
        >>> class Spin(RobotController):
        ...     def __init__(self):
        ...         self.setWaitTime(20)
        ...     def doWork(self):
        ...         if self.getDistanceValue(2) < 600:
        ...             self.setMotorSpeeds(3, -3)
        ...     def close(self):
        ...         self.setMotorSpeeds(0, 0)
        >>> fake = FakeBackend(stop_at_s=1.0)
        >>> fake.run(Spin())
        >>> fake.speeds_at(0.5), len(fake.commands)
        ((3, -3), 51)
    """

    period = TICK_S
    """The original waited 5 ms; the robot's time here moves in steps of 10 ms."""

    _left_speed: float = 0
    _right_speed: float = 0

    def doWork(self) -> None:
        """Look and act once: you write this method."""
        raise Misuse(f"{type(self).__name__} has no doWork(). Write `def doWork(self):`.")

    def simStart(self) -> None:
        """Prepare: called once, before the first ``doWork``; may be left out."""

    def setFinished(self, finished: bool) -> None:
        """End the program (``True``): ``doWork`` is not called again, but ``close`` is."""
        if finished:
            self.finish()

    def isRunning(self) -> bool:
        """Return whether to keep going, for loops within ``doWork``."""
        return self.active

    def setup(self) -> None:
        """Call ``simStart``."""
        self.simStart()

    def step(self) -> None:
        """Call ``doWork``."""
        self.doWork()

    def setWaitTime(self, milliseconds: float) -> None:
        """Set the time from one ``doWork`` to the next; at least 10 ms."""
        wait = real_number("milliseconds", milliseconds, "setWaitTime", "milliseconds, 0 or more")
        self.period = max(TICK_S, wait / _MS)

    def sleep(self, milliseconds: float) -> None:
        """Wait in the robot's time: **milliseconds**, unlike ``Controller.sleep``."""
        allowed = "milliseconds, 0 or more"
        super().sleep(real_number("milliseconds", milliseconds, "sleep", allowed) / _MS)

    def setMotorSpeeds(self, left: float, right: float) -> None:
        """Turn the wheels, -127 to 127 (1 = 8 mm/s)."""
        self.motors.set_speeds(left, right)
        self._left_speed, self._right_speed = left, right

    def setLeftMotorSpeed(self, speed: float) -> None:
        """Turn the left wheel; the right one keeps its speed."""
        self.setMotorSpeeds(speed, self._right_speed)

    def setRightMotorSpeed(self, speed: float) -> None:
        """Turn the right wheel; the left one keeps its speed."""
        self.setMotorSpeeds(self._left_speed, speed)

    def getDistanceValue(self, index: int) -> int:
        """Return how near something is to sensor 0 to 7: 0 to 1023 (touching)."""
        return self.sensors[index].proximity

    def getLightValue(self, index: int) -> int:
        """Return how dark it is at sensor 0 to 7: about 500 (dark) to 50 (a lamp)."""
        return self.sensors[index].ambient

    def getLeftWheelPosition(self) -> int:
        """Return the left counter in pulses of 0.08 mm."""
        return self.motors.left_position

    def getRightWheelPosition(self) -> int:
        """Return the right counter in pulses of 0.08 mm."""
        return self.motors.right_position

    def readLvtImage(self) -> list[float]:
        """Return the linear camera's 64 grey levels, 0 (black) to 255 (white), from the left."""
        return [float(pixel) for pixel in self.camera.pixels]

    def getPixelMaxIntensity(self) -> int:
        """Return the number of the brightest pixel, 0 to 63."""
        return self.camera.brightest

    def getPixelMinIntensity(self) -> int:
        """Return the number of the darkest pixel, 0 to 63."""
        return self.camera.darkest


class Sensor:
    """One sensor of ``getSensorValues()``."""

    def __init__(self, sensor: _Sensor) -> None:
        self._sensor = sensor

    def getDistValue(self) -> int:
        """Return how near something is: 0 to 1023 (touching)."""
        return self._sensor.distance

    def getLightValue(self) -> int:
        """Return how dark it is: about 500 (dark) to 50 (a lamp)."""
        return self._sensor.light


class Motor:
    """Both wheels, as ``getMotorState()`` returns them."""

    def __init__(self, robot: Controller) -> None:
        self._motors = robot.motors

    def setMotorSpeeds(self, left: float, right: float) -> None:
        """Turn the wheels, -127 to 127 (1 = 8 mm/s)."""
        self._motors.set_speeds(left, right)

    def getLeftPosition(self) -> int:
        """Return the left counter in pulses of 0.08 mm."""
        return self._motors.left_position

    def getRightPosition(self) -> int:
        """Return the right counter in pulses of 0.08 mm."""
        return self._motors.right_position


class Robot(_WithGripper):
    """A program of 2001: ``run`` does everything and asks ``self.currentData`` for the parts.

    ``killControl`` is what wsusim's Stop does by itself; ``sleepTime`` was in every student's file.
    """

    @property
    def currentData(self) -> Robot:
        """What was a ``CurrentRobotState``: this robot itself."""
        return self

    def getSensorValues(self) -> list[Sensor]:
        """Return the eight sensors; they always show current values."""
        return [Sensor(sensor) for sensor in self.sensors]

    def getMotorState(self) -> Motor:
        """Return the motors."""
        return Motor(self)

    def sleepTime(self, milliseconds: float) -> None:
        """Wait in the robot's time, in milliseconds."""
        allowed = "milliseconds, 0 or more"
        self.sleep(real_number("milliseconds", milliseconds, "sleepTime", allowed) / _MS)

    def killControl(self) -> None:
        """End the program: ``active`` becomes false."""
        self.finish()


def _no_state(state: object, taker: str, allowed: str) -> MisuseValue:
    return MisuseValue(f"`state` is {shown(state)}, but {taker} takes {allowed}.")
