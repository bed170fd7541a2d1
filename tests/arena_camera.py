"""A camera above an emulated robot: pictures of its arena as our own kernel draws them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from io import BytesIO

from PIL import Image

from tests.mjpeg_server import parts
from wsusim.emulator.emulation import Emulation
from wsusim.engine.eye import EyeView

SIZE_PX = (640, 480)
PAUSE_S = 0.08


def arena_stream(emulation: Emulation, is_over: threading.Event) -> Iterator[bytes]:
    """Yield what such a camera sends, until it is over."""
    simulation = emulation.simulation
    view = EyeView(simulation.world)
    while not is_over.wait(PAUSE_S):
        file = BytesIO()
        Image.fromarray(view.overhead(simulation.snapshot(), SIZE_PX)).save(file, "JPEG")
        yield from parts([file.getvalue()])
