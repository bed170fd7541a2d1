"""Where pyserial may be used."""

from __future__ import annotations

import re
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "wsusim"
ALLOWED = ("backends/serial_line/", "emulator/port_")


def test_pyserial_only_at_the_two_ends_of_the_wire() -> None:
    """Nothing but the serial backend and the emulator's ports imports pyserial."""
    users = {
        file.relative_to(PACKAGE).as_posix()
        for file in PACKAGE.rglob("*.py")
        if re.search(r"^\s*(import|from) serial\b", file.read_text(encoding="utf-8"), re.MULTILINE)
    }

    assert users
    assert [user for user in users if not user.startswith(ALLOWED)] == []
