"""Where a real robot is: ``serial:PORT?baud=N``, ``epuck:PORT``, ``thymio:HOST:PORT``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl

from wsusim.backends.serial_line.schemes import KHEPERA_SCHEME, is_scheme
from wsusim.errors import BadInput
from wsusim.protocol.command_table import BAUD_RATES

PREFIX = "serial:"
"""Of a Khepera's address."""

NETWORK = "socket://"

AUTO = "auto"
"""Stands for a port that has to be searched for."""

RATES: tuple[int, ...] = tuple(sorted({rate for rates in BAUD_RATES.values() for rate in rates}))
"""Of a Khepera's line."""

DEFAULT_BAUD = 9600
"""Jumper 1 of a Khepera I, wheel position 1 of a Khepera II."""


_NEEDS_NO_PREFIX = re.compile(r"auto(?:\?|$)|\w+://|/(?!.*\.(?:toml|json)$)|COM\d")
"""What can only be a port, also without ``serial:``."""

_HOST = re.compile(r"(?P<host>[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(?::(?P<port>\d{1,5}))?")


@dataclass(frozen=True, slots=True)
class SerialAddress:
    """A robot's port, its speed, and the language that is spoken there."""

    port: str
    """A device, ``socket://HOST:PORT``, ``rfc2217://HOST:PORT``, ``loop://`` or ``auto``."""
    baud: int = DEFAULT_BAUD
    is_baud_given: bool = False
    scheme: str = KHEPERA_SCHEME
    """Begin of the address: which family of robots it is, see ``languages``."""

    def __str__(self) -> str:
        from wsusim.backends.serial_line.languages import language_of

        if self.scheme == KHEPERA_SCHEME:
            return f"{PREFIX}{self.port}?baud={self.baud}"
        if language_of(self.scheme).tcp_port is None:  # HOST:PORT alone would be no address of it
            return f"{self.scheme}:{self.port}"
        return f"{self.scheme}:{self.port.removeprefix(NETWORK)}"


def is_serial_address(text: str) -> bool:
    """Return whether a robot's name denotes a real one: ``serial:PORT``, or just a port."""
    scheme, colon, _ = text.partition(":")
    return (bool(colon) and is_scheme(scheme)) or _NEEDS_NO_PREFIX.match(text) is not None


def parse_address(text: str) -> SerialAddress:
    """Return the address of ``serial:PORT[?baud=N]``, ``epuck:PORT``, ``thymio:HOST:PORT`` ...

    ``serial:`` may be left out before a Khepera's port.

    Raises:
        BadInput: It is none; the message shows the form.
    """
    scheme, colon, rest = text.partition(":")
    if colon and scheme != KHEPERA_SCHEME and is_scheme(scheme):
        return _parse_other(text, scheme, rest)
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


def _parse_other(text: str, scheme: str, place: str) -> SerialAddress:
    """Return the address of a robot that is no Khepera: a device, or a host of the network."""
    from wsusim.backends.serial_line.languages import language_of

    language = language_of(scheme)
    is_socket = place.startswith(NETWORK)
    host = _HOST.fullmatch(place.removeprefix(NETWORK))
    if host and int(host["port"] or 1) not in range(1, 65536):
        host = None
    if is_socket:
        is_port = host is not None and host["port"] is not None
    else:
        is_port = place.startswith("/") or place == AUTO or re.match(r"COM\d", place) is not None
    if is_port and language.rates:
        return SerialAddress(place, language.rates[0], scheme=scheme)
    if host and not is_socket and language.tcp_port is not None:
        number = int(host["port"] or language.tcp_port)
        return SerialAddress(f"{NETWORK}{host['host']}:{number}", scheme=scheme)
    raise BadInput(
        f"{text!r} is not the address of {language.one}. Write {' or '.join(language.examples)}."
    )
