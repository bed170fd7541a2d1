"""Which serial ports there are, and on which of them a Khepera answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from wsusim.backends.serial_line.conversation import NoAnswer
from wsusim.backends.serial_line.exchange import Exchanger
from wsusim.backends.serial_line.line_clock import WallClock
from wsusim.backends.serial_line.port import Port, PortGone, open_port
from wsusim.backends.serial_line.robot_address import AUTO, RATES, SerialAddress
from wsusim.backends.serial_line.statistics import LineStatistics
from wsusim.errors import BadInput
from wsusim.protocol.banner import kind_of_bios

LISTEN_S = 0.4
"""A Khepera that is there answers within so long, whatever the speed."""


@dataclass(frozen=True, slots=True)
class ListedPort:
    """A port of this computer."""

    device: str
    description: str


@dataclass(frozen=True, slots=True)
class FoundPort:
    """What was found on a port."""

    address: SerialAddress
    kind: str | None
    """Kind of the Khepera that answered; ``None``: none did."""
    trouble: str = ""
    """Why the port could not be asked."""


def list_ports() -> list[ListedPort]:
    """Return this computer's serial ports by name."""
    from serial.tools.list_ports import comports

    return sorted(
        (ListedPort(port.device, port.description or "") for port in comports()),
        key=lambda port: port.device,
    )


def search(
    devices: Iterable[str],
    rates: Iterable[int] = RATES,
    *,
    open_address: Callable[[SerialAddress], Port] = open_port,
    clock: WallClock | None = None,
) -> Iterable[FoundPort]:
    """Ask each port, at each speed, whether a Khepera is there; yields one result a port.

    Nothing but harmless questions is sent.
    """
    for device in devices:
        yield _search_one(device, tuple(rates), open_address, clock or WallClock())


def find_robot(address: SerialAddress, tell: Callable[[str], None]) -> SerialAddress:
    """Return the address itself, or for ``auto`` that of the first port where a Khepera answers.

    Raises:
        BadInput: None answers; tells what was tried.
    """
    if address.port != AUTO:
        return address
    rates = (address.baud,) if address.is_baud_given else RATES
    found = list(search([port.device for port in list_ports()], rates))
    for one in found:
        answer = "nothing" if one.kind is None else f"a {one.kind} at {one.address.baud} baud"
        tell(f"{one.address.port}: {one.trouble or answer}")
    for one in found:
        if one.kind is not None:
            return one.address
    asked = ", ".join(one.address.port for one in found) or "this computer has none"
    raise BadInput(
        f"No Khepera answers on any serial port ({asked}). Plug in the adapter, switch the robot "
        "on, or name the port: --robot serial:PORT"
    )


def _search_one(
    device: str,
    rates: tuple[int, ...],
    open_address: Callable[[SerialAddress], Port],
    clock: WallClock,
) -> FoundPort:
    address = SerialAddress(device, rates[0])
    for baud in rates:
        address = SerialAddress(device, baud, is_baud_given=True)
        try:
            port = open_address(address)
        except BadInput as error:
            return FoundPort(address, None, str(error))
        exchanger = Exchanger(port, baud, clock, LineStatistics())
        try:
            versions = exchanger.introduce(clock.now_s() + LISTEN_S)
        except (NoAnswer, PortGone):
            continue
        finally:
            port.close()
        return FoundPort(address, kind_of_bios(versions[0]))
    return FoundPort(SerialAddress(device, rates[0]), None)
