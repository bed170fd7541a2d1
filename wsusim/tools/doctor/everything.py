"""All looks at the computer, one after the other."""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterator

from wsusim.tools.doctor import computer
from wsusim.tools.doctor.finding import Finding
from wsusim.tools.doctor.qt import look_at_qt


def look_at_everything() -> Iterator[Finding]:
    """Yield what is found, as it is found: packages first, for the others build on them."""
    yield computer.look_at_interpreter(sys.version_info[:3], 8 * struct.calcsize("P"))
    yield from computer.look_at_packages(computer.required())
    yield from computer.look_at_kernels()
    yield from look_at_qt(os.environ, sys.platform)
    for purpose, folder in computer.folders():
        yield computer.look_at_folder(purpose, folder)
    yield from computer.look_at_ports()
