"""The bytes between a controller's process and the parent that owns its robot.

The child asks and the parent answers, strictly in turn. A frame is its length (4 bytes), its kind
and its body. Orders travel in a bundle with the next question, and readings come back with the
answer, so that a controller that polls costs one question each time.

The child runs a student's program, so the parent trusts nothing: a malformed bundle, or one that
asks for what no robot may be told, raises ``LinkLost``.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache

from wsusim.backends.connection import Connection, lookout
from wsusim.errors import LinkLost
from wsusim.model.camera_image import Camera, CameraImage, Look, is_size
from wsusim.model.commands import Command, SetProfile, SetSpeeds
from wsusim.model.inputs import Input, row_of, value_of
from wsusim.model.interventions import KeysHeld, MadeSafe, ObjectMoved, RobotMoved
from wsusim.model.readings import QUANTITY_LENGTHS, Quantity, lengths_with

LONGEST_FRAME = 1 << 25
"""A longer frame is taken for nonsense; a tick has room for 100 of the largest figures (16 MB)."""

_HEADER = struct.Struct("<IBBqI")
HEADER_BYTES = _HEADER.size
_unpack_header = _HEADER.unpack_from
pack_header = _HEADER.pack
"""Packs length of the body, kind, flags, tick and mask."""

PIECE = 1 << 16
"""Bytes that are taken in at once at most."""

FIRST_PIECE = 440
"""Bytes that are taken in at once of a frame that begins: nearly all are shorter, and room for more
would have to be found again each time."""


class Kind(IntEnum):
    """What a question wants."""

    CONNECT = 0
    EXCHANGE = 1
    """Take the orders, answer with the readings named."""
    SLEEP = 2
    """The same, at the tick named."""
    DONE = 3
    """The controller has come to its end; the body says how. An empty answer confirms it."""
    TIMES = 4
    """Take the orders, answer with what the line to the robot costs."""
    LOOK = 5
    """Take the orders, answer with a picture; the tick's place says which one is wanted."""


class Flag(IntEnum):
    """What an answer says besides its readings; bits."""

    NONE = 0
    STOPPING = 1
    LOST = 2
    """The robot does not answer; the body is the message."""
    REFUSED = 4
    """The robot does not do what it was told, but goes on; the body is the message."""
    AWAKE = 8
    """The answering side has a processor of its own: the next answer is waited for awake."""


_AWAKE = int(Flag.AWAKE)

Frame = tuple[int, int, int, int, bytes]
"""(kind, flags, tick, mask, body)."""


def pack_frame(kind: int, flags: int, tick: int, mask: int, body: bytes = b"") -> bytes:
    """Return the bytes of a frame."""
    return _HEADER.pack(len(body), kind, flags, tick, mask) + body


def frames_in(data: bytes) -> Iterator[Frame]:
    """Yield the frames that follow each other in ``data``, whole ones only."""
    place, unpack, size = 0, _HEADER.unpack_from, _HEADER.size
    while place < len(data):
        length, kind, flags, tick, mask = unpack(data, place)
        place += size
        yield kind, flags, tick, mask, data[place : place + length]
        place += length


class FrameReader:
    """Assembles a frame from the pieces in which it arrives."""

    def __init__(self) -> None:
        self._begun: bytearray | None = None
        self.wanted_bytes = FIRST_PIECE
        """How much to take in next, at most."""

    def feed(self, piece: bytes) -> Frame | None:
        """Add a piece; return the frame when it is complete.

        Raises:
            LinkLost: The other end has gone (an empty piece), or is no process of ours.
        """
        if self._begun is None and len(piece) >= HEADER_BYTES:
            length, kind, flags, tick, mask = _unpack_header(piece)
            if length == len(piece) - HEADER_BYTES:  # as nearly always
                return kind, flags, tick, mask, piece[HEADER_BYTES:]
        return self._put_together(piece)

    def _put_together(self, piece: bytes) -> Frame | None:
        if not piece:
            raise gone()
        data: bytes | bytearray = piece
        if self._begun:
            data = self._begun
            data += piece
        missing = HEADER_BYTES - len(data)
        if missing <= 0:
            length, kind, flags, tick, mask = _unpack_header(data)
            missing += length
            if not missing:
                self._begun = None
                self.wanted_bytes = FIRST_PIECE
                return kind, flags, tick, mask, bytes(data[HEADER_BYTES:])
            if missing < 0 or length > LONGEST_FRAME:  # the ends speak strictly in turn
                raise LinkLost(
                    "The controller's process sent garbled data. Check whether your program writes "
                    "to files or connections it did not open."
                )
        if self._begun is None:
            self._begun = bytearray(piece)
            self.wanted_bytes = PIECE
        return None


