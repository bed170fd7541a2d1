"""The contest's datagrams, both ways: bytes to messages and back. No sockets.

Shapes, order of attributes and white space: recorded from the public simulator. Each datagram of
the arena ends with a line feed and a NUL; those of agents may.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from wsusim.ciber.agent_orders import Actions
from wsusim.ciber.arena import Arena, Phase
from wsusim.ciber.contest_lab import grid_to_xml
from wsusim.ciber.match_robot import Robot
from wsusim.ciber.measures import Measured
from wsusim.ciber.xml_text import NotXml, cdata, g, number, on, parse, quoted, whole
from wsusim.errors import BadInput

LONGEST_REGISTRATION = 1023
LONGEST_ACTIONS = 1023
LONGEST_COMMAND = 63
LONGEST_NAME = 64
"""Of a robot (guess: the contest names no limit): a name must not make a datagram too long."""


_REPLY_LINES = (
    "SimTime CycleTime",
    "CompassNoise BeaconNoise ObstacleNoise",
    "MotorsNoise KeyTime",
    "GPS GPSLinNoise GPSDirNoise ",
    "BeaconSensor ",
    "CompassSensor ",
    "ScoreSensor ShowActions NBeacons ",
    "NRequestsPerCycle ",
    "ObstacleRequestable BeaconRequestable ",
    "GroundRequestable CompassRequestable",
    "CollisionRequestable",
    "ObstacleLatency BeaconLatency ",
    "GroundLatency CompassLatency",
    "CollisionLatency",
    "BeaconAperture",
    "ReturnTimePenalty ArrivalTimePenalty ",
    "CollisionWallPenalty CollisionRobotPenalty ",
    "TargetReward HomeReward",
)
"""Attributes of each line of the reply; some lines end with a blank, as recorded. Never file names,
which would make it too long."""


@dataclass(frozen=True, slots=True)
class RobotRegistration:
    """An agent wants to take part; ``beacon_height`` is that of a robot that carries the beacon."""

    name: str
    number: int
    ir_angles_deg: dict[int, float]
    beacon_height: float | None = None


@dataclass(frozen=True, slots=True)
class ViewRegistration:
    """A viewer or panel wants to be told."""


@dataclass(frozen=True, slots=True)
class Command:
    """What a viewer orders: ``Start``, ``Stop``, ``LabReq``, ``GridReq``, ``Reset``, ``Remove``."""

    name: str
    number: int = 0


def read_registration(datagram: bytes) -> RobotRegistration | ViewRegistration:
    """Return a stranger's registration; raises ``BadInput``."""
    root = _read(datagram, LONGEST_REGISTRATION)
    if root.tag in ("View", "Panel"):
        return ViewRegistration()
    if root.tag not in ("Robot", "RobotBeacon"):
        raise BadInput(f"<{root.tag}> is not a registration.")
    angles = {
        whole(e.get("Id"), -1): number(e.get("Angle")) for e in root.iter("IRSensor") if e.get("Id")
    }
    height = number(root.get("Height")) if root.tag == "RobotBeacon" else None
    name = root.get("Name", "")[:LONGEST_NAME]
    return RobotRegistration(name, whole(root.get("Id")), angles, height)


def read_actions(datagram: bytes) -> Actions:
    """Return what an agent orders; raises ``BadInput``."""
    root = _read(datagram, LONGEST_ACTIONS)
    if root.tag != "Actions":
        raise BadInput(f"<{root.tag}> is not a command to a robot.")
    asked = root.find("SensorRequests")
    said = root.find("Say")

    def power(name: str) -> float | None:
        return number(root.get(name)) if name in root.attrib else None

    def led(name: str) -> bool | None:
        return root.get(name) == "On" if name in root.attrib else None

    return Actions(
        left_motor=power("LeftMotor"),
        right_motor=power("RightMotor"),
        end_led=led("EndLed"),
        returning_led=led("ReturningLed"),
        visiting_led=led("VisitingLed"),
        requests=()
        if asked is None
        else tuple(name for name, value in asked.attrib.items() if value == "Yes"),
        say=None if said is None else "".join(said.itertext()) + (said.tail or ""),
    )


def read_command(datagram: bytes) -> Command:
    """Return what a viewer orders; raises ``BadInput``."""
    root = _read(datagram, LONGEST_COMMAND)
    if root.tag in ("Start", "Stop", "LabReq", "GridReq", "Reset"):
        return Command(root.tag)
    if root.tag == "Robot" and root.get("Removed") == "Yes":
        return Command("Remove", whole(root.get("Id")))
    raise BadInput(f"<{root.tag}> is not a viewer's command.")


def reply(arena: Arena) -> bytes:
    """Return the answer to clients that may take part or watch: the match in numbers."""
    told = arena.parameters.to_attributes() | {"NBeacons": g(len(arena.beacons))}
    lines = [
        " ".join(f'{name}="{told[name]}"' for name in line.split()) + " " * line.endswith(" ")
        for line in _REPLY_LINES
    ]
    body = "\n\t\t".join(lines)
    return _datagram(f'<Reply Status="Ok">\n\t<Parameters {body}\n/>\n</Reply>')


