"""A camera in the network for tests: serves JPEG pictures as real ones do, or badly."""

from __future__ import annotations

import threading
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO

from PIL import Image

SIGNED_IN = "Basic " + b64encode(b"ann:s3cret/").decode()


def jpeg(shade: int = 0, size: tuple[int, int] = (64, 48), **options: object) -> bytes:
    """Return a picture of one shade of grey."""
    file = BytesIO()
    Image.new("RGB", size, (shade, shade, shade)).save(file, "JPEG", **options)  # type: ignore[arg-type]
    return file.getvalue()


def parts(pictures: Iterable[bytes]) -> Iterator[bytes]:
    """Put pictures into a stream as mjpg-streamer does."""
    for picture in pictures:
        length = len(picture)
        yield b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % length
        yield picture + b"\r\n"


class NetworkCamera:
    """A camera; ``answers`` gives the pieces of each answer's body."""

    def __init__(
        self,
        answers: Callable[[], Iterable[bytes]],
        kind: str = "multipart/x-mixed-replace; boundary=frame",
        *,
        is_locked: bool = False,
    ) -> None:
        self.is_over = threading.Event()
        camera = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                """Answer."""
                if is_locked and self.headers.get("Authorization") != SIGNED_IN:
                    self.send_response(401)
                    self.send_header("WWW-Authenticate", 'Basic realm="camera"')
                    self.end_headers()
                    return
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.end_headers()
                with suppress(OSError):
                    for piece in answers():
                        if camera.is_over.is_set():
                            return
                        self.wfile.write(piece)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = False
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    @property
    def address(self) -> str:
        """Where its stream is."""
        return f"http://127.0.0.1:{self._server.server_port}/video"

    def close(self) -> None:
        """End all answers, and the server."""
        self.is_over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@contextmanager
def serving(answers: Callable[[], Iterable[bytes]], *kind: str, **how: bool) -> Iterator[str]:
    """Serve for a while; yields the address."""
    camera = NetworkCamera(answers, *kind, **how)
    try:
        yield camera.address
    finally:
        camera.close()
