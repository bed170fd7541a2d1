"""Which program runs in a robot, by the protocol of its kind and the kind of connection."""

from __future__ import annotations

from collections.abc import Callable

from wsusim.emulator.body import SeeingBody
from wsusim.emulator.epuck_firmware import EpuckFirmware
from wsusim.emulator.epuck_wifi_firmware import EpuckWifiFirmware
from wsusim.emulator.firmware import Firmware
from wsusim.emulator.port_client import Notice
from wsusim.emulator.robot_program import RobotProgram
from wsusim.emulator.thymio_firmware import NODE, ThymioFirmware
from wsusim.model.robot_kind import ASEBA_NODE, EPUCK_LINES, KHEPERA_LINES, RobotKind

WIFI_KIND = "epuck2"
"""What people ask for when they want an e-puck behind its Wi-Fi."""

MakeProgram = Callable[[SeeingBody, int, Notice], RobotProgram]
"""Switches a robot on: its body, its number from 0, and whom to tell."""

PROGRAMS: dict[str, MakeProgram] = {
    EPUCK_LINES: lambda body, robot, notice: EpuckFirmware(body),
    WIFI_KIND: lambda body, robot, notice: EpuckWifiFirmware(EpuckFirmware(body)),
    ASEBA_NODE: lambda body, robot, notice: ThymioFirmware(body, NODE + robot, notice),
}
"""Of robots that are no Kheperas."""


def switched_on(
    kind: RobotKind, body: SeeingBody, robot: int, baud: int, notice: Notice, *, by_wifi: bool
) -> RobotProgram:
    """Return the program of a robot that was just switched on.

    A kind whose protocol wsusim doesn't know speaks a Khepera's, which ``notice`` reports.
    """
    make = PROGRAMS.get(WIFI_KIND if by_wifi else kind.protocol or KHEPERA_LINES)
    if make is not None:
        return make(body, robot, notice)
    if kind.protocol != KHEPERA_LINES:
        notice(
            f"a real {kind.title} does not speak the Khepera's serial protocol. This one does: "
            f"N and O answer {len(kind.sensors)} numbers, and D takes speeds up to "
            f"{kind.motors.max_speed}."
        )
    return Firmware(body, kind.name, baud)


def speaks_like_khepera(kind: RobotKind) -> bool:
    """Return whether the emulated robot speaks the Khepera's protocol."""
    return kind.protocol not in PROGRAMS