def refusal() -> bytes:
    """Return the answer to clients that may not take part."""
    return _datagram('<Reply Status="Refused">\n</Reply>')


def measures(arena: Arena, robot: Robot) -> bytes:
    """Return what a robot is told in a cycle."""
    assert robot.measured is not None
    told = robot.measured
    leds = robot.leds
    sensors = "\n".join(_sensors(arena, robot, told))
    return _datagram(
        f'<Measures Time="{arena.time}">\n{sensors}\n'
        f'\t<Leds EndLed="{on(leds.end)}" ReturningLed="{on(leds.returning)}" '
        f'VisitingLed="{on(leds.visiting)}"/>\n'
        f'\t<Buttons Start="{on(arena.is_start_lit)}" '
        f'Stop="{on(arena.phase in (Phase.READY, Phase.STOPPED))}"/>\n</Measures>'
    )


def _sensors(arena: Arena, robot: Robot, told: Measured) -> list[str]:
    p, asked = arena.parameters, set(robot.requests)

    def is_told(is_requestable: bool, name: str) -> bool:
        return not is_requestable or name in asked

    attributes = ""
    if is_told(p.collision.is_requestable, "Collision"):
        attributes += f' Collision="{"Yes" if told.is_colliding else "No"}"'
    if p.has_compass and is_told(p.compass.is_requestable, "Compass"):
        attributes += f' Compass="{told.compass_deg}"'
    if is_told(p.ground.is_requestable, "Ground"):
        attributes += f' Ground="{told.ground}"'
    lines = [f"\t<Sensors{attributes}>"]
    lines += [
        f'\t\t<IRSensor Id="{n}" Value="{g(value)}"/>'
        for n, value in enumerate(told.obstacles)
        if is_told(p.obstacle.is_requestable, f"IRSensor{n}")
    ]
    if p.has_beacon_sensor:
        lines += [
            f'\t\t<BeaconSensor Id="{n}" Value="{"NotVisible" if angle is None else angle}"/>'
            for n, angle in enumerate(told.beacons)
            if is_told(p.beacon.is_requestable, f"Beacon{n}")
        ]
    if p.has_gps:
        lines.append(f'\t\t<GPS X="{g(told.gps[0])}" Y="{g(told.gps[1])}"/>')
    lines.append(f'\t\t<LineSensor Value="{told.line}" />')
    lines += [
        f'\t\t<Message From="{heard.sender}">{cdata(heard.text)}</Message>' for heard in robot.heard
    ]
    if p.has_score_sensor:
        lines.append(f"\t\t<Score {_counts(arena, robot)} />")
    return [*lines, "\t</Sensors>"]


def robot_view(arena: Arena, robot: Robot) -> bytes:
    """Return what viewers are told of a robot in a cycle: its true pose."""
    x, y, heading_rad = arena.bodies.poses[robot.number - 1]
    heading_deg = math.degrees(heading_rad)
    return _datagram(
        f'<Robot Name="{quoted(robot.name)}" Id="{robot.number}" Time="{arena.time}" '
        f'{_counts(arena, robot)} State="{arena.state_of(robot).value}">\n'
        f'\t<Position X="{g(x)}" Y="{g(y)}" Dir="{g(heading_deg)}"/>\n</Robot>'
    )


def _counts(arena: Arena, robot: Robot) -> str:
    visited = "".join("1" if n in robot.visited else "0" for n in range(len(arena.lab.targets)))
    return (
        f'Score="{robot.shown_score}" ArrivalTime="{robot.arrival_time}" '
        f'ReturningTime="{robot.returning_time}" Collisions="{robot.collisions}" '
        f'Collision="{robot.is_colliding}" VisitedMask="{visited}"'
    )


def lab_view(arena: Arena) -> bytes:
    """Return what viewers are told of the lab."""
    return _datagram(arena.lab.to_xml().rstrip("\n"))


def grid_view(arena: Arena) -> bytes:
    """Return what viewers are told of the start positions."""
    return _datagram(grid_to_xml(arena.grid).rstrip("\n"))


def restart() -> bytes:
    """Return what viewers are told after a reset."""
    return _datagram("<Restart/>")


def _datagram(text: str) -> bytes:
    return text.encode("ascii", "replace") + b"\n\0"


def _read(datagram: bytes, longest: int) -> Element:
    text = datagram.partition(b"\0")[0].strip()
    if len(datagram) > longest + 1:
        raise BadInput(
            f"The datagram has {len(datagram)} bytes, but it can have at most {longest}."
        )
    try:
        return parse(text)
    except NotXml:
        pass
    # Agents of some languages send Latin-1 without saying so.
    return parse(text.decode("latin-1"))
