"""What goes over the link between a controller's process and its parent: frames and orders."""

from __future__ import annotations

import socket
import threading

import pytest

from wsusim.backends.link_frames import (
    FIRST_PIECE,
    HEADER_BYTES,
    PIECE,
    Frame,
    FrameReader,
    Kind,
    Wire,
    pack_command,
    pack_frame,
    unpack_commands,
)
from wsusim.errors import LinkLost
from wsusim.model.commands import (
    ClearDrawing,
    Command,
    Draw,
    Say,
    SetArm,
    SetCounters,
    SetGrip,
    SetLed,
    SetProfile,
    SetPwm,
    SetSpeeds,
    SetTargets,
)

ROOM = FIRST_PIECE - HEADER_BYTES
"""Of a frame's body in its first piece."""


COMMANDS: tuple[Command, ...] = (
    SetSpeeds(-127, 127),
    SetTargets(-(2**23) + 2, 2**23 - 2),
    SetCounters(-(2**31), 2**31 - 1),
    SetProfile(127, 255, 0, 1),
    SetPwm(-255, 255),
    SetArm(249),
    SetGrip(True),
    SetLed(1, 2),
    Say("größer 🤖"),
    Draw("line", ((0.1, 0.2), (3.0, 4.0)), "red", "x"),
    ClearDrawing(),
)


def test_bundles_come_out_as_they_went_in() -> None:
    """Every kind of order and remark survives the way, in order."""
    bundle = b"".join(pack_command(command) for command in COMMANDS)
    assert tuple(unpack_commands(bundle, 127)) == COMMANDS


@pytest.mark.parametrize(
    "bundle",
    [
        b"\xff",
        b"SetSpeeds",
        b"[1]",
        b"{}",
        b"7",
        b"[" * 100_000,
        b'["SetSpeeds",1]',
        b'["SetSpeeds",-128,0]',
        b'["SetSpeeds",1.5,0]',
        b'["SetSpeeds",true,0]',
        b'["RobotMoved",1,2,3]',
        pack_command(SetPwm(0, 256)),
        pack_command(SetTargets(2**23, 0)),
        pack_command(SetProfile(128, 0, 0, 0)),
        pack_command(SetLed(2, 0)),
        b'["Jump"]',
        b'["Say",1]',
        b'["Draw","line",[[NaN,0]],"red",""]',
        b'["Draw","line",7,"red",""]',
    ],
)
def test_nonsense_is_refused(bundle: bytes) -> None:
    """A bundle that no honest child sends raises ``LinkLost`` and nothing else."""
    with pytest.raises(LinkLost):
        list(unpack_commands(bundle, 127))


def read_as_asked(data: bytes) -> tuple[Frame | None, int]:
    """Return the frame that comes of pieces as large as are asked for, and how many they were."""
    reader, frame, place, pieces = FrameReader(), None, 0, 0
    while frame is None and place < len(data):
        size = reader.wanted_bytes
        frame = reader.feed(data[place : place + size])
        place, pieces = place + size, pieces + 1
    return frame, pieces


@pytest.mark.parametrize(
    ("length", "pieces"),
    [(0, 1), (ROOM - 1, 1), (ROOM, 1), (ROOM + 1, 2), (ROOM + PIECE, 2), (ROOM + PIECE + 1, 3)],
)
def test_a_frame_of_any_length_comes_whole(length: int, pieces: int) -> None:
    """A short one in one piece, a long one in few."""
    frame = (Kind.LOOK, 0, 7, 5, bytes(length))

    assert read_as_asked(pack_frame(*frame)) == (frame, pieces)


def test_a_frame_in_pieces() -> None:
    """A frame that arrives byte by byte is put together."""
    near, far = socket.socketpair()
    packed = socket.socketpair()
    Wire(packed[0]).send(Kind.SLEEP, 1, 77, 5, b"body")
    frame = packed[1].recv(1000)
    sender = threading.Thread(target=lambda: [near.send(bytes([byte])) for byte in frame])
    sender.start()
    assert Wire(far).receive() == (Kind.SLEEP, 1, 77, 5, b"body")
    sender.join(10.0)
    for end in (near, far, *packed):
        end.close()


def test_a_huge_frame_is_refused() -> None:
    """A length that no honest child sends is refused before memory is used for it."""
    near, far = socket.socketpair()
    near.send(b"\xff\xff\xff\xff" + bytes(14))
    with pytest.raises(LinkLost, match="garbled data"):
        Wire(far).receive()
    near.close()
    far.close()
