"""Which serial ports there are, and on which of them a robot answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wsusim.backends.serial_line.conversation import NoAnswer
from wsusim.backends.serial_line.languages import language_of
from wsusim.backends.serial_line.line_clock import WallClock
from wsusim.backends.serial_line.port import Port, PortGone, open_port
from wsusim.backends.serial_line.robot_address import AUTO, RATES, SerialAddress
from wsusim.backends.serial_line.schemes import KHEPERA_SCHEME
from wsusim.backends.serial_line.statistics import LineStatistics
from wsusim.errors import BadInput

LISTEN_S = 0.4
"""A robot that is there answers within so long, whatever the speed, unless something is slow."""

LISTEN_ON_S = 1.5
"""Where something was heard, robot and computer have so long to come to terms."""

ROUNDS = 2
"""A port on which nothing answered is asked again: the first answer may have come late."""

USB_ROBOTS = {(0x0617, 0x000A): "thymio", (0x0617, 0x000C): "thymio"}
"""Vendor and product of robots with a USB plug: the Thymio and its dongle (Mobsya's rule for
udev)."""

EPUCK_PROGRAMMER = (0x1D50, 0x6018)
"""Of an e-puck2's programmer, as of any Black Magic Probe: its two ports are not the robot's."""

EPUCK_PLUG = (0x0483, 0x5740)
"""Of an e-puck2's main processor, and of many other boards with a processor of that maker. The
robot's own name stands beside it, but not under Windows: there the programmer tells."""

EPUCK_NAME = "e-puck2"

_TERMINALS = Path("/sys/class/tty")
_NO_CHIP = "0"
"""What Linux calls ``PORT_UNKNOWN``: it has found no chip."""

ASKED = ("epuck", "thymio", KHEPERA_SCHEME)
"""Families of robots that may be on a serial port, in the order in which they are asked."""


@dataclass(frozen=True, slots=True)
class ListedPort:
    """A port of this computer."""

    device: str
    description: str
    robot: str = ""
    """Which robot its USB numbers tell, as the begin of an address; empty: they tell none."""


@dataclass(frozen=True, slots=True)
class FoundPort:
    """What was found on a port."""

    address: SerialAddress
    kind: str | None
    """Kind of the robot that answered; ``None``: none did."""
    trouble: str = ""
    """Why the port could not be asked."""


def list_ports() -> list[ListedPort]:
    """Return this computer's serial ports by name."""
    from serial.tools.list_ports import comports

    ports = [port for port in comports() if _has_chip(port.device)]
    has_programmer = any((port.vid, port.pid) == EPUCK_PROGRAMMER for port in ports)

    def robot_of(numbers: tuple[int | None, int | None], words: str) -> str:
        if numbers == EPUCK_PLUG and (has_programmer or EPUCK_NAME in words):
            return "epuck"
        vendor, product = numbers
        return USB_ROBOTS.get((vendor or 0, product or 0), "")

    return sorted(
        (
            ListedPort(
                port.device,
                port.description or "",
                robot_of((port.vid, port.pid), f"{port.product} {port.description}"),
            )
            for port in ports
        ),
        key=lambda port: port.device,
    )


def _has_chip(device: str) -> bool:
    """Return whether there is anything behind a port, as far as Linux tells.

    It keeps some thirty ports for chips that a computer might have, and since version 6.5 these
    look like real ones to pyserial.
    """
    try:
        kind = (_TERMINALS / Path(device).name / "type").read_text(encoding="ascii")
    except (OSError, ValueError):
        return True
    return kind.strip() != _NO_CHIP


def search(
    devices: Iterable[str],
    rates: Iterable[int] = RATES,
    *,
    schemes: Iterable[str] = ASKED,
    open_address: Callable[[SerialAddress], Port] = open_port,
    clock: WallClock | None = None,
) -> Iterable[FoundPort]:
    """Ask each port whether a robot is there; yields one result for each port.

    Only harmless questions are sent. A Khepera's K would make an e-puck calibrate its sensors, so
    e-pucks are asked first.

    Args:
        devices: The ports.
        rates: The speeds at which to look for a Khepera.
        schemes: Which families of robots to look for, in this order.
        open_address: Opens a port.
        clock: Real time, or a test's.
    """
    asked = [
        SerialAddress(AUTO, rate, is_baud_given=True, scheme=scheme)
        for scheme in schemes
        for rate in (rates if scheme == KHEPERA_SCHEME else language_of(scheme).rates)
    ]
    for device in devices:
        ways = [replace(way, port=device) for way in asked]
        yield _search_one(ways, open_address, clock or WallClock())


def find_robot(address: SerialAddress, tell: Callable[[str], None]) -> SerialAddress:
    """Return the address itself, or for ``auto`` that of the first port where a robot answers.

    Raises:
        BadInput: None answers; the message says what was tried.
    """
    if address.port != AUTO:
        return address
    rates = (address.baud,) if address.is_baud_given else RATES
    devices = [port.device for port in list_ports()]
    found = list(search(devices, rates, schemes=(address.scheme,)))
    for one in found:
        answer = "nothing" if one.kind is None else f"a {one.kind} at {one.address.baud} baud"
        tell(f"{one.address.port}: {one.trouble or answer}")
    for one in found:
        if one.kind is not None:
            return one.address
    asked = ", ".join(one.address.port for one in found) or "this computer has none"
    raise BadInput(
        f"No {language_of(address.scheme).title} answers on any serial port ({asked}). Plug in the "
        f"adapter, switch the robot on, or name the port: --robot {address.scheme}:PORT"
    )


def _search_one(
    ways: Sequence[SerialAddress], open_address: Callable[[SerialAddress], Port], clock: WallClock
) -> FoundPort:
    for address in [*ways] * ROUNDS:
        try:
            port = open_address(address)
        except BadInput as error:
            return FoundPort(address, None, str(error))
        try:
            kind = _kind_at(port, address, clock)
        finally:
            port.close()
        if kind is not None:
            return FoundPort(address, kind)
    return FoundPort(ways[0], None)


def _kind_at(port: Port, address: SerialAddress, clock: WallClock) -> str | None:
    """Return the kind of the robot that answers at a port; ``None``: none does."""
    statistics = LineStatistics()
    conversation = language_of(address.scheme).converse(
        port, address.baud, clock, statistics, lambda: False
    )
    for listen_s in (LISTEN_S, LISTEN_ON_S):
        try:
            conversation.introduce(clock.now_s() + listen_s)
        except NoAnswer:
            if statistics.heard_in_part:
                continue
            return None
        except PortGone:
            return None
        return conversation.kind
    return None