class Wire:
    """The child's way to send and receive whole frames; one thread at a time."""

    def __init__(self, connection: Connection) -> None:
        self._send = connection.sendall
        self._receive = connection.recv
        self._reader = FrameReader()
        self._connection = connection
        self._lookout: Callable[[], None] | None = None
        self._is_awake = 0

    def ask(self, kind: int, tick: int, mask: int, body: bytes) -> Frame:
        """Send a question, wait for its answer; raises ``LinkLost`` if the other end has gone."""
        try:
            self._send(pack_header(len(body), kind, 0, tick, mask) + body)
            if self._is_awake:
                self._stay_awake()
            frame = self._reader.feed(self._receive(FIRST_PIECE))
        except OSError as error:
            raise gone() from error
        if frame is None:
            return self.receive()
        self._is_awake = frame[1] & _AWAKE
        return frame

    def send(self, kind: int, flags: int, tick: int, mask: int, body: bytes = b"") -> None:
        """Send one frame; raises ``LinkLost`` if the other end has gone."""
        try:
            self._send(pack_frame(kind, flags, tick, mask, body))
        except OSError as error:
            raise gone() from error

    def receive(self) -> Frame:
        """Wait for a frame; raises ``LinkLost`` if the other end has gone."""
        try:
            reader = self._reader
            while (frame := reader.feed(self._receive(reader.wanted_bytes))) is None:
                pass
        except OSError as error:
            raise gone() from error
        self._is_awake = frame[1] & _AWAKE
        return frame

    def _stay_awake(self) -> None:
        if self._lookout is None:
            self._lookout = lookout(self._connection)
        self._lookout()


def gone() -> LinkLost:
    """Return the error for an end that has gone."""
    return LinkLost("The process at the other end has ended. Start the run again.")


# Readings


class _Layout:
    """The layout of the readings of one mask in a body."""

    def __init__(self, mask: int, lengths: Mapping[Quantity, int]) -> None:
        self.quantities = tuple(q for q in Quantity if mask >> q & 1)
        self.only = self.quantities[0] if len(self.quantities) == 1 else None
        self.struct = struct.Struct(f"<{sum(lengths[q] for q in self.quantities)}q")
        self.places: list[tuple[Quantity, slice]] = []
        start = 0
        for quantity in self.quantities:
            end = start + lengths[quantity]
            self.places.append((quantity, slice(start, end)))
            start = end


class Readings:
    """Packs and unpacks readings of a robot; remembers the layouts it has met."""

    def __init__(self, sensors: int = QUANTITY_LENGTHS[Quantity.PROXIMITY]) -> None:
        self._lengths = lengths_with(sensors)
        self._layouts: dict[int, _Layout] = {0: _Layout(0, self._lengths)}

    def pack(self, mask: int, read: Callable[[Quantity], Sequence[int]]) -> bytes:
        """Read the quantities of a mask and return them as bytes."""
        layout = self._layouts.get(mask) or self._add(mask)
        if layout.only is not None:  # as nearly always
            return layout.struct.pack(*read(layout.only))
        return layout.struct.pack(*(value for q in layout.quantities for value in read(q)))

    def unpack(self, mask: int, body: bytes) -> dict[Quantity, tuple[int, ...]]:
        """Return the readings in a body."""
        layout = self._layouts.get(mask) or self._add(mask)
        if layout.only is not None:
            return {layout.only: layout.struct.unpack(body)}
        values = layout.struct.unpack(body)
        return {quantity: values[place] for quantity, place in layout.places}

    def _add(self, mask: int) -> _Layout:
        if mask >> len(Quantity):
            raise LinkLost(
                "The controller's process asked for something that no sensor reads. Use only what "
                "Controller offers."
            )
        layout = self._layouts[mask] = _Layout(mask, self._lengths)
        return layout


