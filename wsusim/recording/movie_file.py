"""Writes pictures as a small film: GIF (Pillow) or MP4 (ffmpeg, from imageio-ffmpeg)."""

from __future__ import annotations

import errno
import itertools
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from wsusim.errors import BadInput

if TYPE_CHECKING:
    from PIL.Image import Image

FRAMES_PER_SECOND = 20
"""GIF counts in hundredths of a second, and 5 of them is what every viewer keeps up with."""
LONGEST_FILM_S = 30.0
"""A longer run is shown faster than it was, unless a speed is asked for."""


def usual_speed(seconds: float) -> float:
    """Return how many times faster than real time a film of so many seconds runs."""
    return max(1.0, seconds / LONGEST_FILM_S)


def write_film(frames: Iterator[Image], file: Path) -> None:
    """Write ``FRAMES_PER_SECOND`` pictures a second, a GIF or MP4 by the suffix.

    Raises:
        OSError: The file can't be written.
        BadInput: The platform has no ffmpeg.
    """
    if file.suffix.lower() == ".gif":
        _write_gif(frames, file)
    else:
        _write_mp4(frames, file)


def _write_gif(frames: Iterator[Image], file: Path) -> None:
    from PIL.Image import Dither, Quantize

    first = next(frames).quantize(64, method=Quantize.MEDIANCUT)
    # One palette for all: a film of a maze has few colours, and this halves the size.
    rest = (frame.quantize(palette=first, dither=Dither.NONE) for frame in frames)
    first.save(
        file, "GIF", save_all=True, append_images=rest, duration=1000 // FRAMES_PER_SECOND, loop=0
    )


def _write_mp4(frames: Iterator[Image], file: Path) -> None:
    import imageio_ffmpeg

    first = next(frames)
    width, height = first.size
    try:
        program = imageio_ffmpeg.get_ffmpeg_exe()
    except RuntimeError as error:
        raise BadInput(
            f"This computer can't make MP4 films ({error}). Make a GIF instead."
        ) from None
    command = [
        program, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24",
        "-s", f"{width}x{height}", "-r", str(FRAMES_PER_SECOND), "-i", "-",
        "-an", "-vcodec", "libx264", "-pix_fmt", "yuv420p", "-crf", "25", str(file.absolute()),
    ]  # fmt: skip
    with tempfile.TemporaryFile() as complaints:
        film = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=complaints)
        assert film.stdin is not None
        try:
            with suppress(BrokenPipeError), film.stdin:
                for frame in itertools.chain([first], frames):
                    film.stdin.write(frame.tobytes())
        except BaseException:
            film.kill()
            raise
        finally:
            film.wait()
        complaints.seek(0)
        words = complaints.read().decode("utf-8", "replace")
    if film.returncode:
        raise OSError(0, _reason(words))


def _reason(complaints: str) -> str:
    """Return why ffmpeg has failed."""
    if os.strerror(errno.ENOSPC) in complaints:
        return os.strerror(errno.ENOSPC)
    return (complaints.strip().splitlines() or ["the film program failed"])[0][:200]
