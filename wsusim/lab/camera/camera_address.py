"""Where a lab's camera is: a stream in the network, or a device of this computer."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit, urlunsplit

from wsusim.errors import BadInput

_EXAMPLES = "http://192.168.1.20:8080/video (a stream of JPEG pictures) or /dev/video0"


@dataclass(frozen=True, slots=True)
class CameraAddress:
    """A camera's address.

    Attributes:
        place: ``http://...`` without name and password, or the device's file.
        name: To sign in with.
        password: Likewise.
    """

    place: str
    name: str = ""
    password: str = ""

    @property
    def is_device(self) -> bool:
        """Whether it is a device of this computer."""
        return "://" not in self.place


def parse_camera(text: str) -> CameraAddress:
    """Return what ``--camera`` says: an address, a device's file, or its number.

    Raises:
        BadInput: It is none of them.
    """
    if text.isdecimal() and len(text) <= 3:
        text = f"/dev/video{text}"
    if text.startswith("/dev/"):
        if not sys.platform.startswith("linux"):
            raise BadInput(
                f"--camera {text}: a camera of this computer can only be used on Linux. Let a "
                "program serve its pictures, and give the stream's address: "
                "http://127.0.0.1:8080/video"
            )
        return CameraAddress(text)
    try:
        parts = urlsplit(text)
        port = "" if parts.port is None else f":{parts.port}"
    except ValueError:
        parts, port = urlsplit(""), ""
    has_place = parts.scheme in ("http", "https") and parts.hostname
    if not has_place or any(letter.isspace() or not letter.isprintable() for letter in text):
        raise BadInput(f"{text!r} can't be a camera. Give {_EXAMPLES}.")
    host = f"[{parts.hostname}]" if ":" in str(parts.hostname) else str(parts.hostname)
    place = urlunsplit((parts.scheme, host + port, parts.path or "/", parts.query, ""))
    return CameraAddress(place, unquote(parts.username or ""), unquote(parts.password or ""))
