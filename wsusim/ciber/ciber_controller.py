"""``CiberController``: an agent of the contest in the style of our other controllers.

The same file drives a robot in our arena and, as a client of its own, in any other one::

    from wsusim.ciber import CiberController


    class Wanderer(CiberController):
        def step(self):
            if self.sensors.obstacle.front > 1.5:
                self.motors.set_powers(0.1, -0.1)
            else:
                self.motors.set_powers(0.12, 0.12)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from wsusim.ciber.agent_client import NOTHING_TOLD, Client, Measures, Score
from wsusim.ciber.agent_orders import GREATEST_MESSAGE, GREATEST_POWER, Actions, Heard
from wsusim.ciber.thought import (
    LONGEST_TEXT,
    MOST_POINTS,
    UNKNOWN,
    Cells,
    Frame,
    Thought,
)
from wsusim.errors import BadInput, LinkLost, MisuseType, MisuseValue

REQUESTS = ("Compass", "Ground", "Collision", "IRSensor0", "IRSensor1", "IRSensor2", "IRSensor3")
"""What can be asked for, beside ``Beacon0``, ``Beacon1`` ..."""

MOST_CELLS = 8000
"""Of a map that is shown: macOS sends 9,216 bytes in a datagram at most."""


class Obstacles:
    """The four obstacle sensors: 1 / distance, so 1 is one robot away, and more is nearer."""

    def __init__(self, values: dict[int, float]) -> None:
        self._values = values

    @property
    def front(self) -> float:
        """Straight ahead (sensor 0)."""
        return self[0]

    @property
    def left(self) -> float:
        """60 degrees to the left (sensor 1), unless the agent placed it elsewhere."""
        return self[1]

    @property
    def right(self) -> float:
        """60 degrees to the right (sensor 2)."""
        return self[2]

    @property
    def back(self) -> float:
        """Behind (sensor 3)."""
        return self[3]

    def __getitem__(self, sensor: int) -> float:
        """Return the value of a sensor, 0 to 3; 0.0 when it was not asked for or sees nothing."""
        if sensor not in range(4):
            raise MisuseValue(f"There is no obstacle sensor {sensor!r}: they are 0 to 3.")
        return self._values.get(sensor, 0.0)

    def __iter__(self) -> Iterator[float]:
        return (self[sensor] for sensor in range(4))

    def __len__(self) -> int:
        return 4


class CiberSensors:
    """What the robot was told in this cycle."""

    def __init__(self) -> None:
        self.measures: Measures = NOTHING_TOLD

    @property
    def obstacle(self) -> Obstacles:
        """The four obstacle sensors: ``.front``, ``.left``, ``.right``, ``.back`` or ``[0]``."""
        return Obstacles(self.measures.obstacles)

    @property
    def beacon(self) -> float | None:
        """Degrees from the heading to the first beacon, to the left positive; ``None``: hidden."""
        return self.beacons[0] if self.beacons else None

    @property
    def beacons(self) -> tuple[float | None, ...]:
        """All beacons, in the order of their numbers."""
        return tuple(angle for _, angle in sorted(self.measures.beacons.items()))

    @property
    def compass(self) -> float | None:
        """The heading in degrees, -180 to 180; 0 is +x. ``None``: not asked for."""
        return self.measures.compass_deg

    @property
    def gps(self) -> tuple[float, float] | None:
        """Place in robot diameters, from an unknown origin; ``None``: this match has no GPS."""
        return self.measures.gps

    @property
    def ground(self) -> int | None:
        """Number of the target under the robot, -1: none; ``None``: not asked for."""
        return self.measures.ground

    @property
    def bumper(self) -> bool:
        """Whether the robot has just run into something."""
        return bool(self.measures.is_colliding)

    @property
    def line(self) -> tuple[int, ...]:
        """Seven points across the floor ahead, from left to right: 1 is a line."""
        return self.measures.line or ()


class CiberMotors:
    """The two motors; an order stays until the next one."""

    def __init__(self, actions: Actions) -> None:
        self._actions = actions

    def set_powers(self, left: float, right: float) -> None:
        """Set both motors; 0.15 is the greatest power, negative is backwards.

        Raises:
            Misuse: A power is no number, or beyond -0.15 to 0.15.
        """
        self._actions.left_motor, self._actions.right_motor = (
            _power("left", left),
            _power("right", right),
        )

    def stop(self) -> None:
        """Let both motors rest."""
        self.set_powers(0.0, 0.0)


class CiberController:
    """An agent. Write ``step``, which is called once a cycle, or ``run`` with your own loop.

    Attributes:
        sensors: What the robot was told in this cycle.
        motors: The two motors.
        messages: What robots within 8 diameters said in the last cycle, with the sender's number.
        parameters: The match in numbers.
        ir_angles_deg: Where the obstacle sensors look; set it in the class.
        frame: Whose coordinates ``show_map`` and ``show_path`` are in; set it in the class:
            ``"gps"``, or ``"start"`` with the robot's own start in the origin.
    """

    ir_angles_deg: tuple[float, ...] = (0.0, 60.0, -60.0, 180.0)
    frame: Frame = "gps"

    def __init__(self, client: Client, name: str, number: int) -> None:
        self.name = name
        self.number = number
        self.parameters = client.parameters
        self.sensors = CiberSensors()
        self._client = client
        self._actions = Actions()
        self.motors = CiberMotors(self._actions)
        self._thought: Thought | None = None

    # What agents write

    def setup(self) -> None:
        """Prepare: called once, before the match begins."""

    def step(self) -> None:
        """Look and act: called once in each cycle of the running match."""

    def run(self) -> None:
        """Call ``step`` in each cycle until the match is over."""
        while self.next_cycle():
            self.step()

    # What agents use

    def next_cycle(self) -> bool:
        """Send this cycle's orders and wait for the next cycle; False when the match is over."""
        while True:
            self._client.send(self._actions)
            if self._thought is not None:
                self._client.think(self._thought)
                self._thought = None
            self._actions.say, self._actions.requests = None, ()
            try:
                measures = self._client.hear()
            except LinkLost:
                return False
            self.sensors.measures = measures
            if measures.is_over:
                return False
            if measures.is_running:
                return True

    @property
    def time(self) -> int:
        """Cycles since the match began."""
        return self.sensors.measures.time

    @property
    def messages(self) -> tuple[Heard, ...]:
        """What was heard, also from oneself: each has a ``sender`` and a ``text``."""
        return self.sensors.measures.heard

    @property
    def score(self) -> Score | None:
        """The points so far, where the match tells them."""
        return self.sensors.measures.score

    def say(self, text: str) -> None:
        """Say something to all robots within 8 diameters; at most 100 characters, once a cycle."""
        if not isinstance(text, str):
            raise MisuseType(
                f"say takes a string, but this is {text!r}. Make it one: say(str(...))."
            )
        if len(text) > GREATEST_MESSAGE:
            raise MisuseValue(
                f"The message has {len(text)} characters, but robots hear at most "
                f"{GREATEST_MESSAGE}. Send it in pieces, one a cycle."
            )
        self._actions.say = text

    def request(self, *sensors: str) -> None:
        """Ask for sensors of the next cycle: ``request("Compass", "IRSensor0", "Beacon0")``.

        Only ``parameters.requests_per_cycle`` of them are answered in a cycle.
        """
        for name in sensors:
            if name not in REQUESTS and not (name.startswith("Beacon") and name[6:].isdecimal()):
                raise MisuseValue(
                    f"There is no sensor {name!r} to ask for. There are {', '.join(REQUESTS)} and "
                    "Beacon0, Beacon1 ..."
                )
        self._actions.requests += sensors

    def show_map(
        self, rows: Iterable[Iterable[float | None]], x: float, y: float, size: float
    ) -> None:
        """Let people see the map that the agent has in mind.

        Args:
            rows: Row after row from below, a probability 0 to 1 that a cell is blocked for each;
                ``None`` or not a number: unknown.
            x: Left edge of the map, in robot diameters.
            y: Its lower edge.
            size: Side of a cell.
        """
        texts = ["".join(map(_digit, row)) for row in rows]
        if not texts or len({len(text) for text in texts}) > 1 or not texts[0]:
            raise MisuseValue("show_map takes rows of cells that are all equally long.")
        if len(texts) * len(texts[0]) > MOST_CELLS:
            raise MisuseValue(
                f"The map has {len(texts)} x {len(texts[0])} cells, but can have {MOST_CELLS:,} at "
                "most. Show larger cells."
            )
        try:
            cells = Cells(float(x), float(y), float(size), len(texts[0]), "".join(texts))
        except BadInput as error:
            raise MisuseValue(str(error)) from None
        self._think(Thought(self.frame, cells=cells))

    def show_path(self, points: Iterable[tuple[float, float]]) -> None:
        """Let people see where the agent wants to go: places x, y in robot diameters."""
        path = tuple((float(x), float(y)) for x, y in points)
        self._think(Thought(self.frame, path=path[:MOST_POINTS]))

    def show_text(self, text: str) -> None:
        """Let people read what the agent is doing, beside its robot."""
        self._think(Thought(self.frame, text=str(text)[:LONGEST_TEXT]))

    def _think(self, thought: Thought) -> None:
        """Send it with the orders of this cycle, all parts in one message."""
        self._thought = thought.over(self._thought)

    def set_visiting_led(self, on: bool = True) -> None:
        """Say "I am on the target" (not at all, with ``False``)."""
        self._actions.visiting_led = bool(on)

    def set_returning_led(self, on: bool = True) -> None:
        """Say "I am on my way back"."""
        self._actions.returning_led = bool(on)

    def finish(self) -> None:
        """Say "I am done": the robot does not move any more."""
        self._actions.end_led = True


def _digit(probability: float | None) -> str:
    if probability is None or math.isnan(probability):
        return UNKNOWN
    return str(round(9.0 * min(1.0, max(0.0, probability))))


def _power(name: str, value: float) -> float:
    try:
        power = float(value)
    except (TypeError, ValueError):
        raise MisuseType(f"`{name}` is {value!r}, but a motor's power is a number.") from None
    if not math.isfinite(power) or abs(power) > GREATEST_POWER + 1e-9:
        raise MisuseValue(
            f"`{name}` is {power:g}, but a motor's power is from {-GREATEST_POWER} to "
            f"{GREATEST_POWER}."
        )
    return power
