"""An agent's side of the wire: registers a robot, hears measures, sends orders. Sockets, no rules.

Works with any arena of the contest, not only with ours.
"""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from wsusim.ciber.agent_orders import Actions, Heard
from wsusim.ciber.match_parameters import Parameters, parameters_from_attributes
from wsusim.ciber.thought import Thought
from wsusim.ciber.xml_text import cdata, child, g, is_on, number, numbers, on, parse, quoted, whole
from wsusim.errors import BadInput, LinkLost

REPLY_S = 5.0
MEASURES_S = 10.0
"""An arena that tells nothing for so long has gone (guess; the contest's own clients: 2 s)."""

LONGEST_DATAGRAM = 65_536


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a robot, if the arena sends them."""

    score: int
    collisions: int
    arrival_time: int
    returning_time: int


_SCORE = ("Score", "Collisions", "ArrivalTime", "ReturningTime")


@dataclass(frozen=True, slots=True)
class Measures:
    """What a robot is told in a cycle; what was not asked for is ``None`` or not there.

    Attributes:
        obstacles: Number of the sensor to 1 / distance.
        beacons: Number of the beacon to degrees from the heading, ``None`` when it is not seen.
        line: Seven times 0 or 1 from left to right.
    """

    time: int
    obstacles: dict[int, float]
    beacons: dict[int, float | None]
    compass_deg: float | None
    ground: int | None
    is_colliding: bool | None
    gps: tuple[float, float] | None
    line: tuple[int, ...] | None
    heard: tuple[Heard, ...]
    score: Score | None
    start: bool
    stop: bool
    end_led: bool
    returning_led: bool
    visiting_led: bool

    @property
    def is_running(self) -> bool:
        """Whether the match goes on."""
        return self.start

    @property
    def is_over(self) -> bool:
        """Whether the time of the match is up."""
        return not self.start and not self.stop


def actions_to_xml(actions: Actions) -> str:
    """Return the message of an agent; motors and leds that were not named are left out."""
    powers = {"LeftMotor": actions.left_motor, "RightMotor": actions.right_motor}
    leds = {
        "EndLed": actions.end_led,
        "ReturningLed": actions.returning_led,
        "VisitingLed": actions.visiting_led,
    }
    told = {name: g(power) for name, power in powers.items() if power is not None}
    told |= {name: on(led) for name, led in leds.items() if led is not None}
    attributes = "".join(f' {name}="{value}"' for name, value in told.items())
    inside = ""
    if actions.requests:
        asked = " ".join(f'{name}="Yes"' for name in actions.requests)
        inside += f"<SensorRequests {asked}/>"
    if actions.say is not None:
        inside += f"<Say>{cdata(actions.say)}</Say>"
    return f"<Actions{attributes}>{inside}</Actions>" if inside else f"<Actions{attributes}/>"


class Client:
    """One robot in an arena.

    Args:
        address: ``host``, ``host:port``.
        name: Of the robot, as viewers see it.
        number: Start position, 0 for any.
        ir_angles_deg: Where the four obstacle sensors look.

    Raises:
        BadInput: The arena refused the robot.
        LinkLost: No arena answers.
    """

    def __init__(
        self,
        address: str,
        name: str,
        number: int = 0,
        ir_angles_deg: tuple[float, ...] = (0.0, 60.0, -60.0, 180.0),
    ) -> None:
        host, port = self._door = parse_address(address)
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        sensors = "".join(
            f'<IRSensor Id="{n}" Angle="{g(angle)}"/>' for n, angle in enumerate(ir_angles_deg)
        )
        text = f'<Robot Name="{quoted(name)}" Id="{number}">{sensors}</Robot>\n\0'
        try:
            self._socket.settimeout(REPLY_S)
            self._socket.sendto(text.encode("ascii"), (host, port))
            answer, self._arena = self._socket.recvfrom(LONGEST_DATAGRAM)
            self._socket.settimeout(MEASURES_S)
        except (TimeoutError, OSError):
            self._socket.close()
            raise LinkLost(
                f"No arena answers at {host}:{port}. Start one first: python main.py ciber serve"
            ) from None
        root = _parsed(answer)
        if root.get("Status") != "Ok":
            self._socket.close()
            place = f"start position {number}" if number else "any start position"
            raise BadInput(
                f"The arena at {host}:{port} refused the robot {name!r} at {place}: the place is "
                "taken, or the match has started."
            )
        told = child(root, "Parameters").attrib
        self.parameters: Parameters = parameters_from_attributes(told)

    def hear(self) -> Measures:
        """Wait for the next cycle and return its measures; raises ``LinkLost``."""
        try:
            datagram = self._socket.recv(LONGEST_DATAGRAM)
        except (TimeoutError, OSError):
            raise LinkLost(
                f"The arena has been silent for {MEASURES_S:g} s: it has ended, or the robot was "
                "taken out of the match."
            ) from None
        return read_measures(datagram)

    def send(self, actions: Actions) -> None:
        """Send the actions of this cycle."""
        self._socket.sendto(actions_to_xml(actions).encode("ascii"), self._arena)

    def think(self, thought: Thought) -> None:
        """Send what the agent thinks, to where it registered: other arenas ignore it."""
        with suppress(OSError):  # too long for this system: it isn't shown, and nothing else
            self._socket.sendto(thought.to_xml().encode("ascii"), self._door)

    def close(self) -> None:
        """Stop the robot and leave."""
        with suppress(OSError):
            self.send(Actions(left_motor=0.0, right_motor=0.0))
        self._socket.close()


def parse_address(text: str) -> tuple[str, int]:
    """Return host and port of ``host`` or ``host:port``; raises ``BadInput``."""
    host, _, port = text.partition(":")
    if port and (not re.fullmatch(r"\d{1,5}", port) or not 1 <= int(port) <= 65535):
        raise BadInput(
            f"The address is {text!r}, but it must be HOST or HOST:PORT (127.0.0.1:6000)."
        )
    return host or "127.0.0.1", int(port) if port else 6000


def read_measures(datagram: bytes) -> Measures:
    """Return what an arena told; what is missing is ``None``, as for a sensor not asked for."""
    root = _parsed(datagram)
    sensors, leds, buttons = (child(root, name) for name in ("Sensors", "Leds", "Buttons"))
    gps, line, score = sensors.find("GPS"), sensors.find("LineSensor"), sensors.find("Score")
    compass, ground, hit = (sensors.get(name) for name in ("Compass", "Ground", "Collision"))
    return Measures(
        time=whole(root.get("Time")),
        obstacles={whole(e.get("Id")): number(e.get("Value")) for e in sensors.iter("IRSensor")},
        beacons={
            whole(e.get("Id")): None if e.get("Value") == "NotVisible" else number(e.get("Value"))
            for e in sensors.iter("BeaconSensor")
        },
        compass_deg=None if compass is None else number(compass),
        ground=None if ground is None else whole(ground, -1),
        is_colliding=None if hit is None else hit == "Yes",
        gps=None if gps is None else numbers(gps, "X", "Y"),
        line=None if line is None else tuple(int(c == "1") for c in line.get("Value", "")),
        heard=tuple(
            Heard(whole(e.get("From")), "".join(e.itertext())) for e in sensors.iter("Message")
        ),
        score=None if score is None else Score(*(whole(score.get(name)) for name in _SCORE)),
        start=is_on(buttons.get("Start")),
        stop=is_on(buttons.get("Stop")),
        end_led=is_on(leds.get("EndLed")),
        returning_led=is_on(leds.get("ReturningLed")),
        visiting_led=is_on(leds.get("VisitingLed")),
    )


def _parsed(datagram: bytes) -> Element:
    return parse(datagram.partition(b"\0")[0].strip())


NOTHING_TOLD = read_measures(b"<Measures/>")
"""Before the first cycle."""
