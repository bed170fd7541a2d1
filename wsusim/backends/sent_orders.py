"""The last orders to a robot, so that a line is not kept busy by repeating them."""

from __future__ import annotations

from wsusim.model.commands import (
    Command,
    RobotCommand,
    SetCounters,
    SetLed,
    SetProfile,
    SetPwm,
    SetSpeeds,
    SetTargets,
)

_OFF, _ON, _TOGGLE = 0, 1, 2
_MOTORS = "motors"


class SentOrders:
    """Remembers the orders in force; a robot that was just connected stands still, lamps off."""

    def __init__(self) -> None:
        self._last: dict[object, RobotCommand] = {}
        self.start()

    def start(self) -> None:
        """Assume that the robot was just connected."""
        self._last = {
            _MOTORS: SetSpeeds(0, 0),
            SetProfile: SetProfile(),
            (SetLed, 0): SetLed(0, _OFF),
            (SetLed, 1): SetLed(1, _OFF),
        }

    def forget(self) -> None:
        """Forget all orders, as the robot may have been reset."""
        self._last = {}

    def explicit(self, command: RobotCommand) -> RobotCommand:
        """Return an order that means the same and may be sent twice: no LED is toggled."""
        if isinstance(command, SetLed) and command.action == _TOGGLE:
            last = self._last.get((SetLed, command.led))
            if isinstance(last, SetLed) and last.action != _TOGGLE:
                return SetLed(command.led, _ON if last.action == _OFF else _OFF)
        return command

    def is_in_force(self, command: RobotCommand) -> bool:
        """Return whether the robot already does what this order says."""
        if isinstance(command, SetCounters) or command == SetLed(getattr(command, "led", 0), 2):
            return False
        return self._last.get(subject_of(command)) == command

    def note(self, command: RobotCommand) -> None:
        """Note that the robot has got an order."""
        if isinstance(command, SetCounters):
            if isinstance(self._last.get(_MOTORS), SetTargets):
                del self._last[_MOTORS]  # the same target is now another place
        else:
            self._last[subject_of(command)] = command


def subject_of(command: Command) -> object:
    """Return the subject of an order; a later order with the same subject replaces it."""
    if isinstance(command, SetSpeeds | SetTargets | SetPwm):
        return _MOTORS
    if isinstance(command, SetLed):
        return (SetLed, command.led)
    return type(command)
