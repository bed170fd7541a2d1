"""From a request to an emulator with its ports open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wsusim.emulator.body import OnOrder, SimulatedBody, world_with_robots
from wsusim.emulator.port_client import Notice
from wsusim.emulator.port_pty import PtyPort
from wsusim.emulator.port_tcp import TcpPort, parse_address
from wsusim.emulator.programs import WIFI_KIND, speaks_like_khepera, switched_on
from wsusim.emulator.robot_program import RobotProgram
from wsusim.emulator.runner import Emulator
from wsusim.emulator.scaled_clock import ScaledClock
from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import find_maze
from wsusim.formats.robot_file import find_robot
from wsusim.interrupts import INTERRUPTS
from wsusim.model.readings import Quantity
from wsusim.model.world import Arena, World
from wsusim.protocol.banner import rom_of
from wsusim.protocol.codec import ANSWER_END
from wsusim.protocol.command_table import BAUD_RATES
from wsusim.protocol.epuck_wifi import TCP_PORT as WIFI_PORT
from wsusim.robots import robot_kind

EPUCK_KIND = "epuck"
WIFI_TITLE = "e-puck2 by Wi-Fi"

EMPTY_ARENA = World("empty arena", Arena.rectangle(1219.2, 1219.2))
"""Where the robot stands when no maze is asked for."""


@dataclass(frozen=True, slots=True)
class EmulationRequest:
    """What to emulate, and on which ports. Checked by ``open_emulation``."""

    maze: str | None = None
    robots: int | None = None
    """``None``: as many as the maze has."""
    kind: str | None = None
    baud: int | None = 9600
    """``None``: answers at once, as no serial line could."""
    speed: float = 1.0
    seed: int = 1
    link: Path | None = None
    tcp: str | None = None
    """``HOST:PORT`` or ``PORT``; a pseudo-terminal is opened too when ``link`` is given."""
    rfc2217: bool = False
    answer_end: bytes = ANSWER_END


@dataclass(frozen=True, slots=True)
class OpenPort:
    """A port that a robot answers on."""

    robot: int
    title: str
    address: str
    """What a program opens: a path, ``socket://...`` or ``rfc2217://...``."""
    baud: int
    """Speed of the robot's line."""
    is_public: bool = False
    """Whether other computers can reach it."""


@dataclass(frozen=True, slots=True)
class Emulation:
    """An emulator ready to ``run``, its simulation, the robots' programs and their ports."""

    emulator: Emulator
    simulation: Simulation
    firmwares: tuple[RobotProgram, ...]
    ports: tuple[OpenPort, ...]


def open_emulation(
    request: EmulationRequest,
    notice: Notice = lambda text: None,
    on_order: OnOrder = lambda tick, robot, command: None,
) -> Emulation:
    """Build the world, switch the robots on and open their ports.

    Args:
        request: What to emulate.
        notice: Called with messages for the person at the terminal.
        on_order: Called with each order that reaches the simulation over a line.

    Raises:
        BadInput: Something in the request is impossible.
    """
    _check(request)
    world = find_maze(request.maze) if request.maze is not None else EMPTY_ARENA
    by_wifi = request.kind == WIFI_KIND
    asked_kind = EPUCK_KIND if by_wifi else request.kind
    asked = None if asked_kind is None else find_robot(asked_kind)
    world = world_with_robots(world, request.robots, asked.name if asked else None)
    for start in world.robots:
        _check_baud(request.baud, start.kind)
    with INTERRUPTS.raising():  # compiling takes long, and there is nothing to lose
        simulation = Simulation(world, seed=request.seed)
        bodies = [SimulatedBody(simulation, robot, on_order) for robot in range(len(world.robots))]
        for body in bodies:
            body.read(Quantity.CAMERA_PIXELS)  # the first image costs most: no line waits for it
    told: set[str] = set()

    def notice_once(text: str) -> None:
        if text not in told:
            told.add(text)
            notice(text)

    firmwares = [
        switched_on(
            robot_kind(start.kind),
            body,
            robot,
            request.baud or 9600,
            notice_once,
            by_wifi=by_wifi,
        )
        for robot, (body, start) in enumerate(zip(bodies, world.robots, strict=True))
    ]
    emulator = Emulator(
        simulation,
        firmwares,
        clock=ScaledClock(request.speed),
        paced=request.baud is not None,
        answer_end=request.answer_end,
        notice=notice,
    )
    ports = []
    try:
        for robot, start in enumerate(world.robots):
            for port in _open_ports(request, robot, firmwares, notice):
                emulator.add_port(robot, port)
                title = WIFI_TITLE if by_wifi else robot_kind(start.kind).title
                ports.append(
                    OpenPort(robot, title, port.address, firmwares[robot].baud, port.is_public)
                )
    except BadInput:
        emulator.close()
        raise
    return Emulation(emulator, simulation, tuple(firmwares), tuple(ports))


def _open_ports(
    request: EmulationRequest, robot: int, firmwares: list[RobotProgram], notice: Notice
) -> Iterator[PtyPort | TcpPort]:
    """Yield the ports of one robot as they are opened."""
    by_wifi = request.kind == WIFI_KIND
    tcp = str(WIFI_PORT) if by_wifi and request.tcp is None else request.tcp
    firmware = firmwares[robot]
    if not by_wifi and (tcp is None or request.link is not None):
        pty = PtyPort(firmware.baud, _numbered(request.link, robot, len(firmwares)), is_hidden=True)
        yield pty
        if pty.taken_from:
            notice(
                f"{pty.address} used to point to {pty.taken_from}. If that port belongs to "
                "another emulator, choose another --link for one of them."
            )
    if tcp is not None:
        host, number = parse_address(tcp)
        yield TcpPort(
            host,
            number + robot if number else 0,
            rfc2217=request.rfc2217,
            is_typed=firmware.ends_lines,
        )


def _numbered(link: Path | None, robot: int, robots: int) -> Path | None:
    """Return the link's path for a robot; with several robots it ends in the robot's number."""
    if link is None or robots == 1:
        return link
    return link.with_name(f"{link.name}{robot + 1}")


def _check(request: EmulationRequest) -> None:
    if request.robots is not None and request.robots < 1:
        raise BadInput(f"--robots {request.robots}: there must be at least 1 robot.")
    if not 0.01 <= request.speed <= 100.0:
        raise BadInput(f"--speed {request.speed}: choose from 0.01 to 100; 1 is real time.")
    if request.rfc2217 and request.tcp is None:
        raise BadInput(
            "--rfc2217 works over the network. Choose a port with --tcp, for example --tcp 5331."
        )


def _check_baud(baud: int | None, kind: str) -> None:
    if baud is None or not speaks_like_khepera(robot_kind(kind)):
        return
    if baud not in BAUD_RATES[rom_of(kind)]:
        rates = ", ".join(str(rate) for rate in BAUD_RATES[rom_of(kind)])
        raise BadInput(
            f"--baud {baud}: a {robot_kind(kind).title} works at {rates}. Choose one of these, or "
            "0 for answers without a serial line's delay."
        )