TIMES = struct.Struct("<dd")
"""How the numbers of ``LineTimes`` lie in a body."""


# Pictures

_IMAGE = struct.Struct("<qHHddd")
_SIDE_BITS = 16


def pack_look(look: Look) -> int:
    """Return the wanted picture as one number."""
    return (look.camera << _SIDE_BITS | look.width_px) << _SIDE_BITS | look.height_px


def unpack_look(number: int) -> Look:
    """Return the wanted picture; raises ``LinkLost`` for nonsense."""
    sides, height_px = divmod(number, 1 << _SIDE_BITS)
    camera, width_px = divmod(sides, 1 << _SIDE_BITS)
    if camera not in tuple(Camera) or not is_size(width_px, height_px):
        raise LinkLost(
            "The controller's process asked for a picture that no camera takes. Use only what "
            "Controller offers."
        )
    return Look(Camera(camera), width_px, height_px)


def pack_image(image: CameraImage) -> bytes:
    """Return a picture as bytes."""
    place = image.left_mm, image.top_mm, image.pixel_mm
    return _IMAGE.pack(image.tick, image.width_px, image.height_px, *place) + image.rgb


def unpack_image(body: bytes) -> CameraImage:
    """Return the picture in a body."""
    tick, width_px, height_px, *place = _IMAGE.unpack_from(body)
    return CameraImage(tick, width_px, height_px, body[_IMAGE.size :], *place)


# Orders: rows of ``model.inputs`` as lines of JSON

MAKE_SAFE_ORDER = b'["MadeSafe"]\n'
"""Stands in a bundle where the child called ``make_safe``."""


SHORT = 64
"""Bytes of a bundle that is remembered with its meaning: programs give the same orders again."""


_VALUES = (b'["Variables"', b'["Plot"')
"""So begin those that are not: variables hardly hold the same twice."""


def pack_command(command: Command) -> bytes:
    """Return an order or remark as bytes for a bundle."""
    if command.__class__ is SetSpeeds:
        return b'["SetSpeeds",%d,%d]\n' % (command.left, command.right)
    return json.dumps(row_of(command)).encode() + b"\n"


def unpack_commands(bundle: bytes, max_speed: int) -> Sequence[Command | None]:
    """Return the orders of a bundle for a robot that takes speeds up to ``max_speed``.

    ``None`` stands for ``make_safe``. Raises ``LinkLost``.
    """
    if len(bundle) <= SHORT and not bundle.startswith(_VALUES):
        return _unpack_short(bundle, max_speed)
    orders: list[Command | None] = []
    for line in bundle.splitlines(keepends=True):
        if len(line) <= SHORT and not line.startswith(_VALUES):
            orders += _unpack_short(line, max_speed)
        else:
            orders.append(_unpack_line(line, max_speed))
    return orders


@lru_cache(1024)
def _unpack_short(bundle: bytes, max_speed: int) -> Sequence[Command | None]:
    return tuple(_unpack_line(line, max_speed) for line in bundle.splitlines())


def _unpack_line(line: bytes, max_speed: int) -> Command | None:
    try:
        value = value_of(json.loads(line))
        if isinstance(value, RobotMoved | ObjectMoved | KeysHeld):
            raise TypeError("only people move things and hold keys")
        if _speed_in(value) > max_speed:
            raise ValueError(f"speeds are up to {max_speed}")
        return None if isinstance(value, MadeSafe) else value
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise LinkLost(
            f"The controller's process sent a command that robots don't have ({error}). Use only "
            "the methods that Controller offers."
        ) from error


def _speed_in(value: Input) -> int:
    """Return the greatest speed that an order names."""
    if value.__class__ is SetSpeeds:
        return max(abs(value.left), abs(value.right))
    if isinstance(value, SetProfile):
        return max(value.left_speed, value.right_speed)
    return 0
