"""What can be a lab's camera."""

from __future__ import annotations

import sys

import pytest

from wsusim.errors import BadInput
from wsusim.lab.camera.camera_address import CameraAddress, parse_camera


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://cam:8080/?action=stream", CameraAddress("http://cam:8080/?action=stream")),
        ("https://cam", CameraAddress("https://cam/")),
        ("http://[::1]:80/v", CameraAddress("http://[::1]:80/v")),
        ("http://ann:s3%2Fcret@cam/v", CameraAddress("http://cam/v", "ann", "s3/cret")),
    ],
)
def test_a_stream_in_the_network(text: str, address: CameraAddress) -> None:
    """Name and password are taken out of its address."""
    assert parse_camera(text) == address


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="devices are Linux's")
@pytest.mark.parametrize("text", ["0", "/dev/video0"])
def test_a_device_of_this_computer(text: str) -> None:
    """By its number or its file."""
    address = parse_camera(text)

    assert address.is_device
    assert address.place == "/dev/video0"


@pytest.mark.parametrize(
    "text", ["", "cam", "ftp://cam/v", "http://", "http://cam:99999/", "http://ca m/", "file:///x"]
)
def test_everything_else_is_refused(text: str) -> None:
    """With what it might be."""
    with pytest.raises(BadInput, match="can't be a camera"):
        parse_camera(text)
