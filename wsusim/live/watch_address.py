"""Where a run can be watched, and the keys that say who may do what."""

from __future__ import annotations

import re
import secrets
import socket
from dataclasses import dataclass
from typing import Literal
from urllib.parse import parse_qs, urlsplit

from wsusim.errors import BadInput

LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")

_KEY_BYTES = 12
"""96 bits: not to be guessed within the age of the universe."""

_HOST = re.compile(r"[A-Za-z0-9._:%-]{1,255}")

Right = Literal["none", "watch", "steer"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where to listen."""

    host: str
    port: int

    @property
    def is_loopback(self) -> bool:
        """Whether only programs on this computer can connect."""
        return is_loopback(self.host)


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys; each gives its bearer a right.

    Attributes:
        watch: To see the run; empty: anyone may (on this computer).
        steer: To see and steer it: pause, drive, put things elsewhere.
    """

    watch: str
    steer: str

    @classmethod
    def new(cls, place: Place) -> Keys:
        """Return fresh keys; watching needs none if only this computer can connect."""
        watch = "" if place.is_loopback else secrets.token_urlsafe(_KEY_BYTES)
        return cls(watch, secrets.token_urlsafe(_KEY_BYTES))

    def right_of(self, key: str) -> Right:
        """Return what the bearer of a key may do; takes the same time for every wrong key."""
        may_steer = secrets.compare_digest(key.encode(), self.steer.encode())
        may_watch = secrets.compare_digest(key.encode(), self.watch.encode())
        if may_steer:
            return "steer"
        return "watch" if may_watch else "none"


def parse_place(text: str) -> Place:
    """Return the place of ``[HOST:]PORT``; without a host only this computer can connect.

    Raises:
        BadInput: It is none.
    """
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    is_port = port.isascii() and port.isdigit() and len(port) <= 5 and int(port) <= 65535
    if not is_port or (host and not _HOST.fullmatch(host)):
        raise BadInput(
            f"--publish {text!r} isn't a place to share a run. Write a port from 0 to 65535 (0: "
            "any free one), or HOST:PORT to let other computers in: --publish 8008, "
            "--publish 0.0.0.0:8008"
        )
    return Place(host or LOOPBACK, int(port))


def is_loopback(host: str) -> bool:
    """Return whether a host is this computer itself, out of reach for others."""
    return host == "localhost" or host == "::1" or bool(re.fullmatch(r"127(\.\d{1,3}){3}", host))


def address_of(place: Place, key: str = "") -> str:
    """Return what to type into a browser, with the key where no server logs it."""
    return f"http://{host_and_port(place)}/" + (f"#key={key}" if key else "")


def host_and_port(place: Place) -> str:
    """Return how other programs reach a place at which something listens."""
    host = own_address() if place.host in EVERYWHERE else place.host
    return f"[{host}]:{place.port}" if ":" in host else f"{host}:{place.port}"


def stream_of(address: str) -> str:
    """Return the WebSocket address of the stream, given what is typed into a browser.

    Raises:
        BadInput: It is no address of a shared run.
    """
    whole = address if "://" in address else f"http://{address}"
    try:
        parts = urlsplit(whole)
        is_good = parts.scheme in ("http", "https", "ws", "wss") and bool(parts.hostname)
        port = parts.port
    except ValueError:
        is_good = False
    if not is_good or any(not c.isprintable() or c.isspace() for c in whole):
        raise BadInput(
            f"{address!r} isn't the address of a shared run. It looks like "
            "http://192.168.1.20:8008/#key=..., and the person who shares the run can tell you."
        )
    keys = parse_qs(parts.fragment).get("key") or parse_qs(parts.query).get("key") or [""]
    folder = parts.path.rpartition("/")[0]  # a lab has many runs, each below a folder of its own
    scheme = "wss" if parts.scheme in ("https", "wss") else "ws"
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    place = f"{host}:{port}" if port is not None else f"{host}"
    return f"{scheme}://{place}{folder}/stream" + (f"?key={keys[0]}" if keys[0] else "")


def own_address() -> str:
    """Return the address under which other computers reach this one, as far as it is known."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # RFC 5737: unassigned; nothing is sent
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])
