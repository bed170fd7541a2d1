"""The process that fetches a camera's pictures, so that bad data can harm nothing else.

It keeps the newest picture in a file (see ``newest``), small and re-encoded: what leaves this
process was drawn by our own library, whatever the camera sent. What goes wrong is told on standard
output, a line of JSON each time that it changes. It ends when standard input does.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from time import monotonic, sleep

from wsusim.json_lines import JsonLines
from wsusim.lab.camera.camera_address import CameraAddress
from wsusim.lab.camera.jpegs import Jpegs, NoPicture
from wsusim.lab.camera.newest import Shot, put_newest
from wsusim.lab.camera.sources import FRAMES_PER_S, SILENCE_S, SIZE_PX, CameraTrouble, pieces_of

RETRY_S = 2.0
QUALITY = 70
"""Of the JPEGs that are kept; 20 to 40 kB each."""

MOST_PIXELS = 4096 * 4096
PAUSE_S = 0.8 / FRAMES_PER_S
"""Between two pictures; somewhat less, so that a camera of the same rate loses none."""

STUCK_S = 30
"""A process that gets nowhere for so long is ended, and begun again."""


def main() -> None:
    """Fetch pictures from the camera that the first line of standard input names."""
    channel = JsonLines.of_this_process()
    order = next(iter(channel))
    address, file = CameraAddress(*order["address"]), Path(order["file"])
    threading.Thread(target=_end_with_input, args=(file.parent,), daemon=True).start()
    told = None
    while True:
        _show_life()
        try:
            for shot in shots_of(address):
                _show_life()
                put_newest(file, shot)
                told = _tell(channel, "", told)
        except CameraTrouble as error:
            told = _tell(channel, str(error), told)
        except OSError as error:
            reason = f"Its pictures can't be kept: {error.strerror or error}."
            told = _tell(channel, reason, told)
        sleep(RETRY_S)


def shots_of(address: CameraAddress, silence_s: float = SILENCE_S) -> Iterator[Shot]:
    """Yield pictures ready to be kept, at most at the wanted rate, without end.

    Args:
        address: Where the camera is.
        silence_s: Time without a picture after which the camera is given up.

    Raises:
        CameraTrouble: No more pictures come.
    """
    jpegs, due_s = Jpegs(), 0.0
    while True:
        has_any, seen_s = False, 0.0
        for piece in pieces_of(address, silence_s):
            now_s = monotonic()
            seen_s = seen_s or now_s  # a camera may take its time for the first piece
            if now_s - seen_s > silence_s:
                raise CameraTrouble("It sends something, but no JPEG pictures.")
            if now_s < due_s:
                jpegs.forget()
                continue
            try:
                picture = jpegs.take(piece)
                made = None if picture is None else fitted(picture)
            except NoPicture:
                jpegs.forget()
                continue
            if made is not None:
                has_any, seen_s, due_s = True, now_s, now_s + PAUSE_S
                yield Shot(now_s, made)
        if not has_any:
            raise CameraTrouble("It has sent no JPEG picture.")
        sleep(max(0.0, due_s - monotonic()))  # a single picture: ask for the next one


def fitted(jpeg: bytes) -> bytes:
    """Return a picture re-encoded, no larger than wanted; raises ``NoPicture``."""
    from PIL import Image

    try:
        with Image.open(BytesIO(jpeg), formats=("JPEG",)) as image:
            if image.width * image.height > MOST_PIXELS:
                raise NoPicture
            image.draft("RGB", SIZE_PX)  # unpacks no more than is wanted
            image.thumbnail(SIZE_PX)
            # A new one: comments and other things that lay beside the picture stay behind.
            clean = Image.new("RGB", image.size)
            clean.paste(image)
            made = BytesIO()
            clean.save(made, "JPEG", quality=QUALITY)
    except (OSError, SyntaxError, ArithmeticError, LookupError, Image.DecompressionBombError):
        raise NoPicture from None
    return made.getvalue()


def _tell(channel: JsonLines, trouble: str, told: str | None) -> str:
    """Report what is wrong, if that has changed; empty: nothing."""
    if trouble != told:
        channel.send({"trouble": trouble})
    return trouble


def _show_life() -> None:
    """Have the system end this process unless this is called again soon."""
    if hasattr(signal, "alarm"):  # Windows has none
        signal.alarm(STUCK_S)


def _end_with_input(folder: Path) -> None:
    """End with the server, and leave none of the camera's pictures behind."""
    while sys.stdin.buffer.read(4096):
        pass
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)
