"""A robot that follows a script: for tests of controllers, without a simulation.

Time moves only when the controller waits, and then at once, so that a test of a minute takes a
millisecond. Readings come from the script; what it leaves out is an empty dark field. Every order
is kept together with its tick.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from wsusim.backends.contract import Backend, LineTimes, RobotInfo
from wsusim.errors import BadInput
from wsusim.model.camera_image import CameraImage, Look
from wsusim.model.commands import Command, Say, SetArm, SetCounters, SetGrip, SetSpeeds, SetTargets
from wsusim.model.extras import EXTRAS
from wsusim.model.radio import to_values
from wsusim.model.readings import QUANTITY_LENGTHS, Quantity
from wsusim.model.units import seconds_to_ticks, ticks_to_seconds

Readings = Mapping[str, Iterable[int]]
"""Readings by the name of their quantity in small letters, for example ``proximity``."""

_FIELD: dict[Quantity, tuple[int, ...]] = {
    Quantity.PROXIMITY: (0,) * 8,
    Quantity.AMBIENT: (500,) * 8,
    Quantity.POSITIONS: (0, 0),
    Quantity.SPEEDS: (0, 0),
    Quantity.MOTION: (1, 0, 0, 1, 0, 0),
    Quantity.ARM: (180,),
    Quantity.GRIP: (0,),
    Quantity.OBJECT_PRESENT: (0,),
    Quantity.RESISTIVITY: (0,),
    Quantity.CAMERA_PIXELS: (240,) * 64,
    Quantity.CAMERA_LIGHT: (1, 0),
    Quantity.FLOOR: (1000, 1000),
    Quantity.RADIO: to_values(0, ()),
    Quantity.TRUE_POSE: (0, 0, 0),
    Quantity.KEYS: (0,),
}


class Runnable(Protocol):
    """What ``FakeBackend.run`` needs of a ``Controller``."""

    @property
    def failure(self) -> BaseException | None:
        """What ended it, if that was a mistake."""

    def bind(self, backend: Backend, info: RobotInfo) -> None:
        """Give it a robot."""

    def start(self) -> None:
        """Start its thread."""

    def join(self) -> None:
        """Wait for its end."""


@dataclass(frozen=True, slots=True)
class SentCommand:
    """An order and the tick in which it was given."""

    tick: int
    command: Command

    @property
    def time_s(self) -> float:
        """When it was given, in seconds."""
        return ticks_to_seconds(self.tick)


class FakeBackend:
    """Fulfils ``backends.contract.Backend`` from a script.

    Args:
        script: Readings from a time in seconds on, until the script says otherwise. Names:
            ``proximity`` (8 values), ``ambient`` (8), ``positions`` (2), ``speeds`` (2), ``motion``
            (6), ``arm``, ``grip``, ``object_present``, ``resistivity`` (1 each),
            ``camera_pixels`` (64), ``camera_light`` (2), ``floor`` (2). Speeds, counters, arm and
            jaws that no script names follow the orders at once.
        stop_at_s: When Stop is pressed.
        pictures: What both colour cameras see from a time in seconds on: arrays of whole numbers
            0 to 255, height x width x 3.

    Raises:
        BadInput: The script names an unknown quantity or gives the wrong number of values.

    Example:
        >>> fake = FakeBackend({0.0: {"proximity": [0] * 8}, 1.0: {"proximity": [1023] * 8}})
        >>> fake.read(Quantity.PROXIMITY)[0]
        0
        >>> fake.sleep_until_tick(100)
        >>> fake.read(Quantity.PROXIMITY)[0]
        1023
    """

    time_stands_still = True

    def __init__(
        self,
        script: Mapping[float, Readings] | None = None,
        *,
        stop_at_s: float = 60.0,
        pictures: Mapping[float, Any] | None = None,
    ) -> None:
        self.commands: list[SentCommand] = []
        """All orders and remarks so far."""
        self._followed = dict(_FIELD)
        self._scripted: dict[Quantity, tuple[list[int], list[tuple[int, ...]]]] = {}
        for time_s, readings in sorted((script or {}).items()):
            for name, values in readings.items():
                ticks, rows = self._scripted.setdefault(_quantity(name), ([], []))
                ticks.append(seconds_to_ticks(time_s))
                rows.append(_checked(name, tuple(values)))
        shots = sorted((pictures or {}).items())
        self._picture_ticks = [seconds_to_ticks(time_s) for time_s, _ in shots]
        self._pictures = [_image(pixels) for _, pixels in shots]
        self._tick = 0
        self._stop_tick = seconds_to_ticks(stop_at_s)
        self._is_safe = False

    def run(self, controller: Runnable) -> None:
        """Let a controller drive this robot to its end; raises what the controller failed with."""
        controller.bind(self, self.connect())
        controller.start()
        controller.join()
        if controller.failure is not None:
            raise controller.failure

    def stop(self) -> None:
        """Press Stop now."""
        self._stop_tick = self._tick

    @property
    def speeds(self) -> tuple[int, int]:
        """The speeds ordered last; 0, 0 once the robot was made safe."""
        return (0, 0) if self._is_safe else self.speeds_at(ticks_to_seconds(self._tick))

    def speeds_at(self, time_s: float) -> tuple[int, int]:
        """Return the speeds that were in force at a time."""
        speeds = (0, 0)
        for sent in self.commands:
            if sent.time_s <= time_s and isinstance(sent.command, SetSpeeds):
                speeds = (sent.command.left, sent.command.right)
        return speeds

    @property
    def said(self) -> list[str]:
        """All that the controller said."""
        return [sent.command.text for sent in self.commands if isinstance(sent.command, Say)]

    def connect(self) -> RobotInfo:
        """Return what is known of this robot."""
        return RobotInfo(robot_id=0, kind="khepera1", backend="fake", allowed=EXTRAS)

    def send(self, command: Command) -> None:
        """Keep an order, and follow it as far as a robot without a body can."""
        if self._is_safe:
            return
        self.commands.append(SentCommand(self._tick, command))
        match command:
            case SetSpeeds(left, right):
                self._followed[Quantity.SPEEDS] = (left, right)
            case SetCounters(left, right):
                self._followed[Quantity.POSITIONS] = (left, right)
            case SetTargets(left, right):
                self._followed[Quantity.POSITIONS] = (left, right)
                self._followed[Quantity.MOTION] = (1, 1, 0, 1, 1, 0)
            case SetArm(position):
                self._followed[Quantity.ARM] = (position,)
            case SetGrip(closed):
                self._followed[Quantity.GRIP] = (int(closed),)

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return what the script says for this tick."""
        ticks, rows = self._scripted.get(quantity, ((), ()))
        place = bisect_right(ticks, self._tick)
        return rows[place - 1] if place else self._followed[quantity]

    def look(self, look: Look) -> CameraImage:
        """Return the scripted picture; it is grey where the script has none."""
        place = bisect_right(self._picture_ticks, self._tick)
        if place:
            return self._pictures[place - 1]._replace(tick=self._tick)
        grey = bytes([128]) * (3 * look.width_px * look.height_px)
        return CameraImage(self._tick, look.width_px, look.height_px, grey)

    def line_times(self) -> LineTimes:
        """Return zeros: there is no line."""
        return LineTimes()

    def now_ticks(self) -> int:
        """Return the current tick."""
        return self._tick

    def sleep_until_tick(self, tick: int) -> None:
        """Let time jump to ``tick``, or to the tick in which Stop is pressed."""
        self._tick = max(self._tick, min(tick, self._stop_tick))

    @property
    def is_stopping(self) -> bool:
        """Whether Stop was pressed, or the robot was made safe."""
        return self._is_safe or self._tick >= self._stop_tick

    def make_safe(self) -> None:
        """Stop the motors for good; nothing waits here that would have to be woken."""
        self._is_safe = True
        self._followed[Quantity.SPEEDS] = (0, 0)

    def close(self) -> None:
        """Make safe."""
        self.make_safe()


def _quantity(name: str) -> Quantity:
    try:
        return Quantity[name.upper()]
    except KeyError:
        known = ", ".join(quantity.name.lower() for quantity in Quantity)
        raise BadInput(f"The script uses the name {name!r}. Use one of: {known}.") from None


def _image(pixels: Any) -> CameraImage:
    import numpy as np

    values = np.asarray(pixels, np.uint8)
    if values.ndim != 3 or values.shape[2] != 3:
        raise BadInput(
            f"A picture has the shape {values.shape}; it must be (height, width, 3): red, green "
            "and blue of each pixel."
        )
    return CameraImage(0, values.shape[1], values.shape[0], values.tobytes())


def _checked(name: str, values: tuple[int, ...]) -> tuple[int, ...]:
    wanted = QUANTITY_LENGTHS[_quantity(name)]
    if len(values) != wanted:
        raise BadInput(f"The script gives {len(values)} values of {name!r}; it takes {wanted}.")
    return values
