"""A lab's camera as its server has it: a process that is kept at work."""

from __future__ import annotations

import threading
from pathlib import Path
from time import monotonic

import pytest

from tests.mjpeg_server import NetworkCamera, jpeg, parts
from tests.unit.lab.test_lab import until
from wsusim.lab.camera.camera_address import parse_camera
from wsusim.lab.camera.lab_camera import Camera
from wsusim.lab.camera.newest import Shot, newest, put_newest


def test_every_caller_finds_the_newest_picture(tmp_path: Path) -> None:
    """Once by each who remembers when it came."""
    file = tmp_path / "newest"
    assert newest(file, 0.0) is None
    put_newest(file, Shot(2.5, b"picture"))

    assert newest(file, 2.0) == Shot(2.5, b"picture")
    assert newest(file, 2.5) is None


def test_pictures_come_from_a_process_that_is_started_again() -> None:
    """Whatever kills it; and nothing is left behind."""
    pause = threading.Event()
    server = NetworkCamera(lambda: parts(iter(lambda: pause.wait(0.05) or jpeg(), None)))
    camera = Camera(parse_camera(server.address))
    camera.start()
    try:
        until(lambda: camera.shot_after(0.0) is not None and not camera.trouble)
        assert camera._process is not None
        camera._process.kill()
        killed_s = monotonic()
        until(lambda: camera.shot_after(killed_s + 1.0) is not None and not camera.trouble)
    finally:
        camera.close()
        server.close()

    assert not camera.file.parent.exists()


@pytest.mark.logs_warnings
def test_what_is_wrong_is_told() -> None:
    """As long as it is."""
    camera = Camera(parse_camera("http://127.0.0.1:9/"))
    assert camera.trouble == "It has not sent anything yet."
    camera.start()
    try:
        until(lambda: "can't be reached" in camera.trouble)
    finally:
        camera.close()


@pytest.mark.logs_warnings
@pytest.mark.slow
def test_a_server_that_is_killed_leaves_no_process_and_no_picture() -> None:
    """The process sees its input end."""
    camera = Camera(parse_camera("http://127.0.0.1:9/"))
    camera.start()
    until(lambda: "can't be reached" in camera.trouble)
    process = camera._process
    assert process is not None
    assert process.stdin is not None
    camera._is_closing.set()
    process.stdin.close()

    assert process.wait(10.0) == 0
    assert not camera.file.parent.exists()
    camera.close()
