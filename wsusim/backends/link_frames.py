"""The bytes between a controller's process and the parent that owns its robot.

The child asks and the parent answers, strictly in turn. A frame is its length (4 bytes), its kind
and its body. Orders travel in a bundle with the next question, and readings come back with the
answer, so that a controller that polls costs one question each time.

The child runs a student's program, so the parent believes nothing: a bundle that does not read well
or asks for what no robot may be told raises ``LinkLost``.
"""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple
from enum import IntEnum
from typing import Any

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
from wsusim.model.readings import QUANTITY_LENGTHS, Quantity

LONGEST_FRAME = 1 << 25
"""A longer frame is taken for nonsense; a tick has room for 100 of the largest figures (16 MB)."""

_HEADER = struct.Struct("<IBBqI")
_PIECE = 1 << 16


class Kind(IntEnum):
    """What a question wants."""

    CONNECT = 0
    EXCHANGE = 1
    """Take the orders, answer with the readings named."""
    SLEEP = 2
    """The same, at the tick named."""
    DONE = 3
    """The controller has come to its end; the body says how. No answer."""
    TIMES = 4
    """Take the orders, answer with what the line to the robot costs."""


class Flag(IntEnum):
    """What an answer says beside its readings; bits."""

    NONE = 0
    STOPPING = 1
    LOST = 2
    """The robot does not answer; the body is the message."""
    REFUSED = 4
    """The robot does not do what it was told, but goes on; the body is the message."""


class Wire:
    """Sends and receives whole frames on a connected socket; one thread at a time."""

    def __init__(self, connection: socket.socket) -> None:
        self._send = connection.sendall
        self._receive = connection.recv
        if connection.family in (socket.AF_INET, socket.AF_INET6):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, kind: int, flags: int, tick: int, mask: int, body: bytes = b"") -> None:
        """Send one frame; raises ``LinkLost`` when nobody is there."""
        try:
            self._send(_HEADER.pack(len(body), kind, flags, tick, mask) + body)
        except OSError as error:
            raise _gone() from error

    def receive(self) -> tuple[int, int, int, int, bytes]:
        """Return (kind, flags, tick, mask, body); raises ``LinkLost`` when nobody is there."""
        data = self._piece()
        while len(data) < _HEADER.size:
            data += self._piece()
        length, kind, flags, tick, mask = _HEADER.unpack_from(data)
        if length > LONGEST_FRAME:
            raise LinkLost("The controller's process sent nonsense. Look for what it does to it.")
        while len(data) < _HEADER.size + length:
            data += self._piece()
        return kind, flags, tick, mask, data[_HEADER.size :]

    def _piece(self) -> bytes:
        try:
            data = self._receive(_PIECE)
        except OSError as error:
            raise _gone() from error
        if not data:
            raise _gone()
        return data


def _gone() -> LinkLost:
    return LinkLost("The process at the other end has gone. Start the run again.")


# Readings


class _Layout:
    """How the readings of one mask lie in a body."""

    def __init__(self, mask: int) -> None:
        self.quantities = tuple(q for q in Quantity if mask >> q & 1)
        self.struct = struct.Struct(f"<{sum(QUANTITY_LENGTHS[q] for q in self.quantities)}q")
        self.places: list[tuple[Quantity, slice]] = []
        start = 0
        for quantity in self.quantities:
            end = start + QUANTITY_LENGTHS[quantity]
            self.places.append((quantity, slice(start, end)))
            start = end


class Readings:
    """Packs and unpacks readings; remembers the layouts it has met."""

    def __init__(self) -> None:
        self._layouts: dict[int, _Layout] = {0: _Layout(0)}

    def pack(self, mask: int, read: Callable[[Quantity], Sequence[int]]) -> bytes:
        """Read the quantities of a mask and return them as bytes."""
        layout = self._layouts.get(mask) or self._add(mask)
        if len(layout.quantities) == 1:
            return layout.struct.pack(*read(layout.quantities[0]))
        return layout.struct.pack(*(value for q in layout.quantities for value in read(q)))

    def unpack(self, mask: int, body: bytes) -> dict[Quantity, tuple[int, ...]]:
        """Return the readings in a body."""
        layout = self._layouts.get(mask) or self._add(mask)
        values = layout.struct.unpack(body)
        return {quantity: values[place] for quantity, place in layout.places}

    def _add(self, mask: int) -> _Layout:
        layout = self._layouts[mask] = _Layout(mask & (1 << len(Quantity)) - 1)
        return layout


