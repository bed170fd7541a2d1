"""From a camera's address to a stream of bytes with JPEG pictures in it."""

from __future__ import annotations

import select
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException, HTTPResponse
from pathlib import Path

from wsusim.lab.camera.camera_address import CameraAddress
from wsusim.lab.camera.jpegs import MOST_BYTES

SILENCE_S = 5.0
"""A camera that sends nothing for so long is taken for gone."""

FRAMES_PER_S = 5
"""So many pictures a second are kept: at 80 mm/s a robot drives 16 mm from one to the next."""

SIZE_PX = (640, 480)
"""Pictures are made smaller until they fit."""

_PIECE = 1 << 16


class CameraTrouble(Exception):
    """Why there is no picture, a sentence for teachers."""


def pieces_of(address: CameraAddress, silence_s: float = SILENCE_S) -> Iterator[bytes]:
    """Yield what a camera sends, piece by piece, until it has nothing more.

    Args:
        address: Where it is.
        silence_s: A camera that sends nothing for so long counts as gone.

    Raises:
        CameraTrouble: It can't be reached, or sends something else.
    """
    if address.is_device:
        return _device(address.place, silence_s)
    return _network(address, silence_s)


def _network(address: CameraAddress, silence_s: float) -> Iterator[bytes]:
    passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    if address.name:
        passwords.add_password(None, address.place, address.name, address.password)
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}),
        urllib.request.HTTPBasicAuthHandler(passwords),
        urllib.request.HTTPDigestAuthHandler(passwords),
    )
    try:
        with opener.open(address.place, timeout=silence_s) as answer:
            yield from _body(answer)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 401:
            raise CameraTrouble(
                "It wants a name and a password. Put them into its address: "
                "http://name:password@..."
            ) from None
        raise CameraTrouble(f"It answers with {error.code} {error.reason}.") from None
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        what = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        if isinstance(reason, TimeoutError):
            what = "it sends nothing any more"
        raise CameraTrouble(f"It can't be reached ({what}).") from None


def _body(answer: HTTPResponse) -> Iterator[bytes]:
    """Yield the body of an answer: a stream without end, or a single picture."""
    kind = answer.headers.get_content_type()
    if kind == "text/html":
        raise CameraTrouble(
            "Its address leads to a web page, and not to a stream of pictures. Look in its manual "
            "for the address of its MJPEG stream."
        )
    left = MOST_BYTES if kind == "image/jpeg" else None
    while piece := answer.read1(_PIECE):
        yield piece
        if left is not None and (left := left - len(piece)) < 0:
            raise CameraTrouble("Its picture is larger than 4 MB.")


def _device(file: str, silence_s: float) -> Iterator[bytes]:
    """Yield what FFmpeg makes of a camera of this computer (Video4Linux)."""
    if not Path(file).exists():
        raise CameraTrouble(f"There is no {file}: is the camera plugged in?")
    yield from ffmpeg_pieces(["-f", "v4l2", "-i", file], silence_s)


def ffmpeg_pieces(source: list[str], silence_s: float = SILENCE_S) -> Iterator[bytes]:
    """Yield what FFmpeg makes of a source, which its options name; ends when that ends."""
    try:
        from imageio_ffmpeg import get_ffmpeg_exe

        program = get_ffmpeg_exe()
    except (ImportError, RuntimeError) as error:
        raise CameraTrouble(
            f"A camera of this computer needs imageio-ffmpeg ({error}): "
            "python -m pip install -r requirements.txt"
        ) from None
    fitted = f"scale={SIZE_PX[0]}:{SIZE_PX[1]}:force_original_aspect_ratio=decrease"
    command = [
        program, "-nostdin", "-loglevel", "error", *source,
        "-an", "-r", str(FRAMES_PER_S), "-vf", fitted, "-f", "mjpeg", "-q:v", "4", "pipe:1",
    ]  # fmt: skip
    film = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    assert film.stdout is not None
    assert film.stderr is not None
    try:
        while True:
            ready, _, _ = select.select([film.stdout], [], [], silence_s)
            if not ready:
                raise CameraTrouble("It sends nothing any more.")
            if not (piece := film.stdout.read(_PIECE)):
                break
            yield piece
    finally:
        film.kill()
        with suppress(OSError):
            complaint = film.stderr.read(2000).decode("utf-8", "replace").strip()
        film.wait()
        film.stdout.close()
        film.stderr.close()
    if complaint:
        raise CameraTrouble(f"It can't be used: {complaint.splitlines()[-1]}.")
