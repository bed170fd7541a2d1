"""``serial:PORT?baud=N``: where a real robot is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl

from wsusim.errors import BadInput
from wsusim.protocol.command_table import BAUD_RATES

PREFIX = "serial:"
AUTO = "auto"
"""Stands for a port that is to be searched for."""

DEFAULT_BAUD = 9600
"""Jumper 1 of a Khepera I, wheel position 1 of a Khepera II."""

RATES: tuple[int, ...] = tuple(sorted({rate for rates in BAUD_RATES.values() for rate in rates}))


_NEEDS_NO_PREFIX = re.compile(r"auto(?:\?|$)|\w+://|/(?!.*\.(?:toml|json)$)|COM\d")
"""What can be nothing but a port, also without ``serial:``."""


@dataclass(frozen=True, slots=True)
class SerialAddress:
    """A port and its speed."""

    port: str
    """A device, ``socket://HOST:PORT``, ``rfc2217://HOST:PORT``, ``loop://`` or ``auto``."""
    baud: int = DEFAULT_BAUD
    is_baud_given: bool = False

    def __str__(self) -> str:
        return f"{PREFIX}{self.port}?baud={self.baud}"


def is_serial_address(text: str) -> bool:
    """Tell whether a robot's name means a real one: ``serial:PORT``, or plainly a port."""
    return text.startswith(PREFIX) or _NEEDS_NO_PREFIX.match(text) is not None


def parse_address(text: str) -> SerialAddress:
    """Return the address of ``serial:PORT[?baud=N]``; ``serial:`` may be left out before a port.

    Raises:
        BadInput: It is none; says what one looks like.
    """
    port, has_options, options = text.removeprefix(PREFIX).partition("?")
    if not is_serial_address(text) or not port or not port.isprintable():
        raise BadInput(
            f"{text!r} is not a robot's address. Write serial:PORT, for example "
            "serial:/dev/ttyUSB0, serial:COM3, serial:socket://127.0.0.1:5331 or serial:auto."
        )
    baud = None
    for name, value in parse_qsl(options, keep_blank_values=True):
        if name != "baud":
            raise BadInput(
                f"{text!r}: there is no setting called {name!r}. You can only set the speed: "
                "serial:/dev/ttyUSB0?baud=38400"
            )
        baud = int(value) if value.isascii() and value.isdecimal() else 0
    if has_options and baud is None:
        raise BadInput(f"{text!r}: what follows the question mark must be baud=N (baud=9600).")
    if baud is not None and baud not in RATES:
        raise BadInput(
            f"{text!r}: a Khepera's serial line works at {', '.join(map(str, RATES))} baud. "
            "Choose the one set by its jumpers or its selector wheel."
        )
    return SerialAddress(port, baud or DEFAULT_BAUD, baud is not None)