TIMES = struct.Struct("<dd")
"""How the numbers of ``LineTimes`` lie in a body."""


# Orders

_ROBOT_COMMANDS: tuple[tuple[type[Any], str], ...] = (
    (SetSpeeds, "<bb"),
    (SetTargets, "<ii"),
    (SetCounters, "<ii"),
    (SetProfile, "<BBBB"),
    (SetPwm, "<hh"),
    (SetArm, "<B"),
    (SetGrip, "<?"),
    (SetLed, "<BB"),
)
_ANNOTATIONS: tuple[type[Any], ...] = (Say, Draw, ClearDrawing)
_MAKE_SAFE = 100
_ANNOTATION = 101
_CODES = {command: code for code, (command, _) in enumerate(_ROBOT_COMMANDS)}
_STRUCTS = [struct.Struct(layout) for _, layout in _ROBOT_COMMANDS]
_TEXT = struct.Struct("<BBI")

MAKE_SAFE_ORDER = bytes([_MAKE_SAFE])
"""Stands in a bundle where the child called ``make_safe``."""


def pack_command(command: Command) -> bytes:
    """Return an order or remark as bytes for a bundle."""
    if command.__class__ is SetSpeeds:
        return b"\0" + _STRUCTS[0].pack(command.left, command.right)
    code = _CODES.get(type(command))
    if code is not None:
        return bytes([code]) + _STRUCTS[code].pack(*astuple(command))
    number = _ANNOTATIONS.index(type(command))
    text = json.dumps(astuple(command)).encode()
    return _TEXT.pack(_ANNOTATION, number, len(text)) + text


def unpack_commands(bundle: bytes) -> Iterable[Command | None]:
    """Yield the orders of a bundle; ``None`` stands for ``make_safe``. Raises ``LinkLost``."""
    place = 0
    try:
        while place < len(bundle):
            code = bundle[place]
            if code == _MAKE_SAFE:
                yield None
                place += 1
            elif code == _ANNOTATION:
                _, number, length = _TEXT.unpack_from(bundle, place)
                place += _TEXT.size
                yield _annotation(number, bundle[place : place + length])
                place += length
            else:
                layout = _STRUCTS[code]
                yield _robot_command(code, layout.unpack_from(bundle, place + 1))
                place += 1 + layout.size
    except (IndexError, ValueError, TypeError, struct.error) as error:
        raise LinkLost(
            f"The controller's process sent an order that no robot takes ({error}). "
            "Use only what Controller offers."
        ) from error


def _robot_command(code: int, values: tuple[int, ...]) -> Command:
    command_type = _ROBOT_COMMANDS[code][0]
    command: Command = command_type(*values)
    is_allowed = (
        (command_type is not SetSpeeds or min(values) >= -127)
        and (command_type is not SetPwm or max(map(abs, values)) <= 255)
        and (command_type is not SetTargets or max(map(abs, values)) <= 2**23 - 2)
        and (command_type is not SetProfile or max(values[0], values[2]) <= 127)
        and (command_type is not SetLed or (values[0] <= 1 and values[1] <= 2))
    )
    if not is_allowed:
        raise ValueError(str(command))
    return command


def _annotation(number: int, text: bytes) -> Command:
    fields = json.loads(text)
    if _ANNOTATIONS[number] is Draw:
        shape, points_mm, colour, label = fields
        points = tuple((float(x), float(y)) for x, y in points_mm)
        return Draw(str(shape), points, str(colour), str(label))
    if _ANNOTATIONS[number] is Say:
        return Say(str(fields[0]))
    return ClearDrawing()
