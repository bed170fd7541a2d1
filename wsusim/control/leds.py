"""The two lamps on the robot's top."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from wsusim.control.misuse import shown
from wsusim.control.part import Numbered, Several
from wsusim.errors import Misuse, MisuseIndex, MisuseType
from wsusim.model.commands import SetLed

if TYPE_CHECKING:
    from wsusim.control.calls import Calls

_OFF, _ON, _TOGGLE = 0, 1, 2


class Led(Numbered):
    """One lamp."""

    __slots__ = ()
    _title: ClassVar[str] = "An LED"

    def on(self) -> None:
        """Switch it on."""
        self._robot.send(SetLed(self._index, _ON))

    def off(self) -> None:
        """Switch it off."""
        self._robot.send(SetLed(self._index, _OFF))

    def toggle(self) -> None:
        """Switch it on if it is off, and off if it is on."""
        self._robot.send(SetLed(self._index, _TOGGLE))

    def __repr__(self) -> str:
        return f"<LED {self._index}>"


class Leds(Several[Led]):
    """Both lamps: ``leds[0]`` or ``leds.lateral`` at the side, ``leds[1]`` or ``leds.frontal``.

    Example:
        >>> from wsusim.backends.fake import FakeBackend
        >>> from wsusim.control.robot import Robot
        >>> fake = FakeBackend()
        >>> Robot(fake).leds.frontal.on()
        >>> fake.commands[-1].command
        SetLed(led=1, action=1)
    """

    __slots__ = ("frontal", "lateral")
    _title: ClassVar[str] = "`leds`"

    def __init__(self, robot: Calls) -> None:
        super().__init__(robot)
        self._all = (Led(robot, 0), Led(robot, 1))
        self.lateral, self.frontal = self._all

    def _refusal(self, index: object, *, is_number: bool) -> Misuse:
        if is_number:
            return MisuseIndex(
                f"There is no LED {shown(index)}. A Khepera has two: 0 at the side, 1 in front."
            )
        return MisuseType(
            f"An LED's number is 0 or 1, but this is {shown(index)} ({type(index).__name__}). "
            "By name, write `leds.lateral` or `leds.frontal`."
        )

    def __repr__(self) -> str:
        return "<LEDs 0 and 1>"
