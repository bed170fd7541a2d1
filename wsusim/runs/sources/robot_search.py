"""Finds the port on which a real robot answers."""

from __future__ import annotations

from collections.abc import Callable

from wsusim.backends.serial_line.address import AUTO, RATES, SerialAddress
from wsusim.backends.serial_line.search import list_ports, search
from wsusim.errors import BadInput


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
